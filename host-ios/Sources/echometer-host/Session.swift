// What the commands do, on one kernel and one package. It answers with text and an exit code; main.swift prints.
import CHostPlatform
import DuplexHost
import Foundation
import KernelHost

struct Session {
  let arguments: Arguments
  let files: PackageFiles
  let statistics: KernelStatistics

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    let executable = Bundle.main.executablePath ?? CommandLine.arguments[0]
    files = try PackageFiles(root: arguments.package, above: executable)
    let kernel = try Kernel.aheadOfTime()
    try kernel.selfCheck(expecting: files.signature())
    statistics = try KernelStatistics(kernel: kernel)
  }

  func identity() throws -> String {
    let kernel = statistics.kernel
    return """
      engine     \(kernel.engine.label)
      kernelId   \(KernelIdentity.hex(kernel.identity.kernelId))
      measureId  \(KernelIdentity.hex(kernel.identity.measureId))
      signature  \(KernelIdentity.hex(try kernel.selfSignature()))
      sha256     \(kernel.engine.moduleSha256)

      """
  }

  /// Runs all trials; the number of failed ones decides the exit code.
  func run(progress: (String) -> Void) throws -> (text: String, exit: Int32) {
    let starter = try makeStarter()
    let run = try DuplexRun(
      arguments.options, list: files.cases(),
      kernelBytes: files.kernel(sha256: statistics.kernel.engine.moduleSha256), statistics: statistics,
      worker: starter.facts, freshness: freshness(starter.place), version: files.version())
    let inProcessStarter = arguments.inProcess ? try makeStarter() : nil
    for planned in run.order {
      let startNs = hp_now_ns()
      if let inProcessStarter {
        try measure(run.request(planned), inProcessStarter, run.folder)
      } else {
        try TrialProcess(arguments, run.folder).measure(run.request(planned))
      }
      let milliseconds = (hp_now_ns() - startNs) / 1_000_000
      progress(
        "[\(planned.order)/\(run.order.count)] \(planned.suite.rawValue) \(planned.case), "
          + "trial \(planned.trial): \(milliseconds) ms")
    }
    let data = try run.finish(statistics)
    let lines = data.summary + data.failures.map { "failed: \($0)" }
    return (lines.joined(separator: "\n") + "\n", data.failures.isEmpty ? 0 : 1)
  }

  /// One trial of a run that another process planned.
  func trial(_ order: Int) throws {
    let folder = RunFolder(existing: arguments.options.out)
    let plan = try PlannedRun.read(folder)
    let request = try plan.request(order, files.cases(), arguments.options.timeoutNs)
    try measure(request, makeStarter(), folder)
  }

  /// Every vector of the package through this kernel, in the words of `echometer verify`; a suite that was not run fails.
  func verifyKernel() throws -> (text: String, exit: Int32) {
    let kernel = statistics.kernel
    let hex = KernelIdentity.hex
    var lines = [
      "kernel \(hex(kernel.identity.kernelId)), measuring part \(hex(kernel.identity.measureId)), scalar",
      "signature \(hex(try kernel.selfSignature())), as released",
    ]
    let runner = VectorRunner { try Kernel.aheadOfTime() }
    let reports = try VectorSuite.readAll(files.root + "/kernel/vectors").map { try runner.run($0) }
    for report in reports { lines += Self.describe(report) }
    return (lines.joined(separator: "\n") + "\n", reports.allSatisfy(\.isPassed) && !reports.isEmpty ? 0 : 1)
  }

  private static func describe(_ report: VectorReport) -> [String] {
    let state = report.isPassed ? "ok" : report.isUnknown ? "not run" : "failed"
    let name = report.suite.padding(toLength: max(30, report.suite.count), withPad: " ", startingAt: 0)
    let cases = String(repeating: " ", count: max(0, 5 - "\(report.cases)".count)) + "\(report.cases)"
    let column = state.padding(toLength: 7, withPad: " ", startingAt: 0)
    let head = "\(column)  \(name) \(cases) cases  \(report.conformance)"
    return [head] + report.failures.prefix(3).map { "           \($0)" }
  }

  /// Derives data.json again; the text that differs first, if any.
  func verify(_ path: String) throws -> (text: String, exit: Int32) {
    let folder = RunFolder(existing: path)
    let again = try DerivedData.derive(folder, statistics).json.written()
    let stored = String(decoding: try folder.read("data.json"), as: UTF8.self)
    if again == stored { return ("\(path): data.json is what its facts say\n", 0) }
    let lines = zip(again.split(separator: "\n"), stored.split(separator: "\n")).enumerated()
    let first = lines.first { $0.element.0 != $0.element.1 }
    let where_ = first.map { "line \($0.offset + 1): \($0.element.1), derived \($0.element.0)" } ?? "another length"
    return ("\(path): data.json differs, \(where_)\n", 1)
  }

  private func measure(_ request: TrialRequest, _ starter: any WorkerStarter, _ folder: RunFolder) throws {
    let surroundings = TrialSurroundings(makeEngine: { try AheadOfTimeEngine() }, starter: starter)
    try Trial(request, surroundings).measure().write(to: folder)
  }

  private func makeStarter() throws -> any WorkerStarter {
    if arguments.isEmbedded {
      return try EmbeddedPython(home: arguments.pythonHome, workerFolder: files.workerFolder)
    }
    return try ChildPython(python: arguments.python, workerFolder: files.workerFolder)
  }

  private func freshness(_ place: String) -> Freshness {
    let host = arguments.inProcess ? "run" : "process"
    return Freshness(host: host, worker: place == "child" ? "process" : "interpreter")
  }
}

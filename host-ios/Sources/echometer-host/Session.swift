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
    let starter = try makeStarter(logFolder: nil)
    let run = try DuplexRun(
      arguments.options, list: files.cases(),
      kernelBytes: files.kernel(sha256: statistics.kernel.engine.moduleSha256), statistics: statistics,
      worker: starter.facts, freshness: freshness(starter.place), version: files.version())
    let inProcessStarter = arguments.inProcess ? try makeStarter(logFolder: run.folder.path + "/logs") : nil
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
    try measure(request, makeStarter(logFolder: folder.path + "/logs"), folder)
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

  private func makeStarter(logFolder: String?) throws -> any WorkerStarter {
    if arguments.isEmbedded {
      return try EmbeddedPython(home: arguments.pythonHome, workerFolder: files.workerFolder)
    }
    return try ChildPython(
      python: arguments.python, workerFolder: files.workerFolder,
      logFolder: logFolder ?? FileManager.default.temporaryDirectory.path)
  }

  private func freshness(_ place: String) -> Freshness {
    let host = arguments.inProcess ? "run" : "process"
    return Freshness(host: host, worker: place == "child" ? "process" : "interpreter")
  }
}

// One run, start to end, on the thread that calls it: the same steps as the command line's `run duplex --in-process`.
import DuplexHost
import Foundation
import KernelHost

struct RunJob: Sendable {
  enum News: Sendable {
    case progress(String)
    case done(summary: [String], path: String)
    case failed(String)
  }

  let profile: Profile
  let engine: EngineChoice
  let cancel: CancelFlag
  let tell: @Sendable (News) -> Void

  func run() {
    do {
      let files = try BundledFiles.find()
      let kernel = try Kernel(engine: engine.makeEngine(files))
      try kernel.selfCheck(expecting: files.signature())
      let statistics = try KernelStatistics(kernel: kernel, scratchBytes: 32 << 20)
      let starter = try ExtensionPython()
      defer { starter.invalidate() }
      let duplex = try plan(files, statistics, starter)
      try measure(duplex, files, starter)
      let data = try duplex.finish(statistics)
      tell(.done(summary: data.summary + data.failures, path: duplex.folder.path))
    } catch let error as HostError {
      tell(.failed(error.line))
    } catch {
      tell(.failed("\(error)"))
    }
  }

  private func plan(
    _ files: PackageFiles, _ statistics: KernelStatistics, _ starter: ExtensionPython
  ) throws -> DuplexRun {
    let documents = URL.documentsDirectory.appendingPathComponent("runs/\(UUID().uuidString)")
    var options = RunOptions(out: documents.path)
    options.profile = profile
    return try DuplexRun(
      options, list: files.cases(), kernelBytes: files.kernel(sha256: statistics.kernel.engine.moduleSha256),
      statistics: statistics, worker: starter.facts,
      freshness: Freshness(host: "run", worker: "interpreter"), version: files.version())
  }

  private func measure(_ run: DuplexRun, _ files: PackageFiles, _ starter: ExtensionPython) throws {
    let engine = engine
    var surroundings = TrialSurroundings(makeEngine: { try engine.makeEngine(files) }, starter: starter)
    surroundings.isCanceled = { [cancel] in cancel.reason != nil }
    for planned in run.order {
      try refuseWhenCanceled()
      let facts = Trial(try run.request(planned), surroundings).measure()
      // A trial that was under way when it was asked to end is no result.
      try refuseWhenCanceled()
      try facts.write(to: run.folder)
      tell(.progress("\(planned.order)/\(run.order.count) \(planned.suite.rawValue) \(planned.case): \(facts.state)"))
    }
  }

  private func refuseWhenCanceled() throws {
    guard let reason = cancel.reason else { return }
    let what = reason == .stopped ? "was stopped" : "was left: keep the app in front until the run ends"
    throw HostError.usage(code: reason.rawValue, subject: "the run", what: what)
  }
}

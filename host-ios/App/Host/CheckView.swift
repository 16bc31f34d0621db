// The screen of checks: identity, signature and every vector, for each engine.
import KernelHost
import SwiftUI

struct CheckView: View {
  @State var model: CheckModel

  var body: some View {
    NavigationStack {
      List {
        Button("Run all vectors") { model.start() }.disabled(model.isRunning)
        LineList(lines: model.lines)
      }
      .navigationTitle("Check")
    }
  }
}

@MainActor
@Observable
final class CheckModel {
  private(set) var isRunning = false
  private(set) var lines: [String] = []

  func start() {
    isRunning = true
    lines = []
    Task {
      for engine in EngineChoice.allCases {
        let report = await Task.detached { CheckModel.check(engine) }.value
        lines += ["\(engine.rawValue):"] + report
      }
      isRunning = false
    }
  }

  private nonisolated static func check(_ engine: EngineChoice) -> [String] {
    do {
      let files = try BundledFiles.find()
      let kernel = try Kernel(engine: engine.makeEngine(files))
      try kernel.selfCheck(expecting: files.signature())
      let identity = "  kernel \(KernelIdentity.hex(kernel.identity.kernelId)), self-check passed"
      let runner = VectorRunner { try Kernel(engine: engine.makeEngine(files)) }
      let suites = try VectorSuite.readAll(files.root + "/kernel/vectors")
      return try [identity]
        + suites.flatMap { suite -> [String] in
          let report = try runner.run(suite)
          let agreeing = "\(report.cases - report.failures.count) of \(report.cases)"
          let outcome = report.isPassed ? agreeing : report.isUnknown ? "NOT RUN" : "FAILED, \(agreeing)"
          return ["  \(suite.name): \(outcome)"] + report.failures.prefix(3).map { "    \($0)" }
        }
    } catch {
      return ["  failed: \(error)"]
    }
  }
}

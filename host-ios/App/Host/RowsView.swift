// The screen of the serializer suite: which rows are built in, a run of them, its files to share. The suite itself is the package
// Serializers/Core, which needs no Node. SWIFT_ACTIVE_COMPILATION_CONDITIONS WITH_SERIALIZER_LIBRARIES and that package in
// project.yml bring the rows of Serializers/Libraries.
import SerializerCore
import SwiftUI

#if WITH_SERIALIZER_LIBRARIES
  import SerializerLibraries
#endif

struct RowsView: View {
  @Bindable var model: RowsModel

  var body: some View {
    NavigationStack {
      Form {
        Section("Serializers, cold and one warm round in one process") {
          Picker("Run mode", selection: $model.runMode) {
            ForEach(RowsModel.runModes, id: \.self) { Text($0).tag($0) }
          }
          Button("Start") { model.start() }.disabled(model.isRunning)
          if let folder = model.folder { ShareLink("Share the logs", item: folder) }
        }
        Section("Rows") {
          ForEach(model.reports, id: \.id) { report in
            LabeledContent(report.id, value: report.isReady ? report.version ?? "" : report.state)
          }
        }
        Section("Progress") {
          LineList(lines: model.lines, isReversed: true)
        }
      }
      .navigationTitle("Serializers")
      .task { model.probe() }
    }
  }
}

@MainActor
@Observable
final class RowsModel {
  static let runModes = ["smoke", "all-single", "full"]

  var runMode = "smoke"
  private(set) var isRunning = false
  private(set) var reports: [RowReport] = []
  private(set) var lines: [String] = []
  private(set) var folder: URL?
  private var wasLeft = false

  private nonisolated static var rows: RowSet {
    #if WITH_SERIALIZER_LIBRARIES
      RowSet(LibraryRows.all)
    #else
      RowSet(FoundationRows.all)
    #endif
  }

  func probe() {
    Task { reports = await Task.detached { Self.rows.reports() }.value }
  }

  func start() {
    isRunning = true
    wasLeft = false
    lines = []
    folder = nil
    Foreground.begin()
    let stamp = RunOptions.stamp(of: Date())
    let folder = URL.documentsDirectory.appendingPathComponent("serializers/\(stamp)")
    var options = RunOptions(folder: folder.path, stamp: stamp)
    options.runMode = runMode
    options.rounds = runMode == "smoke" ? 0 : 1
    let asked = options
    // A run blocks for minutes: a thread of its own, not one of the pool's.
    Thread.detachNewThread {
      let outcome: String
      do {
        let logs = try SuiteRun(rows: Self.rows, options: asked).run { line in
          Task { @MainActor in self.lines.append(line) }
        }
        outcome = "done: \(logs.count) logs"
      } catch {
        outcome = "failed: \(error)"
      }
      Task { @MainActor in self.finish(outcome, folder) }
    }
  }

  /// The suite cannot be stopped: its logs are kept on the device, and not offered as a result.
  func leave() {
    guard isRunning, !wasLeft else { return }
    wasLeft = true
    lines.append("the app was left while it measured: these logs are no result [LEFT_FOREGROUND]")
  }

  private func finish(_ outcome: String, _ folder: URL) {
    lines.append(outcome)
    self.folder = wasLeft ? nil : folder
    isRunning = false
    Foreground.end()
  }
}

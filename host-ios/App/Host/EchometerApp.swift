// The app: three screens. Everything that measures is in the package.
import SwiftUI

@main
struct EchometerApp: App {
  @State private var run = RunModel()
  @State private var rows = RowsModel()
  @Environment(\.scenePhase) private var phase

  var body: some Scene {
    WindowGroup {
      TabView {
        Tab("Run", systemImage: "stopwatch") { RunView(model: run) }
        Tab("Serializers", systemImage: "list.number") { RowsView(model: rows) }
        Tab("Check", systemImage: "checkmark.seal") { CheckView(model: CheckModel()) }
      }
    }
    .onChange(of: phase) { _, now in
      // The system may suspend what is in the background. An alert or the control center above the app suspends nothing.
      guard now == .background else { return }
      run.leave()
      rows.leave()
    }
  }
}

// The app: three screens. Everything that measures is in the package.
import SwiftUI

@main
struct EchometerApp: App {
  @State private var run = RunModel()

  var body: some Scene {
    WindowGroup {
      TabView {
        Tab("Run", systemImage: "stopwatch") { RunView(model: run) }
        Tab("Serializers", systemImage: "list.number") { RowsView(model: RowsModel()) }
        Tab("Check", systemImage: "checkmark.seal") { CheckView(model: CheckModel()) }
      }
    }
  }
}

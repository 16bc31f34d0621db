// The app: two screens over one model. Everything that measures is in the package.
import SwiftUI

@main
struct EchometerApp: App {
  @State private var run = RunModel()

  var body: some Scene {
    WindowGroup {
      TabView {
        Tab("Run", systemImage: "stopwatch") { RunView(model: run) }
        Tab("Check", systemImage: "checkmark.seal") { CheckView(model: CheckModel()) }
      }
    }
  }
}

// The screen of a run: choices, progress, thermal state, results, sharing. It decides nothing.
import DuplexHost
import SwiftUI

struct RunView: View {
  @Bindable var model: RunModel

  var body: some View {
    NavigationStack {
      Form {
        Section("Run") {
          Picker("Profile", selection: $model.profile) {
            ForEach(Profile.allCases, id: \.self) { Text($0.rawValue).tag($0) }
          }
          Picker("Engine", selection: $model.engine) {
            ForEach(EngineChoice.allCases) { Text($0.rawValue).tag($0) }
          }
          LabeledContent("Thermal state", value: model.thermalState ?? "not read")
          button
        }
        if case .failed(let text) = model.state {
          Section("Failed") { Text(text).foregroundStyle(.red) }
        }
        if !model.summary.isEmpty {
          Section("Results") {
            LineList(lines: model.summary, font: .callout.monospaced())
            if let folder = model.folder { ShareLink("Share the run's folder", item: folder) }
          }
        }
        Section("Trials") {
          LineList(lines: model.progress, isReversed: true)
        }
      }
      .navigationTitle("Echometer")
    }
  }

  private var button: some View {
    model.state == .running
      ? Button("Stop", role: .destructive) { model.stop() }
      : Button("Start", role: nil) { model.start() }
  }
}

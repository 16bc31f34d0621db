// The state of a run as the screen shows it. The run itself blocks, so it has a thread of its own; its news come to the
// main actor.
import DuplexHost
import Foundation
import KernelHost
import Observation

@MainActor
@Observable
final class RunModel {
  enum State: Equatable {
    case idle, running, done, failed(String)
  }

  var profile = Profile.smoke
  var engine = EngineChoice.aheadOfTime
  private(set) var state = State.idle
  private(set) var progress: [String] = []
  private(set) var summary: [String] = []
  private(set) var thermalState = Readings.thermalState
  private(set) var folder: URL?
  private let cancel = CancelFlag()

  func start() {
    guard state != .running else { return }
    state = .running
    progress = []
    summary = []
    folder = nil
    cancel.clear()
    let job = RunJob(profile: profile, engine: engine, cancel: cancel) { news in
      Task { @MainActor in self.take(news) }
    }
    Thread.detachNewThread { job.run() }
  }

  func stop() { cancel.set() }

  private func take(_ news: RunJob.News) {
    thermalState = Readings.thermalState
    switch news {
    case .progress(let line): progress.append(line)
    case .done(let lines, let path):
      summary = lines
      folder = URL(fileURLWithPath: path)
      state = .done
    case .failed(let text): state = .failed(text)
    }
  }
}

/// Set on the main actor, read on the run's thread.
final class CancelFlag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
  func clear() { lock.withLock { value = false } }
}

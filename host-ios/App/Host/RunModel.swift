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
    Foreground.begin()
    let job = RunJob(profile: profile, engine: engine, cancel: cancel) { news in
      Task { @MainActor in self.take(news) }
    }
    Thread.detachNewThread { job.run() }
  }

  func stop() { cancel.set(.stopped) }

  /// A trial during which the app was suspended would hold the pause as a sample.
  func leave() {
    if state == .running { cancel.set(.leftForeground) }
  }

  private func take(_ news: RunJob.News) {
    thermalState = Readings.thermalState
    switch news {
    case .progress(let line): progress.append(line)
    case .done(let lines, let path):
      summary = lines
      folder = URL(fileURLWithPath: path)
      state = .done
      Foreground.end()
    case .failed(let text):
      state = .failed(text)
      Foreground.end()
    }
  }
}

/// Set on the main actor, read on the run's thread. The first reason stays.
final class CancelFlag: @unchecked Sendable {
  enum Reason: String {
    case stopped = "CANCELED"
    case leftForeground = "LEFT_FOREGROUND"
  }

  private let lock = NSLock()
  private var value: Reason?

  var reason: Reason? { lock.withLock { value } }
  func set(_ reason: Reason) { lock.withLock { value = value ?? reason } }
  func clear() { lock.withLock { value = nil } }
}

// The app's own extension point and what app and worker say to each other over XPC: once a worker to start it, and
// for readings. No payload travels here.
import ExtensionFoundation
import Foundation

enum WorkerPoint {
  /// Both are repeated in project.yml and Worker/Info.plist; test/ios-app.test.ts holds them together.
  static let name = "worker"
  static let host = "org.echometer.host"
}

extension AppExtensionPoint {
  @Definition
  static var worker: AppExtensionPoint {
    Name("worker")
    UserInterface(false)
  }
}

/// The worker's side of XPC. All answers come once.
@objc protocol WorkerService {
  /// Starts one interpreter on `channel`, which the worker owns from then on. Slots are files to map, or nil. The
  /// answer is 0 and the worker's number, or an outcome of CPyEmbed with its text.
  func start(
    channel: FileHandle, token: Data, inputSlots: FileHandle?, outputSlots: FileHandle?,
    answer: @escaping @Sendable (_ outcome: Int32, _ worker: Int, _ text: String) -> Void)
  /// How the interpreter ended; waits for that at most 3 s.
  func finish(worker: Int, answer: @escaping @Sendable (_ outcome: Int32, _ text: String) -> Void)
  /// The worker process's readings as the bytes of hp_usage, and CPython's version.
  func usage(answer: @escaping @Sendable (_ usage: Data, _ version: String) -> Void)
}

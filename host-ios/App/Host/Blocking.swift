// Waiting on a thread of our own for something asynchronous. Never used on the main actor.
import DuplexHost
import Foundation

enum Blocking {
  /// Runs `body` as a task and blocks the calling thread until it is done.
  static func wait<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let box = AnswerBox<Value>()
    Task {
      do { box.put(.success(try await body())) } catch { box.put(.failure(error)) }
    }
    return try box.take()
  }
}

/// One answer that comes once; later ones (an error after an answer) are dropped.
final class AnswerBox<Answer: Sendable>: @unchecked Sendable {
  static var limit: DispatchTimeInterval { .seconds(30) }

  private let lock = NSLock()
  private let ready = DispatchSemaphore(value: 0)
  private var answer: Result<Answer, any Error>?

  func put(_ result: Result<Answer, any Error>) {
    let isFirst = lock.withLock {
      guard answer == nil else { return false }
      answer = result
      return true
    }
    if isFirst { ready.signal() }
  }

  func take() throws -> Answer {
    guard ready.wait(timeout: .now() + Self.limit) == .success, let answer = lock.withLock({ answer }) else {
      throw TrialFailure(code: "WORKER_CONNECT", message: "the extension did not answer within 30 s")
    }
    return try answer.get()
  }
}

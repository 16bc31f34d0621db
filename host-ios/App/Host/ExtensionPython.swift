// Workers in the app extension: the process is found and started once, each worker gets one end of a socket pair over
// XPC. The data path never touches XPC.
import CHostPlatform
import DuplexHost
import ExtensionFoundation
import Foundation

final class ExtensionPython: WorkerStarter {
  private(set) var facts: Json = .null
  let place = "extension"
  let needsSlotFiles = true
  private let process: AppExtensionProcess
  private let connection: NSXPCConnection

  /// Blocks until the extension runs; not for the main thread.
  init() throws {
    process = try Blocking.wait {
      let monitor = try await AppExtensionPoint.Monitor(appExtensionPoint: .worker)
      guard let identity = monitor.identities.first else {
        throw HostError.missing(code: "NO_WORKER", subject: "the worker extension", what: "is not installed")
      }
      return try await AppExtensionProcess(configuration: .init(appExtensionIdentity: identity))
    }
    connection = try process.makeXPCConnection()
    connection.remoteObjectInterface = NSXPCInterface(with: (any WorkerService).self)
    connection.resume()
    let version = try ask { service, answer in service.usage { _, version in answer(version) } }
    facts = .object([
      ("kind", .text("python")), ("implementation", .text("CPython")),
      ("version", .text(version.split(separator: " ").first.map(String.init) ?? version)),
      ("build", .text(version)), ("place", .text(place)),
    ])
  }

  func invalidate() {
    connection.invalidate()
    process.invalidate()
  }

  func start(token: [UInt8], slots: SlotRegions?, index: Int) throws -> any DuplexWorker {
    var ends: [Int32] = [-1, -1]
    let made = hp_channel_pair(262_144, &ends)
    guard made == 0 else { throw HostError.system(call: "socketpair", errno: -made) }
    let theirs = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    let input = Self.handle(slots?.inputFile)
    let output = Self.handle(slots?.outputFile)
    let answer: (Int32, Int, String) = try ask { service, answer in
      service.start(channel: theirs, token: Data(token), inputSlots: input, outputSlots: output) {
        answer(($0, $1, $2))
      }
    }
    guard answer.0 == 0 else {
      hp_close(ends[0])
      throw TrialFailure(code: "WORKER_START", message: answer.2)
    }
    return ExtensionWorker(descriptor: ends[0], number: answer.1, owner: self)
  }

  /// One question over XPC and its answer; a lost connection is a failed trial.
  func ask<Answer: Sendable>(
    _ body: (any WorkerService, @escaping @Sendable (Answer) -> Void) -> Void
  ) throws -> Answer {
    let box = AnswerBox<Answer>()
    let proxy = connection.remoteObjectProxyWithErrorHandler { error in
      box.put(.failure(TrialFailure(code: "WORKER_CONNECT", message: "XPC: \(error)")))
    }
    guard let service = proxy as? any WorkerService else {
      throw TrialFailure(code: "WORKER_CONNECT", message: "the extension has another interface")
    }
    body(service) { box.put(.success($0)) }
    return try box.take()
  }

  private static func handle(_ file: Int32?) -> FileHandle? {
    guard let file, file >= 0 else { return nil }
    return FileHandle(fileDescriptor: file, closeOnDealloc: false)
  }
}

final class ExtensionWorker: DuplexWorker {
  let descriptor: Int32
  private let number: Int
  private let owner: ExtensionPython

  init(descriptor: Int32, number: Int, owner: ExtensionPython) {
    self.descriptor = descriptor
    self.number = number
    self.owner = owner
  }

  func reading() -> Json {
    let bytes: Data? = try? owner.ask { service, answer in service.usage { usage, _ in answer(usage) } }
    guard let bytes, bytes.count == MemoryLayout<hp_usage>.size else {
      return Readings.unknown("the extension did not answer")
    }
    return Readings.describe(bytes.withUnsafeBytes { $0.loadUnaligned(as: hp_usage.self) })
  }

  func finish() -> WorkerExit {
    hp_close(descriptor)
    let answer: (Int32, String)? = try? owner.ask { service, answer in
      service.finish(worker: number) { answer(($0, $1)) }
    }
    guard let answer else { return WorkerExit(code: nil, text: "the extension is gone") }
    return WorkerExit.embedded(outcome: answer.0, text: answer.1)
  }
}

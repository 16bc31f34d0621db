// The app extension that runs Python: one process, an interpreter for each worker. It measures nothing; the protocol's
// worker is python/echometer_worker.
import CHostPlatform
import CPyEmbed
import ExtensionFoundation
import Foundation

@main
struct WorkerExtension: AppExtension {
  private let service = Interpreters()

  @AppExtensionPoint.Bind
  static var boundExtensionPoint: AppExtensionPoint {
    AppExtensionPoint.Identifier(host: "org.echometer.host", name: "worker")
  }

  var configuration: ConnectionHandler {
    ConnectionHandler { connection in
      connection.exportedInterface = NSXPCInterface(with: (any WorkerService).self)
      connection.exportedObject = service
      connection.resume()
      return true
    }
  }
}

/// The interpreters of this process, by number.
final class Interpreters: NSObject, WorkerService, @unchecked Sendable {
  private let lock = NSLock()
  private var workers: [Int: OpaquePointer] = [:]
  private var last = 0
  private var startFailure: String?

  override init() {
    super.init()
    startFailure = Self.startPython()
  }

  func start(
    channel: FileHandle, token: Data, inputSlots: FileHandle?, outputSlots: FileHandle?,
    answer: @escaping @Sendable (Int32, Int, String) -> Void
  ) {
    if let startFailure { return answer(PE_PYTHON, 0, startFailure) }
    let input = Self.map(inputSlots)
    let output = Self.map(outputSlots)
    var worker: OpaquePointer?
    // The FileHandle closes its descriptor when it goes; the interpreter owns a copy.
    let outcome = pe_worker_start(
      dup(channel.fileDescriptor), Array(token), input.at, input.bytes, output.at, output.bytes, &worker)
    guard outcome == PE_OK, let worker else { return answer(outcome, 0, "the interpreter did not start") }
    let number = lock.withLock {
      last += 1
      workers[last] = worker
      return last
    }
    answer(PE_OK, number, "")
  }

  func finish(worker number: Int, answer: @escaping @Sendable (Int32, String) -> Void) {
    guard let worker = lock.withLock({ workers.removeValue(forKey: number) }) else {
      return answer(PE_SYSTEM, "no such worker")
    }
    var text = [CChar](repeating: 0, count: 512)
    let outcome = pe_worker_finish(worker, 3_000, &text, text.count)
    if outcome == PE_RUNNING { lock.withLock { workers[number] = worker } }
    answer(outcome, String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  func usage(answer: @escaping @Sendable (Data, String) -> Void) {
    var usage = hp_usage()
    _ = hp_read_usage(0, &usage)
    answer(withUnsafeBytes(of: usage) { Data($0) }, String(cString: pe_version()))
  }

  private static func map(_ file: FileHandle?) -> (at: UnsafeMutableRawPointer?, bytes: Int) {
    guard let file, let size = try? file.seekToEnd(), size > 0 else { return (nil, 0) }
    return (hp_shared_map(file.fileDescriptor, Int(size), nil), Int(size))
  }

  /// Nil when CPython runs.
  private static func startPython() -> String? {
    // App.app/Extensions/Worker.appex: Python's library and the package's files are the app's.
    let app = Bundle.main.bundleURL.deletingLastPathComponent().deletingLastPathComponent()
    let home = app.appendingPathComponent("python").path
    let library = "\(home)/lib/python\(String(cString: pe_build_version()))"
    let paths = [library, library + "/lib-dynload", app.appendingPathComponent("echometer/python").path]
    var text = [CChar](repeating: 0, count: 512)
    let copies = paths.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    let list = copies.map { UnsafePointer($0) as UnsafePointer<CChar>? }
    // CPython looks for the frameworks of extension modules beside this file, and they are in the app.
    let executable = Bundle(url: app)?.executablePath
    let outcome = pe_start(home, executable, list, list.count, &text, text.count)
    if outcome == PE_OK { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

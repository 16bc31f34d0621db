// A worker in this process: an interpreter of its own in a thread of its own, over one end of a socket pair. The
// protocol is the same as a child's, HELLO and token included.
import CHostPlatform
import CPyEmbed

/// CPython in this process.
public final class EmbeddedPython: WorkerStarter {
  /// What was measured best for a worker behind a Unix socket; 4 MiB is slower again.
  static let socketBufferBytes: Int32 = 262_144

  public let facts: Json
  public let place = "embedded"
  public let needsSlotFiles = false

  /// Starts CPython whose prefix is `home`: `home/lib/python3.13` and its lib-dynload are the standard library.
  public convenience init(home: String, workerFolder: String, executable: String? = nil) throws {
    let library = "\(home)/lib/python\(String(cString: pe_build_version()))"
    try self.init(
      home: home, libraryPaths: [library, library + "/lib-dynload"], workerFolder: workerFolder,
      executable: executable)
  }

  /// Starts CPython. `home` has the standard library, `workerFolder` holds `echometer_worker`; `executable` is for
  /// iOS, where CPython finds its modules' frameworks beside the app's binary.
  public init(home: String, libraryPaths: [String], workerFolder: String, executable: String? = nil) throws {
    var text = [CChar](repeating: 0, count: 512)
    let paths = libraryPaths + [workerFolder]
    let outcome = Self.withCStrings(paths) { list in
      pe_start(home, executable, list, paths.count, &text, text.count)
    }
    guard outcome == PE_OK else {
      throw HostError.missing(
        code: "NO_PYTHON", subject: "CPython in this process", what: Self.string(text))
    }
    facts = Self.describe(String(cString: pe_version()))
  }

  public func start(token: [UInt8], slots: SlotRegions?, index: Int) throws -> any DuplexWorker {
    try EmbeddedWorker(token: token, slots: slots)
  }

  /// "3.13.5 (main, Jun 25 2025, 18:55:22) [GCC 14.2.0]" as run.json's fields.
  private static func describe(_ version: String) -> Json {
    let number = version.split(separator: " ").first.map(String.init) ?? version
    let build = version.split(separator: "[").dropFirst().first.map { String($0.dropLast()) } ?? ""
    return .object([
      ("kind", .text("python")), ("implementation", .text("CPython")), ("version", .text(number)),
      ("build", .text(build)), ("place", .text("embedded")), ("ownGil", .bool(pe_has_own_gil())),
    ])
  }

  static func string(_ text: [CChar]) -> String {
    String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = strings.map { text in
      let bytes = Array(text.utf8CString)
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      copy.initialize(from: bytes, count: bytes.count)
      return copy
    }
    defer { copies.forEach { $0.deallocate() } }
    return copies.map { UnsafePointer($0) as UnsafePointer<CChar>? }.withUnsafeBufferPointer { list in
      // An empty list has no address; C reads nothing of it then.
      list.baseAddress.map(body) ?? withUnsafePointer(to: nil) { body($0) }
    }
  }
}

final class EmbeddedWorker: DuplexWorker {
  /// After the channel closed a worker has this long to end; an interpreter cannot be killed.
  static let graceMs: UInt32 = 3_000

  let descriptor: Int32
  private var worker: OpaquePointer?

  init(token: [UInt8], slots: SlotRegions?) throws {
    var ends: [Int32] = [-1, -1]
    let made = hp_channel_pair(EmbeddedPython.socketBufferBytes, &ends)
    guard made == 0 else { throw HostError.system(call: "socketpair", errno: -made) }
    descriptor = ends[0]
    let outcome = pe_worker_start(
      ends[1], token, slots?.input.baseAddress, slots?.input.count ?? 0,
      slots?.output?.baseAddress, slots?.output?.count ?? 0, &worker)
    guard outcome == PE_OK else {
      hp_close(ends[0])
      hp_close(ends[1])
      throw TrialFailure(code: "WORKER_START", message: "no embedded worker: outcome \(outcome)")
    }
  }

  func reading() -> Json { Readings.sharedProcess }

  func finish() -> WorkerExit {
    guard let worker else { return WorkerExit(code: nil, text: "finished before") }
    hp_close(descriptor)
    var text = [CChar](repeating: 0, count: 512)
    let outcome = pe_worker_finish(worker, Self.graceMs, &text, text.count)
    self.worker = nil
    return WorkerExit.embedded(outcome: outcome, text: EmbeddedPython.string(text))
  }
}

extension WorkerExit {
  /// The end of an interpreter, from an outcome of CPyEmbed.
  public static func embedded(outcome: Int32, text said: String) -> WorkerExit {
    switch outcome {
    case PE_OK: return WorkerExit(code: 0, text: said)
    case PE_RUNNING: return WorkerExit(code: nil, text: "the worker thread did not end")
    // As for a child: an end of the stream, or what the host said, is not the worker's fault.
    case PE_FAULT: return WorkerExit(code: said.hasPrefix("TRUNCATED") || said.hasPrefix("PEER") ? 0 : 1, text: said)
    default: return WorkerExit(code: 1, text: said)
    }
  }
}

// The real Python worker inside this process: several interpreters, and each way in which one can fail.
import CHostPlatform
import CPyEmbed
import Foundation
import KernelHost
import Testing

@testable import DuplexHost

enum Embedded {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// One interpreter world for all tests: CPython is started once in a process. The fixture stands before the worker
  /// and is the worker, unless a test asks for a fault.
  nonisolated(unsafe) static let python = Result {
    let home = ProcessInfo.processInfo.environment["ECHOMETER_PYTHON_HOME"] ?? "/usr"
    let library = "\(home)/lib/python\(String(cString: pe_build_version()))"
    let fixtures = root + "/host-ios/Tests/PyEmbedTests/Fixtures"
    return try EmbeddedPython(
      home: home, libraryPaths: [fixtures, library, library + "/lib-dynload"], workerFolder: root + "/python")
  }

  static func measure(_ entry: String, sessions: Int, workers: Int, frames: Int) throws -> TrialFacts {
    let text = """
      {"suite": "\(entry)", "case": "test", "payloadBytes": 1024, "sessions": \(sessions), "workers": \(workers),
       "creditBytes": 65536, "creditFrames": 16, "ackEvery": 4, "ackPolicy": "separate", "storage": "inline",
       "counts": {"smoke": {"frames": \(frames), "warmupFrames": 10, "trials": 1}}}
      """
    let one = try JSONDecoder().decode(DuplexCase.self, from: Data(text.utf8))
    let request = TrialRequest(
      planned: PlannedTrial(order: 1, suite: one.suite, case: "test", trial: 1),
      params: TrialParams(one, .smoke, lane: "blocking"), timeoutNs: 30_000_000_000)
    let starter = try python.get()
    return Trial(request, TrialSurroundings(makeEngine: { try AheadOfTimeEngine() }, starter: starter)).measure()
  }

  /// The raw worker, without a kernel.
  static func startRaw(token: [UInt8]) throws -> (descriptor: Int32, worker: OpaquePointer) {
    _ = try python.get()
    var ends: [Int32] = [-1, -1]
    #expect(hp_channel_pair(65_536, &ends) == 0)
    var worker: OpaquePointer?
    #expect(pe_worker_start(ends[1], token, nil, 0, nil, 0, &worker) == PE_OK)
    return (ends[0], try #require(worker))
  }

  /// A worker that has ended already is no error, and no signal.
  static func send(_ bytes: [UInt8], to descriptor: Int32) {
    _ = hp_send_segments(descriptor, bytes, [0, UInt32(bytes.count)], 1, 0)
  }

  static func finish(_ worker: OpaquePointer) -> (outcome: Int32, text: String) {
    var text = [CChar](repeating: 0, count: 512)
    let outcome = pe_worker_finish(worker, 10_000, &text, text.count)
    return (outcome, EmbeddedPython.string(text))
  }
}

@Suite("Embedded CPython", .serialized)
struct EmbeddedPythonTests {
  @Test("echoes every frame of one worker")
  func one() throws {
    let facts = try Embedded.measure("latency", sessions: 1, workers: 1, frames: 300)
    #expect(facts.failure == nil)
    #expect(facts.records.map(\.verifiedFrames) == [300])
    #expect(facts.exits == [WorkerExit(code: 0)])
  }

  @Test("runs four workers as interpreters of their own")
  func four() throws {
    let facts = try Embedded.measure("concurrency", sessions: 8, workers: 4, frames: 100)
    #expect(facts.failure == nil)
    #expect(facts.records.map(\.verifiedFrames) == Array(repeating: 100, count: 8))
    #expect(pe_has_own_gil())
  }

  @Test("ends with its fault when the host says garbage")
  func garbage() throws {
    let raw = try Embedded.startRaw(token: Array(0..<16))
    Embedded.send([UInt8](repeating: 0xff, count: 64), to: raw.descriptor)
    let end = Embedded.finish(raw.worker)
    hp_close(raw.descriptor)
    #expect(end.outcome == PE_FAULT)
  }

  @Test("ends by itself when the host closes")
  func closes() throws {
    let raw = try Embedded.startRaw(token: Array(0..<16))
    hp_close(raw.descriptor)
    #expect(Embedded.finish(raw.worker).outcome == PE_OK)
  }

  @Test("reports a Python exception as an outcome with its text")
  func exception() throws {
    _ = try Embedded.python.get()
    var worker: OpaquePointer?
    // A descriptor that is none: read_into raises OSError in Python.
    #expect(pe_worker_start(900, Array(0..<16), nil, 0, nil, 0, &worker) == PE_OK)
    let end = Embedded.finish(try #require(worker))
    #expect(end.outcome == PE_PYTHON)
    #expect(end.text.hasPrefix("OSError"))
  }

  @Test("says that a worker still runs instead of waiting forever")
  func running() throws {
    let raw = try Embedded.startRaw(token: Array(0..<16))
    var text = [CChar](repeating: 0, count: 64)
    #expect(pe_worker_finish(raw.worker, 50, &text, text.count) == PE_RUNNING)
    #expect(!pe_worker_has_ended(raw.worker))
    hp_close(raw.descriptor)
    #expect(Embedded.finish(raw.worker).outcome == PE_OK)
  }
}

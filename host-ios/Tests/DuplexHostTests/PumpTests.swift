// The pump and a trial against a worker in Swift: right ones pass, each wrong one fails with host-node's code.
import CHostPlatform
import Foundation
import KernelHost
import Testing

@testable import DuplexHost

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

enum Requests {
  static func json(
    _ suite: String, frames: Int, payloadBytes: Int = 64, sessions: Int = 1, workers: Int = 1,
    creditFrames: Int = 8, extra: String = ""
  ) -> String {
    """
    {"suite": "\(suite)", "case": "test", "payloadBytes": \(payloadBytes), "sessions": \(sessions), "workers": \(workers),
     "creditBytes": 65536, "creditFrames": \(creditFrames), "ackEvery": 4, "ackPolicy": "separate", "storage": "inline", \(extra)
     "counts": {"smoke": {"frames": \(frames), "warmupFrames": 10, "trials": 1}}}
    """
  }

  static func trial(
    _ suite: String, frames: Int, payloadBytes: Int = 64, sessions: Int = 1, workers: Int = 1,
    creditFrames: Int = 8, extra: String = "", timeoutNs: UInt64 = 20_000_000_000
  ) throws -> TrialRequest {
    let text = json(
      suite, frames: frames, payloadBytes: payloadBytes, sessions: sessions, workers: workers,
      creditFrames: creditFrames, extra: extra)
    let entry = try JSONDecoder().decode(DuplexCase.self, from: Data(text.utf8))
    let planned = PlannedTrial(order: 1, suite: entry.suite, case: entry.case, trial: 1)
    return TrialRequest(planned: planned, params: TrialParams(entry, .smoke, lane: "blocking"), timeoutNs: timeoutNs)
  }

  static func measure(_ request: TrialRequest, _ misbehavior: Misbehavior = .none) -> TrialFacts {
    let surroundings = TrialSurroundings(
      makeEngine: { try AheadOfTimeEngine() }, starter: EchoStarter(misbehavior: misbehavior))
    return Trial(request, surroundings).measure()
  }
}

@Suite("A trial", .serialized)
struct PumpTests {
  @Test("verifies every frame of one session")
  func oneSession() throws {
    let facts = Requests.measure(try Requests.trial("latency", frames: 500))
    #expect(facts.failure == nil)
    #expect(facts.records.map(\.verifiedFrames) == [500])
    #expect(facts.columns.map { $0.map(\.samplesNs.count) } == [[510], [510]])
    #expect(facts.outcome.endedNs > facts.outcome.startedNs && facts.outcome.startedNs > 0)
    #expect(facts.outcome.resources.map(\.0) == ["before", "open", "after"])
  }

  @Test("carries sessions of several workers, numbered without gaps")
  func severalWorkers() throws {
    let facts = Requests.measure(try Requests.trial("concurrency", frames: 100, sessions: 8, workers: 4))
    #expect(facts.failure == nil)
    #expect(facts.records.map(\.session) == Array(1...8))
    #expect(facts.records.allSatisfy { $0.verifiedFrames == 100 && $0.mismatches == 0 })
  }

  @Test("ends idle sessions that were never used")
  func idle() throws {
    let facts = Requests.measure(try Requests.trial("idle", frames: 0, sessions: 4))
    #expect(facts.failure == nil)
    #expect(facts.records.map(\.sentFrames) == [10, 10, 10, 10])
  }

  @Test("fills the queue up to the credit while its consumer pauses, and then verifies all")
  func paused() throws {
    let request = try Requests.trial(
      "paused", frames: 64, payloadBytes: 16_384, creditFrames: 4096, extra: "\"pauseNs\": 500000000,")
    let facts = Requests.measure(request)
    #expect(facts.failure == nil)
    #expect(facts.records.map(\.verifiedFrames) == [64])
    #expect(facts.records.map(\.queueHighWaterBytes) == [65_536])
    #expect(facts.outcome.endedNs >= facts.outcome.startedNs + 500_000_000)
  }

  @Test("fails when a paused consumer's queue did not fill to its credit")
  func lowWater() throws {
    // Eight frames of 64 B are all that the credit of frames allows.
    let facts = Requests.measure(try Requests.trial("paused", frames: 64, extra: "\"pauseNs\": 20000000,"))
    #expect(facts.failure?.code == "HIGH_WATER")
    #expect(facts.state == "failed" && facts.columns.isEmpty)
  }

  @Test("times reference work before and after, and says how long its host was warmed")
  func surroundings() throws {
    let facts = Requests.measure(try Requests.trial("latency", frames: 10))
    let slices = try #require(facts.reference)
    #expect(slices.beforeNs.count == 24 && slices.afterNs.count == 24)
    #expect(slices.beforeNs.allSatisfy { $0 > 1_000 })
    #expect(facts.hostWarmup?.frames == 8_000)
    #expect((facts.hostWarmup?.elapsedNs ?? 0) > 0)
  }

  static let faults: [(Misbehavior, String)] = [
    (.wrongToken, "TOKEN"), (.flipByte, "MISMATCH"), (.closeEarly, "TRUNCATED"), (.garbage, "LENGTH"),
    (.wrongSequence, "SEQUENCE"),
  ]

  @Test("fails with host-node's code when the worker", arguments: faults)
  func misbehaves(_ fault: (Misbehavior, String)) throws {
    let (misbehavior, code) = fault
    let before = openDescriptors()
    let facts = Requests.measure(try Requests.trial("latency", frames: 100), misbehavior)
    #expect(facts.failure?.code == code)
    #expect(facts.state == "failed")
    #expect(facts.exits.count == 1)
    #expect(openDescriptors() == before)
  }

  @Test("is given up when nothing moves")
  func silent() throws {
    let request = try Requests.trial("latency", frames: 10, timeoutNs: 300_000_000)
    #expect(Requests.measure(request, .silent).failure?.code == "TIMEOUT")
  }

  @Test("is ended by the user's cancel")
  func canceled() throws {
    var surroundings = TrialSurroundings(
      makeEngine: { try AheadOfTimeEngine() }, starter: EchoStarter(misbehavior: .silent))
    surroundings.isCanceled = { true }
    let facts = Trial(try Requests.trial("latency", frames: 10), surroundings).measure()
    #expect(facts.failure?.code == "CANCELED")
  }

  @Test("fails by name when the descriptor is closed under it")
  func closedDescriptor() throws {
    let plan = try ChannelPlan(
      Requests.trial("latency", frames: 10).params, token: Array(0..<16), firstSession: 1, sessions: 1)
    let kernel = try KernelChannel(kernel: Kernel.aheadOfTime(), plan: plan)
    let pump = Pump([PumpPair(kernel: kernel, descriptor: 999)], timeoutNs: 1_000_000_000, hooks: PumpHooks())
    let failure = TrialFailure.ofEnds(pump.run(), [try kernel.fault()])
    #expect(failure?.code == "LANE")
  }

  @Test("fails by name when the descriptor is closed in the middle, and its worker still ends")
  func closedInTheMiddle() throws {
    let starter = Wrapped(EchoStarter(misbehavior: .none)) { ClosedUnder($0) }
    let surroundings = TrialSurroundings(makeEngine: { try AheadOfTimeEngine() }, starter: starter)
    let request = try Requests.trial("latency", frames: 100)
    let before = openDescriptors()
    // The scratch session of the host's warm-up meets it first.
    let facts = Trial(request, surroundings).measure()
    #expect(facts.failure?.code == "LANE")
    #expect(facts.failure?.message.contains("errno \(EBADF)") == true, "\(String(describing: facts.failure))")
    #expect(facts.exits.map(\.code) == [0])
    #expect(openDescriptors() == before)
  }

  @Test("fails by name when the kernel traps, and its worker still ends")
  func traps() throws {
    let surroundings = TrialSurroundings(
      makeEngine: { TrappingEngine(try AheadOfTimeEngine(), after: 40) }, starter: EchoStarter(misbehavior: .none))
    let facts = Trial(try Requests.trial("latency", frames: 100), surroundings).measure()
    #expect(facts.failure?.code == "KERNEL_TRAP")
    #expect(facts.exits.map(\.code) == [0])
  }

  @Test("is unsupported with a reason where slots are not to be had")
  func noSlots() throws {
    let text = Requests.json("managed", frames: 10).replacingOccurrences(of: "inline", with: "managed")
    let entry = try JSONDecoder().decode(DuplexCase.self, from: Data(text.utf8))
    let request = TrialRequest(
      planned: PlannedTrial(order: 1, suite: .managed, case: "test", trial: 1),
      params: TrialParams(entry, .smoke, lane: "blocking"), timeoutNs: 1_000_000_000)
    var surroundings = TrialSurroundings(
      makeEngine: { throw KernelError.engine("none") }, starter: EchoStarter(misbehavior: .none))
    surroundings.isCanceled = { false }
    #expect(Trial(request, surroundings).measure().state == "unsupported")
  }

  /// Sockets, pipes and files; the test runner's own event descriptors come and go.
  private func openDescriptors() -> Int {
    (0..<256).filter { descriptor in
      var status = stat()
      guard fstat(Int32(descriptor), &status) == 0 else { return false }
      return [S_IFSOCK, S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
    }.count
  }
}

/// The kernel, until its polls are used up: then it traps.
private final class TrappingEngine: KernelEngine {
  private let inner: any KernelEngine
  private var polls: Int

  init(_ inner: any KernelEngine, after polls: Int) {
    self.inner = inner
    self.polls = polls
  }

  var label: String { inner.label }
  var moduleSha256: String { inner.moduleSha256 }
  var memory: UnsafeMutableRawBufferPointer { inner.memory }
  var canMapStorage: Bool { inner.canMapStorage }
  func find(_ name: String) throws -> KernelExport { try inner.find(name) }

  func call(_ export: KernelExport, _ slots: UnsafeBufferPointer<UInt64>) throws -> UInt64 {
    if export.name == "poll" { polls -= 1 }
    if export.name == "poll", polls < 0 { throw KernelError.trap(name: "out of bounds", export: "poll") }
    return try inner.call(export, slots)
  }
}

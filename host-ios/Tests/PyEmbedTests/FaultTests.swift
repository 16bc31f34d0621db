// What becomes of a trial whose embedded worker fails: host-node's codes, no crash, and nothing left behind.
import CHostPlatform
import CPyEmbed
import Foundation
import KernelHost
import Testing

@testable import DuplexHost

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What this process holds.
struct Held {
  let descriptors: Int
  let threads: UInt64

  static func now() -> Held {
    var usage = hp_usage()
    _ = hp_read_usage(0, &usage)
    return Held(descriptors: (0..<256).filter { isOurs($0) }.count, threads: usage.threads)
  }

  /// Sockets, pipes and files; the test runner's own event descriptors come and go.
  private static func isOurs(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return [S_IFSOCK, S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
  }

  static func residentBytes() -> UInt64 {
    var usage = hp_usage()
    _ = hp_read_usage(0, &usage)
    return usage.rss_anon_bytes
  }
}

@Suite("A failing embedded worker", .serialized)
struct FaultTests {
  /// Name of the fixture's fault, and what the trial and the worker's end must say.
  static let faults: [(fault: String, code: String, exit: Int32?, said: String)] = [
    ("raise", "TRUNCATED", 1, "ValueError: the fault that a test asked for"),
    ("exit", "TRUNCATED", 1, "SystemExit: 3"),
    // It says so before it goes: ERROR(TRUNCATED).
    ("leave", "PEER", 0, "TRUNCATED"),
  ]

  @Test("ends the trial by host-node's code when its thread", arguments: faults)
  func fails(_ expected: (fault: String, code: String, exit: Int32?, said: String)) throws {
    let facts = try Self.measure(expected.fault)
    #expect(facts.failure?.code == expected.code)
    #expect(facts.state == "failed")
    #expect(facts.exits.map(\.code) == [expected.exit])
    #expect(facts.exits.first?.text.hasPrefix(expected.said) == true, "\(facts.exits)")
  }

  @Test("leaves neither descriptors nor threads nor memory behind, as a right one does not")
  func noLeak() throws {
    let once = {
      for fault in ["", "raise", "exit", "leave"] { _ = try Self.measure(fault) }
    }
    for _ in 0..<2 { try once() }
    let (held, residentBytes) = (Held.now(), Held.residentBytes())
    for _ in 0..<4 { try once() }
    let now = Held.now()
    #expect(now.descriptors == held.descriptors)
    // The test runner's own pool comes and goes by a thread or two; one forgotten with each fault would be eight.
    #expect(now.threads <= held.threads + 3)
    // 16 trials and about 28 interpreters, of which CPython itself keeps 0.28 MiB each. A kernel that was forgotten, or
    // an interpreter, would be megabytes each.
    let grownBytes = Int64(Held.residentBytes()) - Int64(residentBytes)
    #expect(grownBytes < 16 << 20, "grown by \(grownBytes) bytes")
  }

  @Test("is none whose built-in struct packs and unpacks as CPython's own")
  func structs() throws {
    let facts = try Self.measure("compare-structs")
    #expect(facts.failure == nil, "\(facts.exits)")
  }

  @Test("ends by an exception when its descriptor is taken away")
  func takenDescriptor() throws {
    _ = try Embedded.python.get()
    var ends: [Int32] = [-1, -1]
    #expect(hp_channel_pair(65_536, &ends) == 0)
    var worker: OpaquePointer?
    #expect(pe_worker_start(ends[1], [UInt8](0..<16), nil, 0, nil, 0, &worker) == PE_OK)
    var hello = [UInt8](repeating: 0, count: 256)
    #expect(hp_receive(ends[0], &hello, hello.count, true) > 0)
    // The number stays taken, by something that is no socket: nobody else can get it meanwhile.
    let nothing = hp_open("/dev/null", true)
    #expect(dup2(nothing, ends[1]) == ends[1])
    hp_close(nothing)
    // The read that waits keeps the old socket until this ends it; the next one meets the new descriptor.
    Embedded.send([0], to: ends[0])
    let end = Embedded.finish(try #require(worker))
    hp_close(ends[0])
    #expect(end.outcome == PE_PYTHON)
    #expect(end.text.hasPrefix("OSError"), "\(end.text)")
  }

  private static func measure(_ fault: String) throws -> TrialFacts {
    setenv("ECHOMETER_TEST_FAULT", fault, 1)
    defer { unsetenv("ECHOMETER_TEST_FAULT") }
    return try Embedded.measure("latency", sessions: 1, workers: 1, frames: 100)
  }
}

// The real Python worker in a process of its own, and each way in which that process can fail.
#if os(Linux) || os(macOS)
  import CHostPlatform
  import Foundation
  import KernelHost
  import Testing

  @testable import DuplexHost

  @Suite("A worker in a child process", .serialized)
  struct ChildWorkerTests {
    @Test("echoes every frame and ends with code 0")
    func echoes() throws {
      let facts = Self.measure(try Requests.trial("latency", frames: 200), try Self.starter())
      #expect(facts.failure == nil)
      #expect(facts.records.map(\.verifiedFrames) == [200])
      #expect(facts.exits == [WorkerExit(code: 0)])
    }

    @Test("ends the trial when it is killed, and is named with its signal")
    func killed() throws {
      let facts = Self.measure(
        try Requests.trial("latency", frames: 100), Wrapped(try Self.starter()) { KilledWorker($0) })
      #expect(facts.failure?.code == "TRUNCATED")
      #expect(facts.exits.map(\.signal) == [SIGKILL])
      #expect(facts.exits.first?.json == .object([("code", .null), ("signal", .text("SIGKILL"))]))
    }

    @Test("fails the trial by name when its Python cannot load it, and says what Python said")
    func broken() throws {
      let starter = try ChildPython(python: "python3", workerFolder: "/nothing/here")
      let facts = Self.measure(try Requests.trial("latency", frames: 10), starter)
      #expect(facts.failure?.code == "WORKER_START")
      #expect(facts.failure?.message.contains("ModuleNotFoundError") == true)
    }

    @Test("is refused before the first trial when there is no such Python")
    func missing() {
      #expect(throws: HostError.self) {
        _ = try ChildPython(python: "/no/such/python", workerFolder: "/nothing/here")
      }
    }

    private static func starter() throws -> ChildPython {
      try ChildPython(python: "python3", workerFolder: RunFolderTests.root + "/python")
    }

    private static func measure(_ request: TrialRequest, _ starter: any WorkerStarter) -> TrialFacts {
      Trial(request, TrialSurroundings(makeEngine: { try AheadOfTimeEngine() }, starter: starter)).measure()
    }
  }

  /// The child, killed when its readings are taken for the second time: at the barrier.
  private final class KilledWorker: DuplexWorker {
    private let inner: any DuplexWorker
    private var readings = 0

    init(_ inner: any DuplexWorker) { self.inner = inner }

    var descriptor: Int32 { inner.descriptor }
    func finish() -> WorkerExit { inner.finish() }

    func reading() -> Json {
      readings += 1
      if readings == 2, let child = inner as? ChildWorker { hp_kill(child.pid) }
      return inner.reading()
    }
  }
#endif

// Traps, wrong calls and small memories: they are Swift errors, and the instance stays usable.
import CHostPlatform
import CKernel
import Testing

@testable import KernelHost

@Suite("The ahead-of-time engine")
struct EngineTests {
  // The kernel is total, so no export of it traps; checks/traps.c shows the traps of the runtime itself.
  @Test("turns every outcome of C into an error with its name")
  func outcomes() throws {
    let poll = try AheadOfTimeEngine().find("poll")
    #expect(AheadOfTimeEngine.failure(1, poll) == .trap(name: "out of bounds", export: "poll"))
    #expect(AheadOfTimeEngine.failure(5, poll) == .trap(name: "unreachable", export: "poll"))
    #expect(AheadOfTimeEngine.failure(CK_ARGUMENTS, poll) == .noExport("poll"))
    #expect(AheadOfTimeEngine.failure(1, poll).code == "KERNEL_TRAP")
  }

  @Test("gives every thread the same signature at the same time")
  func threads() async throws {
    try await withThrowingTaskGroup(of: UInt64.self) { group in
      for _ in 0..<4 { group.addTask { try Kernel.aheadOfTime().selfSignature() } }
      var signatures: Set<UInt64> = []
      for try await signature in group { signatures.insert(signature) }
      #expect(signatures.count == 1)
    }
  }

  @Test("refuses exports and arguments that the kernel does not have")
  func wrongCalls() throws {
    let exports = KernelExports(engine: try AheadOfTimeEngine())
    #expect(throws: KernelError.noExport("nothing")) { try exports.i32("nothing") }
    #expect(throws: KernelError.self) { try exports.i32("poll") }
    #expect(throws: KernelError.self) { try exports.i32("poll", [.u32(1)]) }
    #expect(throws: KernelError.self) { try exports.find("poll", "i>i") }
    var result: UInt64 = 0
    let storage = try KernelStorage(bytes: 4 << 20)
    var instance: OpaquePointer?
    #expect(ck_create(storage.base, storage.bytes, &instance) == CK_OK)
    #expect(ck_call(instance, -1, nil, 0, &result) == CK_NO_EXPORT)
    #expect(ck_call(instance, Int32(ck_export_total()), nil, 0, &result) == CK_NO_EXPORT)
    #expect(ck_call(instance, ck_find("poll"), nil, 0, &result) == CK_ARGUMENTS)
    ck_destroy(instance)
  }

  @Test("lives in the memory that it was given, and says when that is too small")
  func storage() throws {
    let storage = try KernelStorage(bytes: 4 << 20)
    let engine = try AheadOfTimeEngine(storage: storage)
    #expect(engine.memory.baseAddress == storage.base)
    var instance: OpaquePointer?
    #expect(ck_create(storage.base, 4096, &instance) == CK_STORAGE)
    #expect(ck_create(storage.base + 64, 4 << 20, &instance) == CK_STORAGE)
    #expect(ck_create(nil, 4 << 20, &instance) == CK_STORAGE)
    #expect(instance == nil)
  }

  @Test("answers NO_MEMORY with both numbers when a plan does not fit")
  func noMemory() throws {
    let kernel = try Kernel(engine: AheadOfTimeEngine(storage: KernelStorage(bytes: 2 << 20)))
    var plan = ChannelPlan()
    plan.scratchBytes = 64 << 20
    #expect(throws: KernelError.self) { try kernel.configure(plan) }
    let need = try kernel.memoryNeed()
    #expect(need.needed >= 64 << 20)
    #expect(need.available <= 2 << 20)
    plan.scratchBytes = 1 << 20
    try kernel.configure(plan)
  }

  @Test("finds every export that it lists, in order, and no other")
  func exportTable() throws {
    let names = AheadOfTimeEngine.exportNames
    #expect(names == names.sorted())
    #expect(names.contains("poll") && names.contains("PLAN"))
    let engine = try AheadOfTimeEngine()
    for name in names { #expect(try engine.find(name).name == name) }
    for name in ["", "pol", "polls", "zzz", "A"] {
      #expect(throws: KernelError.noExport(name)) { try engine.find(name) }
    }
  }
}

@Suite("Statistics")
struct StatisticsTests {
  @Test("are computed by the kernel over Swift arrays")
  func summary() throws {
    let statistics = try KernelStatistics(kernel: Kernel.aheadOfTime())
    let spread = try statistics.spread([3, 1, 2, 10])
    #expect(spread == TrialSpread(median: 2.5, min: 1, max: 10, n: 4))
    let summary = try statistics.summarizeNs((1...1000).map(UInt64.init).reversed())
    #expect(summary.p50Ns == 500 && summary.p99Ns == 990 && summary.maxNs == 1000 && summary.meanNs == 500.5)
  }

  @Test("refuse an empty sample by its status")
  func empty() throws {
    let statistics = try KernelStatistics(kernel: Kernel.aheadOfTime())
    #expect(throws: KernelError.status(.empty, export: "spread", subject: 1)) { _ = try statistics.spread([]) }
  }
}

@Suite("The platform")
struct PlatformTests {
  @Test("reads threads and memory of this process, and refuses a process that is not there")
  func usage() {
    var usage = hp_usage()
    #expect(hp_read_usage(0, &usage) == 0)
    #expect(usage.threads >= 1 && usage.threads < 10_000)
    #expect(usage.rss_bytes > 1 << 20 && usage.rss_bytes < 1 << 40)
    #expect(usage.cpu_ns > 0)
    #expect(hp_read_usage(0x7fff_fffe, &usage) < 0)
  }

  @Test("has a clock that does not go back")
  func clock() {
    let stamps = (0..<1000).map { _ in hp_now_ns() }
    #expect(stamps == stamps.sorted())
  }

  @Test("sends segments from where it is told, and sees the end of the other side")
  func channel() {
    var ends: [Int32] = [-1, -1]
    #expect(hp_channel_pair(65_536, &ends) == 0)
    let memory: [UInt8] = Array(0..<64)
    let segments: [UInt32] = [8, 4, 32, 4]
    #expect(hp_send_segments(ends[0], memory, segments, 2, 2) == 6)
    var room = [UInt8](repeating: 0, count: 16)
    #expect(hp_receive(ends[1], &room, 16, false) == 6)
    #expect(Array(room.prefix(6)) == [10, 11, 32, 33, 34, 35])
    #expect(hp_receive(ends[1], &room, 16, false) < 0)
    hp_close(ends[0])
    #expect(hp_receive(ends[1], &room, 16, true) == 0)
    hp_close(ends[1])
  }

  @Test("maps a nameless file over reserved memory, and both sides see the bytes")
  func shared() throws {
    let bytes = hp_page_bytes() * 2
    let storage = try KernelStorage(bytes: bytes * 2)
    let file = hp_shared_create(bytes)
    #expect(file >= 0)
    let over = storage.base + bytes
    #expect(hp_shared_map(file, bytes, over) == over)
    let other = try #require(hp_shared_map(file, bytes, nil))
    over.storeBytes(of: 0x1234_5678, as: UInt32.self)
    #expect(other.load(as: UInt32.self) == 0x1234_5678)
    hp_storage_release(other, bytes)
    hp_close(file)
  }
}

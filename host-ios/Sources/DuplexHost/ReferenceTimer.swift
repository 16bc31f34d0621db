// Times the kernel's reference work around a trial: slower slices mean a throttled processor or a shared one. It judges
// nothing; the marks are derived later from these times. The twin of host-node's observe/interference.ts.
import CHostPlatform
import KernelHost

/// Slices of reference work, in a kernel of its own.
struct ReferenceTimer {
  /// About 0.1 ms a slice: shorter than a scheduler's time slice, so that an undisturbed one is among them.
  static let rounds: UInt64 = 40_000
  static let slices = 24
  /// As in Node, where the engine compiles meanwhile; here the processor leaves its idle frequency.
  static let warmUpCalls = 64
  static let warmUpRounds: UInt64 = 4_000

  private let engine: any KernelEngine
  private let work: KernelExport

  init(_ engine: any KernelEngine) throws {
    self.engine = engine
    work = try KernelExports(engine: engine).find("referenceWork", "i>j")
    for _ in 0..<Self.warmUpCalls { _ = try engine.call(work, Self.warmUpRounds) }
  }

  /// Nanoseconds of each slice, in order.
  func measure() throws -> [UInt64] {
    try (0..<Self.slices).map { _ in
      let begunNs = hp_now_ns()
      _ = try engine.call(work, Self.rounds)
      return hp_now_ns() - begunNs
    }
  }
}

/// The slices around the measured part of a trial.
public struct ReferenceSlices: Equatable, Sendable {
  public let beforeNs: [UInt64]
  public let afterNs: [UInt64]

  var json: Json {
    .object([
      ("rounds", .count(ReferenceTimer.rounds)), ("beforeNs", .array(beforeNs.map(Json.count))),
      ("afterNs", .array(afterNs.map(Json.count))),
    ])
  }
}

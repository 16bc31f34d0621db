// The kernel as a Swift value world: identity, self-check, configuration. Channels are KernelChannel, statistics
// are KernelStatistics; both stand on this.

/// Who the kernel is; what a run's folder records.
public struct KernelIdentity: Equatable, Sendable {
  public let abiVersion: Int32
  public let kernelId: UInt64
  public let measureId: UInt64
  public let isSimd: Bool

  /// The same text as Node prints: 16 hex digits.
  public static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// One kernel instance.
public final class Kernel {
  /// The ABI this host was written for (docs/abi.md).
  public static let abiVersion: Int32 = 1

  public let engine: any KernelEngine
  public let exports: KernelExports
  public let identity: KernelIdentity

  /// Wraps an engine; throws `noExport` when its ABI is another one.
  public init(engine: any KernelEngine) throws {
    self.engine = engine
    exports = KernelExports(engine: engine)
    let abi = try exports.i32("ABI_VERSION")
    guard abi == Self.abiVersion else {
      throw KernelError.noExport("ABI_VERSION \(Self.abiVersion), the kernel has \(abi)")
    }
    identity = KernelIdentity(
      abiVersion: abi, kernelId: try exports.u64("kernelId"),
      measureId: try exports.u64("measureId"), isSimd: try exports.i32("isSimd") != 0)
  }

  /// The kernel compiled ahead of time, in memory of its own.
  public static func aheadOfTime() throws -> Kernel { try Kernel(engine: AheadOfTimeEngine()) }

  /// Runs every exported algorithm into one number.
  public func selfSignature() throws -> UInt64 { try exports.u64("selfSignature") }

  /// Refuses a kernel whose results differ from the released ones.
  public func selfCheck(expecting expected: UInt64) throws {
    let got = try selfSignature()
    if got != expected { throw KernelError.selfCheck(expected: expected, got: got) }
  }

  /// Writes the plan and seals memory. Once per instance.
  public func configure(_ plan: ChannelPlan) throws {
    plan.write(KernelMemory(engine), UInt32(try exports.i32("PLAN")))
    try exports.checked("configure")
  }

  /// Linear memory as it is now.
  public var memory: KernelMemory { KernelMemory(engine) }

  /// After NO_MEMORY: what the plan needs and what there is.
  public func memoryNeed() throws -> (needed: UInt64, available: UInt64) {
    (try exports.u64("bytesNeeded"), try exports.u64("bytesAvailable"))
  }
}

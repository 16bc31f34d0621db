// Statistics as Swift functions over arrays: values go into the kernel's scratch memory, results come out as structs.
// No arithmetic is done here; docs/statistics.md defines every result.

/// How a quantile is read from a sorted sample.
public enum QuantileDefinition: Int32, Sendable {
  case nearestRank = 0
  case r6 = 1
  case r7 = 2
  case harrellDavis = 3
}

/// The kernel's summary of one sample.
public struct SampleSummary: Equatable, Sendable {
  public let n: Int
  public let mean, median, std, mad, cv, min, max: Double
  public let p5, p25, p50, p75, p95, p99: Double
  /// A sum of the kernel's WARN_ bits.
  public let warnings: Int
}

/// The duplex tables' summary of nanoseconds: nearest ranks, exact extremes.
public struct DurationSummary: Equatable, Sendable {
  public let n: Int
  public let minNs, p50Ns, p95Ns, p99Ns, maxNs: UInt64
  public let meanNs: Double
  /// Fewer than 10 samples lie beyond the tail: it is computed, and not to be shown.
  public let isP95Thin, isP99Thin: Bool
}

/// Median and observed range of trial statistics.
public struct TrialSpread: Equatable, Sendable {
  public let median, min, max: Double
  public let n: Int
}

/// A kernel that was configured for statistics alone.
public final class KernelStatistics {
  public let kernel: Kernel
  /// 256 MiB hold 1e6 samples with every work array that an algorithm borrows.
  public static let defaultScratchBytes: UInt64 = 192 << 20

  /// Configures `kernel`, which must be fresh.
  public init(kernel: Kernel, scratchBytes: UInt64 = defaultScratchBytes) throws {
    var plan = ChannelPlan()
    plan.scratchBytes = scratchBytes
    try kernel.configure(plan)
    self.kernel = kernel
  }

  /// Lends scratch memory for the time of `body`.
  func withScratch<Result>(_ body: () throws -> Result) throws -> Result {
    let mark = try kernel.exports.i32("scratchMark")
    defer { _ = try? kernel.exports.slot("scratchReset", [.i32(mark)]) }
    return try body()
  }

  /// An address with room for `bytes`.
  func allocate(_ bytes: Int) throws -> UInt32 {
    let at = UInt32(bitPattern: try kernel.exports.i32("scratchAlloc", [.u32(UInt32(max(bytes, 8)))]))
    guard at != 0 else { throw KernelError.status(.noMemory, export: "scratchAlloc", subject: 0) }
    return at
  }

  /// An address that holds `values`.
  func place(_ values: [Double]) throws -> UInt32 {
    let at = try allocate(values.count * 8)
    kernel.memory.write(values, at)
    return at
  }

  /// A permutation of 0 ..< count that depends on the seed alone.
  public func shuffle(_ count: Int, seed: UInt64) throws -> [Int] {
    try withScratch {
      let at = try allocate(count * 4)
      try kernel.exports.checked("shuffleOrder", [.u32(at), .u32(UInt32(count)), .u64(seed)])
      let memory = kernel.memory
      return (0..<count).map { Int(memory.load(at + UInt32($0) * 4, as: UInt32.self)) }
    }
  }

  /// The summary of a sample of finite values in any order.
  public func summarize(_ values: [Double]) throws -> SampleSummary {
    try withScratch {
      let at = try place(values)
      let out = try allocate(120)
      try kernel.exports.checked("summarize", [.u32(at), .u32(UInt32(values.count)), .u32(out)])
      let memory = kernel.memory
      let field = { (index: UInt32) in memory.double(out + index * 8) }
      return SampleSummary(
        n: Int(field(0)), mean: field(1), median: field(2), std: field(3), mad: field(4), cv: field(5),
        min: field(6), max: field(7), p5: field(8), p25: field(9), p50: field(10), p75: field(11),
        p95: field(12), p99: field(13), warnings: Int(field(14)))
    }
  }

  /// Quantiles at `rates` (0 to 1), in their order.
  public func quantiles(
    _ values: [Double], _ rates: [Double], _ definition: QuantileDefinition
  ) throws -> [Double] {
    try withScratch {
      let at = try place(values)
      let rateAt = try place(rates)
      let out = try allocate(rates.count * 8)
      try kernel.exports.checked(
        "quantiles",
        [
          .u32(at), .u32(UInt32(values.count)), .u32(rateAt), .u32(UInt32(rates.count)),
          .i32(definition.rawValue), .u32(out),
        ])
      let memory = kernel.memory
      return rates.indices.map { memory.double(out + UInt32($0) * 8) }
    }
  }

  /// The duplex tables' summary of a column.
  public func summarizeNs(_ samplesNs: some Collection<UInt64>) throws -> DurationSummary {
    try withScratch {
      let at = try allocate(samplesNs.count * 8)
      let memory = kernel.memory
      for (index, value) in samplesNs.enumerated() { memory.store(value, at + UInt32(index) * 8) }
      let out = try allocate(56)
      try kernel.exports.checked("summarizeNs", [.u32(at), .u32(UInt32(samplesNs.count)), .u32(out)])
      let thin = memory.load(out + 4, as: UInt32.self)
      return DurationSummary(
        n: Int(memory.load(out, as: UInt32.self)), minNs: memory.load(out + 8), p50Ns: memory.load(out + 16),
        p95Ns: memory.load(out + 24), p99Ns: memory.load(out + 32), maxNs: memory.load(out + 40),
        meanNs: memory.double(out + 48), isP95Thin: thin & 1 != 0, isP99Thin: thin & 2 != 0)
    }
  }

  /// Median and observed range of finite values.
  public func spread(_ values: [Double]) throws -> TrialSpread {
    try withScratch {
      let at = try place(values)
      let out = try allocate(32)
      try kernel.exports.checked("spread", [.u32(at), .u32(UInt32(values.count)), .u32(out)])
      let memory = kernel.memory
      return TrialSpread(
        median: memory.double(out), min: memory.double(out + 8), max: memory.double(out + 16),
        n: Int(memory.load(out + 24, as: UInt32.self)))
    }
  }
}

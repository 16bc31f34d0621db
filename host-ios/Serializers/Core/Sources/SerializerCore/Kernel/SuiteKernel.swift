// The kernel's part in the suite: instances, the documented shuffle, seeds from texts. No rule of it is written here.
import KernelHost

/// A kernel configured for the suite. One thread at a time.
public final class SuiteKernel {
  public let kernel: Kernel
  private static let scratchBytes: UInt64 = 4 << 20
  /// No record is longer (strings: 4 + 32 x 18); the kernel refuses a smaller room than it needs.
  private static let recordRoomBytes = 1024

  /// A fresh kernel, compiled ahead of time.
  public init() throws {
    kernel = try Kernel.aheadOfTime()
    var plan = ChannelPlan()
    plan.scratchBytes = Self.scratchBytes
    try kernel.configure(plan)
  }

  /// Instance `index` of a record's data type.
  public func instance<Record: SuiteRecord>(_ type: Record.Type, index: Int, seed: UInt64) throws -> Record {
    try withScratch {
      let at = try allocate(Self.recordRoomBytes)
      let number = DataType.allCases.firstIndex(of: Record.dataType) ?? 0
      let bytes = try kernel.exports.checked(
        "generateRecord",
        [.u32(UInt32(number)), .u64(seed), .u32(UInt32(index)), .u32(at), .u32(UInt32(Self.recordRoomBytes))])
      var reader = RecordReader(kernel.memory.read(at, Int(bytes)))
      let record = Record(reading: &reader)
      guard reader.isAtEnd else { throw SuiteError("RECORD_LAYOUT", "a \(Record.dataType) record has another layout") }
      return record
    }
  }

  /// The order of `count` rows in a block, seeded by the block's text (`42|message|1|99d1c7fab316|bytes|0`).
  public func order(_ count: Int, of text: String) throws -> [Int] {
    guard count > 0 else { return [] }
    return try withScratch {
      let bytes = Array(text.utf8)
      let textAt = try allocate(bytes.count)
      kernel.memory.write(bytes, textAt)
      let seedAt = try allocate(8)
      try kernel.exports.checked("textSeed", [.u32(textAt), .u32(UInt32(bytes.count)), .u32(seedAt)])
      let seed: UInt64 = kernel.memory.load(seedAt)
      let at = try allocate(count * 4)
      try kernel.exports.checked("shuffleOrder", [.u32(at), .u32(UInt32(count)), .u64(seed)])
      let memory = kernel.memory
      return (0..<count).map { Int(memory.load(at + UInt32($0) * 4, as: UInt32.self)) }
    }
  }

  /// Whether batches with these means per call, of so many calls each, have settled.
  public func isSteady(_ meansNs: [Double], _ calls: [UInt32]) throws -> Bool {
    try withScratch {
      let meansAt = try written(meansNs.map(\.bitPattern))
      let callsAt = try written(calls)
      let outAt = try allocate(16)
      return try kernel.exports.checked(
        "steadyState", [.u32(meansAt), .u32(UInt32(meansNs.count)), .u32(callsAt), .u32(outAt)]) == 1
    }
  }

  /// Whether the first half of the samples lies where the second does.
  public func halvesAgree(_ samples: [Double]) throws -> Bool {
    try withScratch {
      let at = try written(samples.map(\.bitPattern))
      let outAt = try allocate(8)
      return try kernel.exports.checked("halvesAgree", [.u32(at), .u32(UInt32(samples.count)), .u32(outAt)]) == 1
    }
  }

  /// The address of a copy of little-endian integers.
  private func written(_ values: [some FixedWidthInteger]) throws -> UInt32 {
    let bytes = values.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } }
    let at = try allocate(bytes.count)
    kernel.memory.write(bytes, at)
    return at
  }

  private func withScratch<Result>(_ body: () throws -> Result) throws -> Result {
    let mark = try kernel.exports.i32("scratchMark")
    defer { _ = try? kernel.exports.slot("scratchReset", [.i32(mark)]) }
    return try body()
  }

  private func allocate(_ bytes: Int) throws -> UInt32 {
    let at = UInt32(bitPattern: try kernel.exports.i32("scratchAlloc", [.u32(UInt32(max(bytes, 8)))]))
    guard at != 0 else { throw SuiteError("NO_SCRATCH", "the kernel has no \(bytes) bytes of scratch memory left") }
    return at
  }
}

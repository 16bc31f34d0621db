// The suite "frames": one header, encoded and decoded, between poison.

struct FrameVector {
  static let names = ["length", "kind", "flags", "slot", "session", "sequence", "totalBytes"]
  static let poison: UInt8 = 0xa5

  let scratch: KernelStatistics

  init(_ scratch: KernelStatistics) { self.scratch = scratch }

  func check(_ vector: VectorCase) throws {
    let header = try vector.input.member("hex").bytes()
    for available in UInt32(0)..<16 {
      try expectEqual(decode(header, available).answer, 0, "decode of \(available) bytes")
    }
    guard let output = vector.output else {
      let code = try vector.error?.member("code").i32() ?? 0
      return try expectEqual(decode(header, 16).answer, -100 - code, "decode")
    }
    let event = try Self.names.map { try output.member($0).u32() }
    try expectEqual(encode(event, capacity: 16), "16 \(hexText(header))", "encode")
    let untouched = String(repeating: "a5", count: 16)
    try expectEqual(encode(event, capacity: 15), "-10 \(untouched)", "encode into 15 bytes")
    let total = event[6]
    if total > 200 { return }
    if total > 16 { try expectEqual(decode(header, total - 1).answer, 0, "decode of all but one byte") }
    try expectEqual(decode(header, total).event, event, "decode")
    try expectEqual(decode(header, total + 5).event, event, "decode with a tail")
  }

  /// Poison stands around header and event, and in the event's place when nothing is decoded.
  private func decode(_ header: [UInt8], _ available: UInt32) throws -> (answer: Int32, event: [UInt32]) {
    let at = try scratch.allocate(512)
    let memory = scratch.kernel.memory
    memory.write([UInt8](repeating: Self.poison, count: 512), at)
    memory.write(header, at + 64)
    let answer = try scratch.kernel.exports.i32(
      "frameDecode", [.u32(at + 64), .u32(available), .u32(at + 320)])
    let outside = memory.read(at, 64) + memory.read(at + (answer == 1 ? 348 : 320), answer == 1 ? 164 : 192)
    try expectEqual(outside.contains { $0 != Self.poison }, false, "poison is disturbed")
    let event = (0..<7).map { memory.load(at + 320 + UInt32($0) * 4, as: UInt32.self) }
    return (answer, event)
  }

  private func encode(_ event: [UInt32], capacity: UInt32) throws -> String {
    let at = try scratch.allocate(48)
    let memory = scratch.kernel.memory
    memory.write([UInt8](repeating: Self.poison, count: 48), at)
    let status = try scratch.kernel.exports.i32(
      "frameEncode", [.u32(at + 16), .u32(capacity)] + event.prefix(6).map { .u32($0) })
    let outside = memory.read(at, 16) + memory.read(at + 32, 16)
    try expectEqual(outside.contains { $0 != Self.poison }, false, "poison is disturbed")
    return "\(status) \(hexText(memory.read(at + 16, 16)))"
  }
}

// The suites "payload" and "verification": a payload is made between poison at an odd address, changed, verified.

struct PayloadVector {
  let scratch: KernelStatistics

  init(_ scratch: KernelStatistics) { self.scratch = scratch }

  func checkFill(_ vector: VectorCase) throws {
    let made = try make(vector.input)
    try expectEqual(made.offset, -1, "first wrong byte")
    guard let output = vector.output else { throw VectorDefect(description: "no output") }
    try expectEqual(hexText(made.bytes.prefix(64)), output.member("front").text(), "front")
    try expectEqual(sha256Hex(made.bytes), output.member("sha256").text(), "sha256")
  }

  func checkVerify(_ vector: VectorCase) throws {
    guard let output = vector.output else { throw VectorDefect(description: "no output") }
    try expectEqual(make(vector.input).offset, output.member("offset").i32(), "first wrong byte")
  }

  private func make(_ input: VectorNode) throws -> (bytes: [UInt8], offset: Int32) {
    let count = try input.member("bytes").u32()
    let names: [KernelValue] = [
      .u32(count), .u32(try input.member("session").u32()), .u32(try input.member("sequence").u32()),
    ]
    let region = try scratch.allocate(Int(count) + 128)
    // Payloads land wherever the previous frame ended.
    let at = region + 61
    let memory = scratch.kernel.memory
    memory.write([UInt8](repeating: 0xa5, count: Int(count) + 128), region)
    try scratch.kernel.exports.checked("payloadFill", [.u32(at)] + names)
    let outside = memory.read(region, 61) + memory.read(at + count, 67)
    try expectEqual(outside.contains { $0 != 0xa5 }, false, "poison is disturbed")
    for change in try input.optional("changes")?.list() ?? [] {
      let pair = try change.list()
      let place = at + (try pair[0].u32())
      memory.store(memory.load(place, as: UInt8.self) ^ UInt8(try pair[1].u32()), place)
    }
    let offset = try scratch.kernel.exports.i32("payloadVerify", [.u32(at)] + names)
    return (memory.read(at, Int(count)), offset)
  }
}

// The flow suite's credit ledgers: a script of calls and the status of each.

struct LedgerVector {
  let scratch: KernelStatistics

  init(_ scratch: KernelStatistics) { self.scratch = scratch }

  func check(_ vector: VectorCase) throws {
    let at = try scratch.allocate(64)
    let limits: [KernelValue] = [
      .u64(try vector.input.member("limitBytes").u64()), .u32(try vector.input.member("limitFrames").u32()),
    ]
    try expectEqual(scratch.kernel.exports.i32("creditStart", [.u32(at)] + limits), 0, "creditStart")
    for (index, step) in try vector.input.member("steps").list().enumerated() {
      let call = try step.member("call").text()
      let status = try scratch.kernel.exports.i32(call, [.u32(at)] + arguments(call, step))
      try expectEqual(status, step.member("status").i32(), "step \(index), \(call)")
    }
  }

  private func arguments(_ call: String, _ step: VectorNode) throws -> [KernelValue] {
    switch call {
    case "creditSend": [.u32(try step.member("bytes").u32())]
    case "creditRelease": [.u32(try step.member("bytes").u32()), .u32(try step.optional("largest")?.u32() ?? 0)]
    case "creditTold": [.u64(try step.member("bytes").u64()), .u64(try step.optional("frames")?.u64() ?? 0)]
    default: throw VectorDefect(description: "unknown call \(call)")
    }
  }
}

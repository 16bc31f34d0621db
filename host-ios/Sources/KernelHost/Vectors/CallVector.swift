// The suites of kernel calls (`"calls": true`): memory is laid out between poison, exports are called in order, every
// region is compared. It knows no suite; kernel/vectors/README.md describes the form.

struct CallVector {
  static let guardBytes = 64
  static let poison: UInt8 = 0xa5

  let scratch: KernelStatistics
  /// Relative, for doubles of an approximate suite; 0 asks for the same bits.
  let tolerance: Double

  init(_ scratch: KernelStatistics, tolerance: Double) {
    self.scratch = scratch
    self.tolerance = tolerance
  }

  /// A region in scratch memory.
  private struct Placed {
    let at: UInt32
    let before: [UInt8]
    let isRoom: Bool
  }

  func check(_ vector: VectorCase) throws {
    let memory = try vector.input.member("memory")
    var regions: [String: Placed] = [:]
    for name in memory.names { regions[name] = try place(VectorRegion(memory.member(name))) }
    let steps = try vector.input.member("steps").list().map { try $0.list() }
    for (index, step) in steps.enumerated() {
      if let error = vector.error, index == steps.count - 1 {
        try checkRefusal(step, error, regions)
      } else {
        let due = try vector.output?.member("returns").list()[index].i32() ?? 0
        try expectEqual(call(step, regions), due, "step \(index), \(step[0].text())")
      }
    }
    let outputs = vector.output?.optional("memory")
    for (name, region) in regions { try checkRegion(name, region, outputs?.optional(name)) }
  }

  private func place(_ region: VectorRegion) throws -> Placed {
    let bytes = region.bytes
    let guarded = try scratch.allocate(bytes.count + 2 * Self.guardBytes)
    let fence = [UInt8](repeating: Self.poison, count: Self.guardBytes)
    scratch.kernel.memory.write(fence + bytes + fence, guarded)
    return Placed(at: guarded + UInt32(Self.guardBytes), before: bytes, isRoom: region.isRoom)
  }

  private func call(_ step: [VectorNode], _ regions: [String: Placed]) throws -> Int32 {
    let arguments = try step.dropFirst().map { try argument($0, regions) }
    return try scratch.kernel.exports.i32(step[0].text(), arguments)
  }

  private func argument(_ node: VectorNode, _ regions: [String: Placed]) throws -> KernelValue {
    guard let text = try? node.text() else { return .i32(try node.i32()) }
    if let digits = text.after("u64:"), let number = UInt64(digits) { return .u64(number) }
    if let digits = text.after("f64:"), let bits = UInt64(digits, radix: 16) {
      return .f64(Double(bitPattern: bits))
    }
    guard let name = text.after("@"), let region = regions[name] else {
      throw VectorDefect(description: "\(text) is no argument")
    }
    return .u32(region.at)
  }

  /// The refused call must say why and leave every region as it was before it.
  private func checkRefusal(_ step: [VectorNode], _ error: VectorNode, _ regions: [String: Placed]) throws {
    let held = regions.mapValues { scratch.kernel.memory.read($0.at, $0.before.count) }
    let status = KernelStatus(rawValue: try call(step, regions))
    try expectEqual(status.name, error.member("code").text(), "code")
    try expectEqual(scratch.kernel.exports.i32("lastSubject"), error.member("subject").i32(), "subject")
    for (name, region) in regions {
      let isKept = scratch.kernel.memory.read(region.at, region.before.count) == held[name]
      try expectEqual(isKept, true, "\(name) is as before the refused call")
    }
  }

  private func checkRegion(_ name: String, _ region: Placed, _ wanted: VectorNode?) throws {
    let memory = scratch.kernel.memory
    let count = region.before.count
    let fences =
      memory.read(region.at - UInt32(Self.guardBytes), Self.guardBytes)
      + memory.read(region.at + UInt32(count), Self.guardBytes)
    try expectEqual(fences.contains { $0 != Self.poison }, false, "\(name) is written beyond")
    let got = memory.read(region.at, count)
    guard let wanted else {
      return try expectEqual(region.isRoom || got == region.before, true, "\(name), an input, is unchanged")
    }
    let expected = try VectorRegion(wanted)
    if tolerance > 0, let doubles = expected.doubles { return try checkClose(name, region, doubles) }
    let differs = zip(got, expected.bytes).enumerated().first { $0.element.0 != $0.element.1 }
    try expectEqual(differs?.offset ?? -1, -1, "\(name), first wrong byte")
  }

  private func checkClose(_ name: String, _ region: Placed, _ expected: [Double]) throws {
    for (index, due) in expected.enumerated() {
      let got = scratch.kernel.memory.double(region.at + UInt32(index) * 8)
      // Not `>`: a NaN must fail too.
      guard abs(got - due) <= tolerance * max(abs(due), 1e-300) else {
        throw VectorMismatch(description: "\(name), value \(index): got \(got), expected \(due)")
      }
    }
  }
}

extension String {
  fileprivate func after(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

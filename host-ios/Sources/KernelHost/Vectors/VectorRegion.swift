// What a region of a call vector holds, as little-endian bytes. It touches no kernel.

struct VectorRegion {
  let bytes: [UInt8]
  /// Room for output: poisoned, so that what is not written differs.
  let isRoom: Bool
  /// The values, where the region is one of doubles.
  let doubles: [Double]?

  init(_ node: VectorNode) throws {
    isRoom = node.optional("room") != nil
    doubles = try node.optional("f64")?.list().map { try Double(bitPattern: $0.hex64()) }
    if let doubles {
      bytes = Self.littleEndian(doubles.map(\.bitPattern))
    } else if let words = node.optional("u64") {
      bytes = Self.littleEndian(try words.list().map { try $0.u64() })
    } else if let words = node.optional("u32") {
      bytes = Self.littleEndian(try words.list().map { try $0.u32() })
    } else if let stream = node.optional("stream") {
      let values = try Self.draw(
        stream.member("kind").text(), seed: stream.member("seed").u64(), Int(stream.member("n").u32()))
      bytes = Self.littleEndian(values.map(\.bitPattern))
    } else if let room = node.optional("room") {
      bytes = [UInt8](repeating: CallVector.poison, count: Int(try room.u32()))
    } else {
      bytes = try node.member("bytes").bytes()
    }
  }

  private static func littleEndian<Word: FixedWidthInteger>(_ words: [Word]) -> [UInt8] {
    words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { [UInt8]($0) } }
  }

  /// The numbers of a `stream` region: `draw` of kernel/vectors/generators/casebook.py.
  static func draw(_ kind: String, seed: UInt64, _ count: Int) throws -> [Double] {
    var state = seed
    return try (0..<count).map { _ in
      let word = splitMix64(&state)
      let unit = Double(word >> 11) * 0x1p-53
      switch kind {
      case "ns": return 1000 + Double(word % 1_000_000)
      case "unit": return unit
      case "tail": return 1000 / (unit + 0x1p-10)
      default: throw VectorDefect(description: "a stream of unknown kind: \(kind)")
      }
    }
  }

  private static func splitMix64(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

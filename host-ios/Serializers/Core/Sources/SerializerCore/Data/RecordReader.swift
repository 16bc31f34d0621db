// Reads the kernel's binary records (kernel/assembly/random/generator.ts draws their layout). It draws nothing.

/// A place in one record's bytes. Reading past the end is a bug of the layout and traps.
public struct RecordReader {
  private let bytes: [UInt8]
  private var at = 0

  /// Starts at the first byte.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public var isAtEnd: Bool { at == bytes.count }

  mutating func bool() -> Bool { integer(UInt8.self) == 1 }
  mutating func int32() -> Int32 { integer(Int32.self) }
  mutating func int64() -> Int64 { integer(Int64.self) }
  mutating func double() -> Double { Double(bitPattern: integer(UInt64.self)) }

  /// u16 length, then ASCII letters.
  mutating func word() -> String {
    let count = Int(integer(UInt16.self))
    defer { at += count }
    return String(decoding: bytes[at..<at + count], as: UTF8.self)
  }

  /// u32 count, then the items.
  mutating func list<Item>(_ item: (inout RecordReader) -> Item) -> [Item] {
    let count = Int(integer(UInt32.self))
    return (0..<count).map { _ in item(&self) }
  }

  private mutating func integer<T: FixedWidthInteger>(_ type: T.Type) -> T {
    let size = MemoryLayout<T>.size
    var value: T = 0
    for offset in (0..<size).reversed() {
      value = (size == 1 ? 0 : value << 8) | T(truncatingIfNeeded: bytes[at + offset])
    }
    at += size
    return value
  }
}

// Little-endian reads and writes in a kernel's linear memory, bounds-checked. No layout is known here.

/// Linear memory at the moment of asking; do not keep it across `configure`.
public struct KernelMemory {
  private let bytes: UnsafeMutableRawBufferPointer

  /// The memory of `engine` as it is now.
  public init(_ engine: any KernelEngine) { bytes = engine.memory }

  /// The address of a range, checked.
  public func pointer(_ at: UInt32, _ count: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: bytes[Int(at)..<Int(at) + count])
  }

  /// Reads an integer at any address.
  public func load<T: FixedWidthInteger>(_ at: UInt32, as type: T.Type = T.self) -> T {
    T(littleEndian: bytes.loadUnaligned(fromByteOffset: Int(at), as: type))
  }

  /// Writes an integer at any address.
  public func store<T: FixedWidthInteger>(_ value: T, _ at: UInt32) {
    bytes.storeBytes(of: value.littleEndian, toByteOffset: Int(at), as: T.self)
  }

  /// Reads a double.
  public func double(_ at: UInt32) -> Double { Double(bitPattern: load(at, as: UInt64.self)) }

  /// Copies bytes in.
  public func write(_ source: some Collection<UInt8>, _ at: UInt32) {
    pointer(at, source.count).copyBytes(from: source)
  }

  /// Copies bytes out.
  public func read(_ at: UInt32, _ count: Int) -> [UInt8] { Array(pointer(at, count)) }

  /// Copies `count` u64 out.
  public func columns(_ at: UInt32, _ count: Int) -> [UInt64] {
    let raw = pointer(at, count * 8)
    return (0..<count).map { UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
  }

  /// Copies doubles in.
  public func write(_ values: [Double], _ at: UInt32) {
    let raw = pointer(at, values.count * 8)
    for (index, value) in values.enumerated() {
      raw.storeBytes(of: value.bitPattern.littleEndian, toByteOffset: index * 8, as: UInt64.self)
    }
  }
}

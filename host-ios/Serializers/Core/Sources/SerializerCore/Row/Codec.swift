// A row prepared for one cell: four calls that are timed one by one. What is timed and how is Measure/.
import Foundation

/// The four phases of a row. A library that takes plain values has no conversion.
public struct Codec<Domain, Native> {
  let toNative: (Domain) throws -> Native
  let encode: (Native) throws -> Data
  let decode: (Data) throws -> Native
  let toDomain: (Native) throws -> Domain
  /// False where native values are the domain's: its conversions cost nothing and are reported as 0.
  let converts: Bool

  /// A library with a type of its own.
  public init(
    toNative: @escaping (Domain) throws -> Native, encode: @escaping (Native) throws -> Data,
    decode: @escaping (Data) throws -> Native, toDomain: @escaping (Native) throws -> Domain
  ) {
    self.toNative = toNative
    self.encode = encode
    self.decode = decode
    self.toDomain = toDomain
    converts = true
  }

  /// `adapted`: the same bytes moved through a stream of Foundation, written and read back whole.
  func throughStream() -> Codec {
    Codec(
      toNative: toNative, encode: { try StreamedBytes.write(encode($0)) },
      decode: { try decode(StreamedBytes.read($0)) }, toDomain: toDomain, converts: converts)
  }

  private init(
    toNative: @escaping (Domain) throws -> Native, encode: @escaping (Native) throws -> Data,
    decode: @escaping (Data) throws -> Native, toDomain: @escaping (Native) throws -> Domain, converts: Bool
  ) {
    self.toNative = toNative
    self.encode = encode
    self.decode = decode
    self.toDomain = toDomain
    self.converts = converts
  }
}

extension Codec where Domain == Native {
  /// A library that takes the suite's own values.
  public init(encode: @escaping (Domain) throws -> Data, decode: @escaping (Data) throws -> Domain) {
    self.init(toNative: { $0 }, encode: encode, decode: decode, toDomain: { $0 }, converts: false)
  }
}

/// Bytes through Foundation's streams, as the reference moves them: one buffer, so it proves nothing about streaming.
enum StreamedBytes {
  private static let chunkBytes = 64 << 10

  static func write(_ bytes: Data) throws -> Data {
    let stream = OutputStream.toMemory()
    stream.open()
    defer { stream.close() }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        raw.bindMemory(to: UInt8.self).baseAddress.map {
          stream.write($0 + written, maxLength: bytes.count - written)
        } ?? 0
      }
      guard count > 0 else { throw SuiteError("STREAM", "a stream to memory took \(count) bytes") }
      written += count
    }
    guard let data = stream.property(forKey: .dataWrittenToMemoryStreamKey) as? Data else {
      throw SuiteError("STREAM", "a stream to memory gave nothing back")
    }
    return data
  }

  static func read(_ bytes: Data) throws -> Data {
    let stream = InputStream(data: bytes)
    stream.open()
    defer { stream.close() }
    var data = Data(capacity: bytes.count)
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: chunkBytes) { buffer in
      guard let base = buffer.baseAddress else { return }
      while data.count < bytes.count {
        let count = stream.read(base, maxLength: chunkBytes)
        guard count > 0 else { throw SuiteError("STREAM", "a stream of \(bytes.count) bytes gave \(count)") }
        data.append(base, count: count)
      }
    }
    return data
  }
}

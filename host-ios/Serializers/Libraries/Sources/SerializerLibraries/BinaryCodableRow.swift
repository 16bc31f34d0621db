// BinaryCodable with its defaults.
#if WITH_BinaryCodable
  import BinaryCodable
  import Foundation
  import SerializerCore

  private struct BinaryFormat: CodableFormat {
    private let encoder = BinaryEncoder()
    private let decoder = BinaryDecoder()

    func encode<Value: Encodable>(_ value: Value) throws -> Data { try encoder.encode(value) }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try decoder.decode(type, from: data)
    }
  }

  extension LibraryRows {
    static let binaryCodable = Row.codable(id: "BinaryCodable", version: "4.0.0") { BinaryFormat() }
  }
#endif

// swift-cbor with its defaults.
#if WITH_SwiftCbor
  import Foundation
  import SerializerCore
  import SwiftCbor

  private struct CborFormat: CodableFormat {
    private let encoder = CborEncoder()
    private let decoder = CborDecoder()

    func encode<Value: Encodable>(_ value: Value) throws -> Data { try encoder.encode(value) }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try decoder.decode(type, from: data)
    }
  }

  extension LibraryRows {
    static let cbor = Row.codable(id: "SwiftCbor", version: "0.0.4") { CborFormat() }
  }
#endif

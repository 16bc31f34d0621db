// swift-bson, through its document type as in the reference. A document must be a record, so many instances stand in one.
#if WITH_SwiftBSON
  import Foundation
  import SerializerCore
  import SwiftBSON

  private struct BsonFormat: CodableFormat {
    private let encoder = BSONEncoder()
    private let decoder = BSONDecoder()

    func encode<Value: Encodable>(_ value: Value) throws -> Data {
      let document: BSONDocument = try encoder.encode(value)
      return document.toData()
    }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try decoder.decode(type, from: BSONDocument(fromBSON: data))
    }
  }

  extension LibraryRows {
    static let bson = Row.codable(id: "SwiftBSON", version: "3.1.0", root: .record) { BsonFormat() }
  }
#endif

// swift-msgpack with its defaults.
#if WITH_SwiftMsgpack
  import Foundation
  import SerializerCore
  import SwiftMsgpack

  private struct MessagePackFormat: CodableFormat {
    private let encoder = MsgPackEncoder()
    private let decoder = MsgPackDecoder()

    func encode<Value: Encodable>(_ value: Value) throws -> Data { try encoder.encode(value) }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try decoder.decode(type, from: data)
    }
  }

  extension LibraryRows {
    static let messagePack = Row.codable(id: "SwiftMsgpack", version: "1.2.1") { MessagePackFormat() }
  }
#endif

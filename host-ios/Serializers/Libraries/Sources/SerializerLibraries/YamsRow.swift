// Yams with its defaults; its libyaml is inside the package. The text is converted to UTF-8 bytes within the clock.
#if WITH_Yams
  import Foundation
  import SerializerCore
  import Yams

  private struct YamlFormat: CodableFormat {
    private let encoder = YAMLEncoder()
    private let decoder = YAMLDecoder()

    func encode<Value: Encodable>(_ value: Value) throws -> Data { Data(try encoder.encode(value).utf8) }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try decoder.decode(type, from: data)
    }
  }

  extension LibraryRows {
    static let yams = Row.codable(id: "Yams", version: "5.4.0", backend: "libyaml") { YamlFormat() }
  }
#endif

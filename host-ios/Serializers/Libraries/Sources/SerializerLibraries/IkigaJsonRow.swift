// IkigaJSON, the second JSON codec, with its defaults.
#if WITH_IkigaJSON
  import Foundation
  import IkigaJSON
  import SerializerCore

  private struct IkigaFormat: CodableFormat {
    private let encoder = IkigaJSONEncoder()
    private let decoder = IkigaJSONDecoder()

    func encode<Value: Encodable>(_ value: Value) throws -> Data { try encoder.encode(value) }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try decoder.decode(type, from: data)
    }
  }

  extension LibraryRows {
    static let ikigaJson = Row.codable(id: "IkigaJSON", version: Versions.ikigaJson) { IkigaFormat() }
  }
#endif

// swift-toml with its defaults; its toml++ is inside the package. A TOML file is a record, so many instances stand in one.
#if WITH_TOML
  import Foundation
  import SerializerCore
  import TOML

  private struct TomlFormat: CodableFormat {
    private let encoder = TOMLEncoder()
    private let decoder = TOMLDecoder()

    func encode<Value: Encodable>(_ value: Value) throws -> Data { try encoder.encode(value) }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try decoder.decode(type, from: data)
    }
  }

  extension LibraryRows {
    static let toml = Row.codable(id: "TOML", version: "2.0.0", backend: "toml++", root: .record) { TomlFormat() }
  }
#endif

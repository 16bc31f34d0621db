// XMLCoder with root `payload`, no header and no formatting, as in the reference.
#if WITH_XMLCoder
  import Foundation
  import SerializerCore
  import XMLCoder

  private struct XmlFormat: CodableFormat {
    private let encoder: XMLCoder.XMLEncoder = {
      let encoder = XMLCoder.XMLEncoder()
      encoder.outputFormatting = []
      return encoder
    }()
    private let decoder = XMLCoder.XMLDecoder()

    func encode<Value: Encodable>(_ value: Value) throws -> Data { try encoder.encode(value, withRootKey: "payload") }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try decoder.decode(type, from: data)
    }
  }

  extension LibraryRows {
    static let xml = Row.codable(id: "XMLCoder", version: "0.18.1", backend: "FoundationXML") { XmlFormat() }
  }
#endif

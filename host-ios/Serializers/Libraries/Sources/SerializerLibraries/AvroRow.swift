// SwiftAvroCore. A schema is parsed before the clock starts; many instances are one bare array.
#if WITH_SwiftAvroCore
  import Foundation
  import SerializerCore
  import SwiftAvroCore

  private struct AvroCodecs: SchemaCodecs {
    func single<Record: SuiteRecord>(_ type: Record.Type) throws -> any PreparedCell {
      TypedCell(try codec(type, avroSchema(Record.dataType)))
    }

    func many<Record: SuiteRecord>(_ type: Record.Type) throws -> any PreparedCell {
      TypedCell(try codec([Record].self, #"{"type":"array","items":\#(avroSchema(Record.dataType))}"#))
    }

    private func codec<Value: Codable>(_ type: Value.Type, _ text: String) throws -> SerializerCore.Codec<Value, Value> {
      let avro = Avro()
      guard let schema = avro.decodeSchema(schema: text) else {
        throw SuiteError("AVRO_SCHEMA", "the schema of \(type) was refused")
      }
      return SerializerCore.Codec(
        encode: { try avro.encodeFrom($0, schema: schema) },
        decode: { try avro.decodeFrom(from: $0, schema: schema) })
    }
  }

  /// The records of viz/rows/generated/suite.avsc.json.
  private func avroSchema(_ type: DataType) -> String {
    switch type {
    case .message:
      record(
        "Message",
        [
          field("f_bool", "boolean"), field("f_int32", "int"), field("f_int64", "long"), field("f_float64", "double"),
          field("f_string", "string"), field("f_bool_2", "boolean"), field("f_int32_2", "int"),
          field("f_string_2", "string"),
        ])
    case .document:
      record(
        "Document",
        [
          field("id", "string"), field("status", "int"),
          nested("meta", record("Meta", [field("region", "string"), field("version", "int")])),
          list("items", record("Item", [field("sku", "string"), field("qty", "int"), field("price_minor", "long")])),
        ])
    case .telemetry:
      record(
        "Telemetry",
        [field("source", "string"), field("ts", "long"), list("tags", #""string""#), list("values", #""double""#)])
    case .strings: record("Strings", [list("items", #""string""#)])
    case .event:
      record(
        "Event",
        [
          field("event_id", "string"), field("event_type", "string"), field("occurred_at", "long"),
          field("producer", "string"), list("attrs", record("Attr", [field("key", "string"), field("value", "string")])),
        ])
    }
  }

  private func record(_ name: String, _ fields: [String]) -> String {
    #"{"type":"record","name":"\#(name)","fields":[\#(fields.joined(separator: ","))]}"#
  }
  private func nested(_ name: String, _ type: String) -> String { #"{"name":"\#(name)","type":\#(type)}"# }
  private func field(_ name: String, _ type: String) -> String { nested(name, "\"\(type)\"") }
  private func list(_ name: String, _ items: String) -> String { nested(name, #"{"type":"array","items":\#(items)}"#) }

  extension LibraryRows {
    static let avro = Row.schema(id: "SwiftAvroCore", version: "2.0.0", backend: "schema text, no generator") {
      AvroCodecs()
    }
  }
#endif

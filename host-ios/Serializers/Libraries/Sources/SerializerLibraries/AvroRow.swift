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

    private func codec<Value: Codable>(_ type: Value.Type, _ text: String) throws -> SerializerCore.Codec<Value, Value>
    {
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
          field("producer", "string"),
          list("attrs", record("Attr", [field("key", "string"), field("value", "string")])),
        ])
    }
  }

  private func record(_ name: String, _ fields: [String]) -> String {
    #"{"type":"record","name":"\#(name)","fields":[\#(fields.joined(separator: ","))]}"#
  }
  private func nested(_ name: String, _ type: String) -> String { #"{"name":"\#(name)","type":\#(type)}"# }
  private func field(_ name: String, _ type: String) -> String { nested(name, "\"\(type)\"") }
  private func list(_ name: String, _ items: String) -> String { nested(name, #"{"type":"array","items":\#(items)}"#) }

  // The encoder matches a schema's fields with the labels of a value's mirror, not with its coding keys: records whose properties
  // have other names than the wire's say the wire's here. (The reference's properties are named as the wire.)
  extension MessageRecord: @retroactive CustomReflectable {
    public var customMirror: Mirror {
      Mirror(
        self,
        children: [
          "f_bool": fBool, "f_int32": fInt32, "f_int64": fInt64, "f_float64": fFloat64, "f_string": fString,
          "f_bool_2": fBool2, "f_int32_2": fInt322, "f_string_2": fString2,
        ])
    }
  }

  extension ItemRecord: @retroactive CustomReflectable {
    public var customMirror: Mirror {
      Mirror(self, children: ["sku": sku, "qty": qty, "price_minor": priceMinor])
    }
  }

  extension EventRecord: @retroactive CustomReflectable {
    public var customMirror: Mirror {
      Mirror(
        self,
        children: [
          "event_id": eventId, "event_type": eventType, "occurred_at": occurredAt, "producer": producer, "attrs": attrs,
        ])
    }
  }

  extension LibraryRows {
    static let avro = Row.schema(id: "SwiftAvroCore", version: "2.0.0", backend: "schema text, no generator") {
      AvroCodecs()
    }
  }
#endif

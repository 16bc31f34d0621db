// SwiftProtobuf with generated messages; conversions between them and the suite's records are timed on their own.
#if WITH_SwiftProtobuf
  import Foundation
  import SerializerCore
  import SwiftProtobuf

  /// A record with a generated message and a batch of them.
  private protocol ProtobufRecord: SuiteRecord {
    associatedtype Generated: SwiftProtobuf.Message
    associatedtype GeneratedBatch: SwiftProtobuf.Message
    var generated: Generated { get }
    init(_ generated: Generated)
    static func batch(_ items: [Generated]) -> GeneratedBatch
    static func items(_ batch: GeneratedBatch) -> [Generated]
  }

  private struct ProtobufCodecs: SchemaCodecs {
    func single<Record: SuiteRecord>(_ type: Record.Type) throws -> any PreparedCell {
      guard let known = type as? any ProtobufRecord.Type else { throw noSchema(type) }
      return single(of: known)
    }

    func many<Record: SuiteRecord>(_ type: Record.Type) throws -> any PreparedCell {
      guard let known = type as? any ProtobufRecord.Type else { throw noSchema(type) }
      return many(of: known)
    }

    private func single<Record: ProtobufRecord>(of type: Record.Type) -> any PreparedCell {
      TypedCell(
        Codec<Record, Record.Generated>(
          toNative: { $0.generated }, encode: { try $0.serializedData() },
          decode: { try Record.Generated(serializedBytes: $0) }, toDomain: { Record($0) }))
    }

    private func many<Record: ProtobufRecord>(of type: Record.Type) -> any PreparedCell {
      TypedCell(
        Codec<[Record], Record.GeneratedBatch>(
          toNative: { Record.batch($0.map(\.generated)) }, encode: { try $0.serializedData() },
          decode: { try Record.GeneratedBatch(serializedBytes: $0) },
          toDomain: { Record.items($0).map { Record($0) } }))
    }
  }

  extension MessageRecord: ProtobufRecord {
    fileprivate var generated: Suite_Message {
      .with {
        $0.fBool = fBool
        $0.fInt32 = fInt32
        $0.fInt64 = fInt64
        $0.fFloat64 = fFloat64
        $0.fString = fString
        $0.fBool2 = fBool2
        $0.fInt322 = fInt322
        $0.fString2 = fString2
      }
    }
    fileprivate init(_ generated: Suite_Message) {
      self.init(
        fBool: generated.fBool, fInt32: generated.fInt32, fInt64: generated.fInt64, fFloat64: generated.fFloat64,
        fString: generated.fString, fBool2: generated.fBool2, fInt322: generated.fInt322, fString2: generated.fString2)
    }
    fileprivate static func batch(_ items: [Suite_Message]) -> Suite_BatchMessage { .with { $0.items = items } }
    fileprivate static func items(_ batch: Suite_BatchMessage) -> [Suite_Message] { batch.items }
  }

  extension DocumentRecord: ProtobufRecord {
    fileprivate var generated: Suite_Document {
      .with {
        $0.id = id
        $0.status = status
        $0.meta = .with {
          $0.region = meta.region
          $0.version = meta.version
        }
        $0.items = items.map { item in
          .with {
            $0.sku = item.sku
            $0.qty = item.qty
            $0.priceMinor = item.priceMinor
          }
        }
      }
    }
    fileprivate init(_ generated: Suite_Document) {
      self.init(
        id: generated.id, status: generated.status,
        meta: MetaRecord(region: generated.meta.region, version: generated.meta.version),
        items: generated.items.map { ItemRecord(sku: $0.sku, qty: $0.qty, priceMinor: $0.priceMinor) })
    }
    fileprivate static func batch(_ items: [Suite_Document]) -> Suite_BatchDocument { .with { $0.items = items } }
    fileprivate static func items(_ batch: Suite_BatchDocument) -> [Suite_Document] { batch.items }
  }

  extension TelemetryRecord: ProtobufRecord {
    fileprivate var generated: Suite_Telemetry {
      .with {
        $0.source = source
        $0.ts = ts
        $0.tags = tags
        $0.values = values
      }
    }
    fileprivate init(_ generated: Suite_Telemetry) {
      self.init(source: generated.source, ts: generated.ts, tags: generated.tags, values: generated.values)
    }
    fileprivate static func batch(_ items: [Suite_Telemetry]) -> Suite_BatchTelemetry { .with { $0.items = items } }
    fileprivate static func items(_ batch: Suite_BatchTelemetry) -> [Suite_Telemetry] { batch.items }
  }

  extension StringsRecord: ProtobufRecord {
    fileprivate var generated: Suite_Strings { .with { $0.items = items } }
    fileprivate init(_ generated: Suite_Strings) { self.init(items: generated.items) }
    fileprivate static func batch(_ items: [Suite_Strings]) -> Suite_BatchStrings { .with { $0.items = items } }
    fileprivate static func items(_ batch: Suite_BatchStrings) -> [Suite_Strings] { batch.items }
  }

  extension EventRecord: ProtobufRecord {
    fileprivate var generated: Suite_Event {
      .with {
        $0.eventID = eventId
        $0.eventType = eventType
        $0.occurredAt = occurredAt
        $0.producer = producer
        $0.attrs = attrs.map { attr in
          .with {
            $0.key = attr.key
            $0.value = attr.value
          }
        }
      }
    }
    fileprivate init(_ generated: Suite_Event) {
      self.init(
        eventId: generated.eventID, eventType: generated.eventType, occurredAt: generated.occurredAt,
        producer: generated.producer, attrs: generated.attrs.map { AttrRecord(key: $0.key, value: $0.value) })
    }
    fileprivate static func batch(_ items: [Suite_Event]) -> Suite_BatchEvent { .with { $0.items = items } }
    fileprivate static func items(_ batch: Suite_BatchEvent) -> [Suite_Event] { batch.items }
  }

  extension LibraryRows {
    static let protobuf = Row.schema(
      id: "SwiftProtobuf", version: Versions.protobuf, backend: "protoc 3.21.12, protoc-gen-swift 1.37.0"
    ) { ProtobufCodecs() }
  }
#endif

// Cap'n Proto through the bridge to its C++ library: one message in one segment, not packed, as in the reference.
#if WITH_CapnProto
  import CCapnProtoBridge
  import Foundation
  import SerializerCore

  /// A record that the bridge writes and reads.
  private protocol CapnRecord: SuiteRecord {
    static var kind: ecp_kind { get }
    func write(_ writer: OpaquePointer, _ index: UInt32)
    init?(_ reader: OpaquePointer, _ index: UInt32)
  }

  extension CapnRecord {
    fileprivate static func singleCell() -> any PreparedCell {
      TypedCell(
        Codec<Self, Self>(
          encode: { record in try written(-1) { record.write($0, 0) } },
          decode: { data in
            try read(data, isBatch: false) { reader in
              guard let record = Self(reader, 0) else { throw damaged }
              return record
            }
          }))
    }

    fileprivate static func manyCell() -> any PreparedCell {
      TypedCell(
        Codec<[Self], [Self]>(
          encode: { records in
            try written(Int64(records.count)) { writer in
              for (index, record) in records.enumerated() { record.write(writer, UInt32(index)) }
            }
          },
          decode: { data in
            try read(data, isBatch: true) { reader in
              try (0..<ecp_count(reader)).map { index in
                guard let record = Self(reader, index) else { throw damaged }
                return record
              }
            }
          }))
    }

    private static var damaged: SuiteError { SuiteError("CAPNP", "the bytes hold no \(Self.dataType)") }

    private static func written(_ count: Int64, _ body: (OpaquePointer) -> Void) throws -> Data {
      guard let writer = ecp_writer_new(Int32(kind.rawValue), count) else { throw damaged }
      defer { ecp_writer_free(writer) }
      body(writer)
      var bytes = 0
      guard let at = ecp_finish(writer, &bytes) else { throw damaged }
      return Data(bytes: at, count: bytes)
    }

    private static func read<Result>(
      _ data: Data, isBatch: Bool, _ body: (OpaquePointer) throws -> Result
    ) throws -> Result {
      try data.withUnsafeBytes { raw in
        let at = raw.bindMemory(to: UInt8.self).baseAddress
        guard let reader = ecp_reader_new(at, raw.count, Int32(kind.rawValue), isBatch) else { throw damaged }
        defer { ecp_reader_free(reader) }
        return try body(reader)
      }
    }
  }

  private struct CapnCodecs: SchemaCodecs {
    func single<Record: SuiteRecord>(_ type: Record.Type) throws -> any PreparedCell {
      guard let known = type as? any CapnRecord.Type else { throw noSchema(type) }
      return known.singleCell()
    }

    func many<Record: SuiteRecord>(_ type: Record.Type) throws -> any PreparedCell {
      guard let known = type as? any CapnRecord.Type else { throw noSchema(type) }
      return known.manyCell()
    }
  }

  extension String {
    /// Lends the bytes; Swift's own strings are contiguous, so nothing is copied.
    fileprivate func lend<Result>(_ body: (ecp_text) -> Result) -> Result {
      var text = self
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { body(ecp_text(at: $0.baseAddress, bytes: $0.count)) }
      }
    }

    fileprivate init(_ text: ecp_text) {
      let bytes = UnsafeRawBufferPointer(start: text.at, count: text.bytes)
      self.init(decoding: bytes, as: UTF8.self)
    }
  }

  extension MessageRecord: CapnRecord {
    fileprivate static var kind: ecp_kind { ECP_MESSAGE }
    fileprivate func write(_ writer: OpaquePointer, _ index: UInt32) {
      fString.lend { first in
        fString2.lend { second in
          ecp_put_message(writer, index, fBool, fInt32, fInt64, fFloat64, first, fBool2, fInt322, second)
        }
      }
    }
    fileprivate init?(_ reader: OpaquePointer, _ index: UInt32) {
      var found = ecp_message()
      guard ecp_get_message(reader, index, &found) else { return nil }
      self.init(
        fBool: found.f_bool, fInt32: found.f_int32, fInt64: found.f_int64, fFloat64: found.f_float64,
        fString: String(found.f_string), fBool2: found.f_bool_2, fInt322: found.f_int32_2,
        fString2: String(found.f_string_2))
    }
  }

  extension DocumentRecord: CapnRecord {
    fileprivate static var kind: ecp_kind { ECP_DOCUMENT }
    fileprivate func write(_ writer: OpaquePointer, _ index: UInt32) {
      id.lend { name in
        meta.region.lend { ecp_put_document(writer, index, name, status, $0, meta.version, UInt32(items.count)) }
      }
      for (place, item) in items.enumerated() {
        item.sku.lend { ecp_put_item(writer, UInt32(place), $0, item.qty, item.priceMinor) }
      }
    }
    fileprivate init?(_ reader: OpaquePointer, _ index: UInt32) {
      var found = ecp_document()
      guard ecp_get_document(reader, index, &found) else { return nil }
      var items: [ItemRecord] = []
      items.reserveCapacity(Int(found.items))
      var item = ecp_item()
      for place in 0..<found.items {
        guard ecp_get_item(reader, place, &item) else { return nil }
        items.append(ItemRecord(sku: String(item.sku), qty: item.qty, priceMinor: item.price_minor))
      }
      self.init(
        id: String(found.id), status: found.status,
        meta: MetaRecord(region: String(found.region), version: found.version), items: items)
    }
  }

  /// The texts of the current record's list.
  private func texts(_ reader: OpaquePointer, _ count: UInt32) -> [String]? {
    var all: [String] = []
    all.reserveCapacity(Int(count))
    var text = ecp_text()
    for place in 0..<count {
      guard ecp_get_text(reader, place, &text) else { return nil }
      all.append(String(text))
    }
    return all
  }

  private func put(_ texts: [String], _ writer: OpaquePointer) {
    for (place, text) in texts.enumerated() { text.lend { ecp_put_text(writer, UInt32(place), $0) } }
  }

  extension TelemetryRecord: CapnRecord {
    fileprivate static var kind: ecp_kind { ECP_TELEMETRY }
    fileprivate func write(_ writer: OpaquePointer, _ index: UInt32) {
      source.lend { name in
        values.withUnsafeBufferPointer {
          ecp_put_telemetry(writer, index, name, ts, UInt32(tags.count), $0.baseAddress, UInt32($0.count))
        }
      }
      put(tags, writer)
    }
    fileprivate init?(_ reader: OpaquePointer, _ index: UInt32) {
      var found = ecp_telemetry()
      guard ecp_get_telemetry(reader, index, &found), let tags = texts(reader, found.tags) else { return nil }
      let values = [Double](unsafeUninitializedCapacity: Int(found.values)) { room, count in
        if let at = room.baseAddress, ecp_get_values(reader, at, found.values) { count = Int(found.values) }
      }
      guard values.count == Int(found.values) else { return nil }
      self.init(source: String(found.source), ts: found.ts, tags: tags, values: values)
    }
  }

  extension StringsRecord: CapnRecord {
    fileprivate static var kind: ecp_kind { ECP_STRINGS }
    fileprivate func write(_ writer: OpaquePointer, _ index: UInt32) {
      ecp_put_strings(writer, index, UInt32(items.count))
      put(items, writer)
    }
    fileprivate init?(_ reader: OpaquePointer, _ index: UInt32) {
      var count: UInt32 = 0
      guard ecp_get_strings(reader, index, &count), let items = texts(reader, count) else { return nil }
      self.init(items: items)
    }
  }

  extension EventRecord: CapnRecord {
    fileprivate static var kind: ecp_kind { ECP_EVENT }
    fileprivate func write(_ writer: OpaquePointer, _ index: UInt32) {
      eventId.lend { id in
        eventType.lend { type in
          producer.lend { ecp_put_event(writer, index, id, type, occurredAt, $0, UInt32(attrs.count)) }
        }
      }
      for (place, attr) in attrs.enumerated() {
        attr.key.lend { key in attr.value.lend { ecp_put_attr(writer, UInt32(place), key, $0) } }
      }
    }
    fileprivate init?(_ reader: OpaquePointer, _ index: UInt32) {
      var found = ecp_event()
      guard ecp_get_event(reader, index, &found) else { return nil }
      var attrs: [AttrRecord] = []
      attrs.reserveCapacity(Int(found.attrs))
      var attr = ecp_attr()
      for place in 0..<found.attrs {
        guard ecp_get_attr(reader, place, &attr) else { return nil }
        attrs.append(AttrRecord(key: String(attr.key), value: String(attr.value)))
      }
      self.init(
        eventId: String(found.event_id), eventType: String(found.event_type), occurredAt: found.occurred_at,
        producer: String(found.producer), attrs: attrs)
    }
  }

  extension LibraryRows {
    static let capnProto = Row.schema(
      id: "CapnProto", version: "capnproto-\(String(cString: ecp_version()))", backend: "C++ library behind a bridge"
    ) { CapnCodecs() }
  }
#endif

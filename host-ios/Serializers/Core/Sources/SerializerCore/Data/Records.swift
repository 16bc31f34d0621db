// The five records as Swift values, with the field names of the wire. Integer widths are the reference's: they decide the
// sizes of the schema-free binary formats.

/// A record that the suite measures.
public protocol SuiteRecord: Codable, SuiteValue {
  static var dataType: DataType { get }
  /// Reads one instance as the kernel wrote it.
  init(reading reader: inout RecordReader)
}

/// Eight scalars.
public struct MessageRecord: SuiteRecord {
  public var fBool: Bool
  public var fInt32: Int32
  public var fInt64: Int64
  public var fFloat64: Double
  public var fString: String
  public var fBool2: Bool
  public var fInt322: Int32
  public var fString2: String

  enum CodingKeys: String, CodingKey {
    case fBool = "f_bool"
    case fInt32 = "f_int32"
    case fInt64 = "f_int64"
    case fFloat64 = "f_float64"
    case fString = "f_string"
    case fBool2 = "f_bool_2"
    case fInt322 = "f_int32_2"
    case fString2 = "f_string_2"
  }

  /// All fields, in the wire's order.
  public init(
    fBool: Bool, fInt32: Int32, fInt64: Int64, fFloat64: Double, fString: String, fBool2: Bool, fInt322: Int32,
    fString2: String
  ) {
    self.fBool = fBool
    self.fInt32 = fInt32
    self.fInt64 = fInt64
    self.fFloat64 = fFloat64
    self.fString = fString
    self.fBool2 = fBool2
    self.fInt322 = fInt322
    self.fString2 = fString2
  }

  public static var dataType: DataType { .message }

  public init(reading reader: inout RecordReader) {
    self.init(
      fBool: reader.bool(), fInt32: reader.int32(), fInt64: reader.int64(), fFloat64: reader.double(),
      fString: reader.word(), fBool2: reader.bool(), fInt322: reader.int32(), fString2: reader.word())
  }

  public func compare(_ other: MessageRecord, _ tally: inout Tally) {
    fBool.compare(other.fBool, &tally)
    fInt32.compare(other.fInt32, &tally)
    fInt64.compare(other.fInt64, &tally)
    fFloat64.compare(other.fFloat64, &tally)
    fString.compare(other.fString, &tally)
    fBool2.compare(other.fBool2, &tally)
    fInt322.compare(other.fInt322, &tally)
    fString2.compare(other.fString2, &tally)
  }
}

/// Where a document belongs.
public struct MetaRecord: Codable, SuiteValue {
  public var region: String
  public var version: Int32

  /// All fields, in the wire's order.
  public init(region: String, version: Int32) {
    self.region = region
    self.version = version
  }

  public func compare(_ other: MetaRecord, _ tally: inout Tally) {
    region.compare(other.region, &tally)
    version.compare(other.version, &tally)
  }
}

/// One line of a document.
public struct ItemRecord: Codable, SuiteValue {
  public var sku: String
  public var qty: Int32
  public var priceMinor: Int64

  enum CodingKeys: String, CodingKey {
    case sku, qty
    case priceMinor = "price_minor"
  }

  /// All fields, in the wire's order.
  public init(sku: String, qty: Int32, priceMinor: Int64) {
    self.sku = sku
    self.qty = qty
    self.priceMinor = priceMinor
  }

  public func compare(_ other: ItemRecord, _ tally: inout Tally) {
    sku.compare(other.sku, &tally)
    qty.compare(other.qty, &tally)
    priceMinor.compare(other.priceMinor, &tally)
  }
}

/// A record in a record, and a list of records.
public struct DocumentRecord: SuiteRecord {
  public var id: String
  public var status: Int32
  public var meta: MetaRecord
  public var items: [ItemRecord]

  /// All fields, in the wire's order.
  public init(id: String, status: Int32, meta: MetaRecord, items: [ItemRecord]) {
    self.id = id
    self.status = status
    self.meta = meta
    self.items = items
  }

  public static var dataType: DataType { .document }

  public init(reading reader: inout RecordReader) {
    id = reader.word()
    status = reader.int32()
    meta = MetaRecord(region: reader.word(), version: reader.int32())
    // Prices fit 32 bits and are stored so, though their type is int64.
    items = reader.list { ItemRecord(sku: $0.word(), qty: $0.int32(), priceMinor: Int64($0.int32())) }
  }

  public func compare(_ other: DocumentRecord, _ tally: inout Tally) {
    id.compare(other.id, &tally)
    status.compare(other.status, &tally)
    meta.compare(other.meta, &tally)
    items.compare(other.items, &tally)
  }
}

/// Mostly numbers.
public struct TelemetryRecord: SuiteRecord {
  public var source: String
  public var ts: Int64
  public var tags: [String]
  public var values: [Double]

  /// All fields, in the wire's order.
  public init(source: String, ts: Int64, tags: [String], values: [Double]) {
    self.source = source
    self.ts = ts
    self.tags = tags
    self.values = values
  }

  public static var dataType: DataType { .telemetry }

  public init(reading reader: inout RecordReader) {
    source = reader.word()
    ts = reader.int64()
    tags = reader.list { $0.word() }
    values = reader.list { $0.double() }
  }

  public func compare(_ other: TelemetryRecord, _ tally: inout Tally) {
    source.compare(other.source, &tally)
    ts.compare(other.ts, &tally)
    tags.compare(other.tags, &tally)
    values.compare(other.values, &tally)
  }
}

/// Mostly words.
public struct StringsRecord: SuiteRecord {
  public var items: [String]

  /// All fields.
  public init(items: [String]) { self.items = items }

  public static var dataType: DataType { .strings }

  public init(reading reader: inout RecordReader) { items = reader.list { $0.word() } }

  public func compare(_ other: StringsRecord, _ tally: inout Tally) { items.compare(other.items, &tally) }
}

/// A key and a value.
public struct AttrRecord: Codable, SuiteValue {
  public var key: String
  public var value: String

  /// All fields, in the wire's order.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  public func compare(_ other: AttrRecord, _ tally: inout Tally) {
    key.compare(other.key, &tally)
    value.compare(other.value, &tally)
  }
}

/// An envelope with attributes.
public struct EventRecord: SuiteRecord {
  public var eventId: String
  public var eventType: String
  public var occurredAt: Int64
  public var producer: String
  public var attrs: [AttrRecord]

  enum CodingKeys: String, CodingKey {
    case eventId = "event_id"
    case eventType = "event_type"
    case occurredAt = "occurred_at"
    case producer, attrs
  }

  /// All fields, in the wire's order.
  public init(eventId: String, eventType: String, occurredAt: Int64, producer: String, attrs: [AttrRecord]) {
    self.eventId = eventId
    self.eventType = eventType
    self.occurredAt = occurredAt
    self.producer = producer
    self.attrs = attrs
  }

  public static var dataType: DataType { .event }

  public init(reading reader: inout RecordReader) {
    self.init(
      eventId: reader.word(), eventType: reader.word(), occurredAt: reader.int64(), producer: reader.word(),
      attrs: reader.list { AttrRecord(key: $0.word(), value: $0.word()) })
  }

  public func compare(_ other: EventRecord, _ tally: inout Tally) {
    eventId.compare(other.eventId, &tally)
    eventType.compare(other.eventType, &tally)
    occurredAt.compare(other.occurredAt, &tally)
    producer.compare(other.producer, &tally)
    attrs.compare(other.attrs, &tally)
  }
}

/// Many instances where a format's root must be a record.
public struct Batch<Element: Codable & Sendable>: Codable, Sendable {
  public var items: [Element]

  /// Wraps instances.
  public init(items: [Element]) { self.items = items }
}

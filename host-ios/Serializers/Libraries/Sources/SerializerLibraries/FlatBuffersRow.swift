// FlatBuffers: building writes the buffer, reading goes over every field of it, so both are whole. Buffers are not verified.
#if WITH_FlatBuffers
  import FlatBuffers
  import Foundation
  import SerializerCore

  /// A record that can be written into the payload's slots and read from them.
  private protocol FlatRecord: SuiteRecord {
    associatedtype Table
    init(_ table: Table)
    /// Writes the table; strings and vectors first, as the format asks.
    func write(_ builder: inout FlatBufferBuilder) -> Offset
    static var kind: UInt8 { get }
    static func add(_ table: Offset, _ builder: inout FlatBufferBuilder)
    static func addMany(_ tables: Offset, _ builder: inout FlatBufferBuilder)
    static func one(_ payload: fbs_Payload) -> Table?
    static func count(_ payload: fbs_Payload) -> Int32
    static func one(_ payload: fbs_Payload, at index: Int32) -> Table?
  }

  extension FlatRecord {
    fileprivate static func singleCell() -> any PreparedCell {
      TypedCell(
        Codec<Self, Self>(
          encode: { record in
            var builder = FlatBufferBuilder()
            let table = record.write(&builder)
            return finish(&builder) { Self.add(table, &$0) }
          },
          decode: { data in
            guard let table = Self.one(payload(data)) else { throw noTable }
            return Self(table)
          }))
    }

    fileprivate static func manyCell() -> any PreparedCell {
      TypedCell(
        Codec<[Self], [Self]>(
          encode: { records in
            var builder = FlatBufferBuilder()
            let vector = builder.createVector(ofOffsets: records.map { $0.write(&builder) })
            return finish(&builder) { Self.addMany(vector, &$0) }
          },
          decode: { data in
            let payload = payload(data)
            return try (0..<Self.count(payload)).map { index in
              guard let table = Self.one(payload, at: index) else { throw noTable }
              return Self(table)
            }
          }))
    }

    private static var noTable: SuiteError { SuiteError("NO_TABLE", "the payload holds no \(Self.dataType)") }

    private static func finish(
      _ builder: inout FlatBufferBuilder, _ slot: (inout FlatBufferBuilder) -> Void
    ) -> Data {
      let start = fbs_Payload.startPayload(&builder)
      fbs_Payload.add(kind: Self.kind, &builder)
      slot(&builder)
      builder.finish(offset: fbs_Payload.endPayload(&builder, start: start))
      return builder.data
    }

    private static func payload(_ data: Data) -> fbs_Payload {
      var buffer = ByteBuffer(data: data)
      return getRoot(byteBuffer: &buffer)
    }
  }

  private struct FlatCodecs: SchemaCodecs {
    func single<Record: SuiteRecord>(_ type: Record.Type) throws -> any PreparedCell {
      guard let known = type as? any FlatRecord.Type else { throw noSchema(type) }
      return known.singleCell()
    }

    func many<Record: SuiteRecord>(_ type: Record.Type) throws -> any PreparedCell {
      guard let known = type as? any FlatRecord.Type else { throw noSchema(type) }
      return known.manyCell()
    }
  }

  extension MessageRecord: FlatRecord {
    fileprivate init(_ table: fbs_Message) {
      self.init(
        fBool: table.fBool, fInt32: table.fInt32, fInt64: table.fInt64, fFloat64: table.fFloat64,
        fString: table.fString ?? "", fBool2: table.fBool2, fInt322: table.fInt322, fString2: table.fString2 ?? "")
    }
    fileprivate func write(_ builder: inout FlatBufferBuilder) -> Offset {
      let first = builder.create(string: fString)
      let second = builder.create(string: fString2)
      return fbs_Message.createMessage(
        &builder, fBool: fBool, fInt32: fInt32, fInt64: fInt64, fFloat64: fFloat64, fStringOffset: first,
        fBool2: fBool2, fInt322: fInt322, fString2Offset: second)
    }
    fileprivate static var kind: UInt8 { 1 }
    fileprivate static func add(_ table: Offset, _ builder: inout FlatBufferBuilder) {
      fbs_Payload.add(message: table, &builder)
    }
    fileprivate static func addMany(_ tables: Offset, _ builder: inout FlatBufferBuilder) {
      fbs_Payload.addVectorOf(messages: tables, &builder)
    }
    fileprivate static func one(_ payload: fbs_Payload) -> fbs_Message? { payload.message }
    fileprivate static func count(_ payload: fbs_Payload) -> Int32 { payload.messagesCount }
    fileprivate static func one(_ payload: fbs_Payload, at index: Int32) -> fbs_Message? { payload.messages(at: index) }
  }

  extension DocumentRecord: FlatRecord {
    fileprivate init(_ table: fbs_Document) {
      self.init(
        id: table.id ?? "", status: table.status,
        meta: MetaRecord(region: table.meta?.region ?? "", version: table.meta?.version ?? 0),
        items: (0..<table.itemsCount).compactMap { table.items(at: $0) }.map {
          ItemRecord(sku: $0.sku ?? "", qty: $0.qty, priceMinor: $0.priceMinor)
        })
    }
    fileprivate func write(_ builder: inout FlatBufferBuilder) -> Offset {
      let name = builder.create(string: id)
      let region = builder.create(string: meta.region)
      let place = fbs_Meta.createMeta(&builder, regionOffset: region, version: meta.version)
      let lines = items.map { item in
        let sku = builder.create(string: item.sku)
        return fbs_Item.createItem(&builder, skuOffset: sku, qty: item.qty, priceMinor: item.priceMinor)
      }
      let vector = builder.createVector(ofOffsets: lines)
      return fbs_Document.createDocument(
        &builder, idOffset: name, status: status, metaOffset: place, itemsVectorOffset: vector)
    }
    fileprivate static var kind: UInt8 { 2 }
    fileprivate static func add(_ table: Offset, _ builder: inout FlatBufferBuilder) {
      fbs_Payload.add(document: table, &builder)
    }
    fileprivate static func addMany(_ tables: Offset, _ builder: inout FlatBufferBuilder) {
      fbs_Payload.addVectorOf(documents: tables, &builder)
    }
    fileprivate static func one(_ payload: fbs_Payload) -> fbs_Document? { payload.document }
    fileprivate static func count(_ payload: fbs_Payload) -> Int32 { payload.documentsCount }
    fileprivate static func one(_ payload: fbs_Payload, at index: Int32) -> fbs_Document? {
      payload.documents(at: index)
    }
  }

  extension TelemetryRecord: FlatRecord {
    fileprivate init(_ table: fbs_Telemetry) {
      self.init(
        source: table.source ?? "", ts: table.ts, tags: (0..<table.tagsCount).map { table.tags(at: $0) ?? "" },
        values: table.values)
    }
    fileprivate func write(_ builder: inout FlatBufferBuilder) -> Offset {
      let name = builder.create(string: source)
      let words = builder.createVector(ofStrings: tags)
      let numbers = builder.createVector(values)
      return fbs_Telemetry.createTelemetry(
        &builder, sourceOffset: name, ts: ts, tagsVectorOffset: words, valuesVectorOffset: numbers)
    }
    fileprivate static var kind: UInt8 { 3 }
    fileprivate static func add(_ table: Offset, _ builder: inout FlatBufferBuilder) {
      fbs_Payload.add(telemetry: table, &builder)
    }
    fileprivate static func addMany(_ tables: Offset, _ builder: inout FlatBufferBuilder) {
      fbs_Payload.addVectorOf(telemetries: tables, &builder)
    }
    fileprivate static func one(_ payload: fbs_Payload) -> fbs_Telemetry? { payload.telemetry }
    fileprivate static func count(_ payload: fbs_Payload) -> Int32 { payload.telemetriesCount }
    fileprivate static func one(_ payload: fbs_Payload, at index: Int32) -> fbs_Telemetry? {
      payload.telemetries(at: index)
    }
  }

  extension StringsRecord: FlatRecord {
    fileprivate init(_ table: fbs_Strings) {
      self.init(items: (0..<table.itemsCount).map { table.items(at: $0) ?? "" })
    }
    fileprivate func write(_ builder: inout FlatBufferBuilder) -> Offset {
      let words = builder.createVector(ofStrings: items)
      return fbs_Strings.createStrings(&builder, itemsVectorOffset: words)
    }
    fileprivate static var kind: UInt8 { 4 }
    fileprivate static func add(_ table: Offset, _ builder: inout FlatBufferBuilder) {
      fbs_Payload.add(strings: table, &builder)
    }
    fileprivate static func addMany(_ tables: Offset, _ builder: inout FlatBufferBuilder) {
      fbs_Payload.addVectorOf(stringsList: tables, &builder)
    }
    fileprivate static func one(_ payload: fbs_Payload) -> fbs_Strings? { payload.strings }
    fileprivate static func count(_ payload: fbs_Payload) -> Int32 { payload.stringsListCount }
    fileprivate static func one(_ payload: fbs_Payload, at index: Int32) -> fbs_Strings? {
      payload.stringsList(at: index)
    }
  }

  extension EventRecord: FlatRecord {
    fileprivate init(_ table: fbs_Event) {
      self.init(
        eventId: table.eventId ?? "", eventType: table.eventType ?? "", occurredAt: table.occurredAt,
        producer: table.producer ?? "",
        attrs: (0..<table.attrsCount).compactMap { table.attrs(at: $0) }.map {
          AttrRecord(key: $0.key ?? "", value: $0.value ?? "")
        })
    }
    fileprivate func write(_ builder: inout FlatBufferBuilder) -> Offset {
      let id = builder.create(string: eventId)
      let type = builder.create(string: eventType)
      let maker = builder.create(string: producer)
      let pairs = attrs.map { attr in
        let key = builder.create(string: attr.key)
        let value = builder.create(string: attr.value)
        return fbs_Attr.createAttr(&builder, keyOffset: key, valueOffset: value)
      }
      let vector = builder.createVector(ofOffsets: pairs)
      return fbs_Event.createEvent(
        &builder, eventIdOffset: id, eventTypeOffset: type, occurredAt: occurredAt, producerOffset: maker,
        attrsVectorOffset: vector)
    }
    fileprivate static var kind: UInt8 { 5 }
    fileprivate static func add(_ table: Offset, _ builder: inout FlatBufferBuilder) {
      fbs_Payload.add(event: table, &builder)
    }
    fileprivate static func addMany(_ tables: Offset, _ builder: inout FlatBufferBuilder) {
      fbs_Payload.addVectorOf(events: tables, &builder)
    }
    fileprivate static func one(_ payload: fbs_Payload) -> fbs_Event? { payload.event }
    fileprivate static func count(_ payload: fbs_Payload) -> Int32 { payload.eventsCount }
    fileprivate static func one(_ payload: fbs_Payload, at index: Int32) -> fbs_Event? { payload.events(at: index) }
  }

  extension LibraryRows {
    static let flatBuffers = Row.schema(
      id: "FlatBuffers", version: "24.3.25", backend: "flatc 23.5.26, not verified on reading"
    ) { FlatCodecs() }
  }
#endif

// The state of each row here, found by doing its work once: being built in proves nothing.

/// What a driver is told of a row; the fields are those of host-node/src/serializers/protocol.ts.
public struct RowReport: Codable, Sendable {
  public let id: String
  public let library: String
  public let format: String
  public let kind: RowKind
  public let counterpart: String
  public var state: String
  public var detail: String?
  public var version: String?
  public var backend: String?
  public var reuse = "none"
  public var streamMode = "adapted"

  init(_ about: RowAbout) {
    id = about.id
    library = about.library
    format = about.format
    kind = about.kind
    counterpart = about.id
    state = "not-installed"
    detail = about.remedy
  }

  public var isReady: Bool { state == "ok" }
}

/// The rows of one program, in registration order.
public struct RowSet: Sendable {
  public let rows: [String: Row]

  /// The rows that are built in; the catalogue names the others.
  public init(_ rows: [Row]) { self.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) }) }

  /// Probes every row.
  public func reports() -> [RowReport] { RowCatalog.all.map(report) }

  /// Probes one row.
  func report(of id: String) throws -> RowReport {
    guard let about = RowCatalog.all.first(where: { $0.id == id }) else {
      throw SuiteError("NO_ROW", "there is no row \(id)")
    }
    return report(about)
  }

  private func report(_ about: RowAbout) -> RowReport {
    var report = RowReport(about)
    guard let row = rows[about.id] else { return report }
    report.version = row.version
    report.backend = row.backend
    do {
      try probe(row)
      report.state = "ok"
      report.detail = nil
      report.reuse = "instance"
    } catch {
      report.state = "broken"
      report.detail = String(String(describing: error).prefix(200))
    }
    return report
  }

  /// Two instances that differ: the same bytes for both would be a cached output.
  private func probe(_ row: Row) throws {
    let cell = try row.prepare(Cell(.event, 1))
    let fixtures = ["first", "other"].map { Fixture(record: probeEvent($0)) }
    guard try cell.output(fixtures[0]) != cell.output(fixtures[1]) else {
      throw SuiteError("CACHED_OUTPUT", "two different instances gave the same bytes")
    }
    _ = try cell.once(fixtures[0], .bytes)
  }

  private func probeEvent(_ name: String) -> EventRecord {
    EventRecord(
      eventId: "probeprobe", eventType: name, occurredAt: 1_704_067_200_001, producer: "probe",
      attrs: [AttrRecord(key: "abc", value: "def")])
  }
}

// The row process: one JSON command a line, one JSON answer a line, the protocol of host-node/src/serializers/protocol.ts. It
// holds what has been prepared; main.swift does the reading and writing.
import Foundation

/// What a process of rows has loaded so far.
public final class RowSession {
  private struct Place: Hashable {
    let row: String
    let cell: Cell
  }

  private let rows: RowSet
  private var fixtures: [String: Fixture] = [:]
  private var prepared: [Place: any PreparedCell] = [:]

  /// Nothing is loaded yet.
  public init(rows: RowSet) { self.rows = rows }

  /// Answers one line.
  public func answer(_ line: String) -> String {
    do {
      return try perform(JSONDecoder().decode(Command.self, from: Data(line.utf8)))
    } catch {
      let words = String(describing: error).replacingOccurrences(of: "\n", with: " ")
      return json(Failure(error: String(words.prefix(300))))
    }
  }

  private func perform(_ command: Command) throws -> String {
    switch command.op {
    case "hello":
      return json(
        Hello(
          implementation: "Swift", version: swiftVersion.replacing("Swift ", with: ""),
          rows: RowCatalog.all.map(RowReport.init)))
    case "probe": return json(try rows.report(of: try command.get(\.row, "row")))
    case "load":
      _ = try row(command)
      return "{}"
    case "fixture":
      let cell = try command.cell()
      fixtures[try command.get(\.key, "key")] = try Fixture(cell, json: try command.get(\.text, "text"))
      return "{}"
    case "edge": return json(Edges(results: try row(command).edge()))
    case "output":
      let (prepared, fixture) = try cell(command, try command.get(\.key, "key"))
      return json(Output(hex: try prepared.output(fixture).hex))
    case "once":
      let (prepared, fixture) = try cell(command, try command.get(\.key, "key"))
      return json(OnceAnswer(try prepared.once(fixture, try command.get(\.mode, "mode"))))
    case "batches": return try batches(command)
    default: throw SuiteError("UNKNOWN_COMMAND", "no command is called \(command.op)")
    }
  }

  private func batches(_ command: Command) throws -> String {
    let cells = try command.get(\.keys, "keys").map { try cell(command, $0) }
    guard let first = cells.first else { throw SuiteError("NO_FIXTURE", "batches need a fixture") }
    let request = BatchRequest(
      calls: try command.get(\.calls, "calls"), count: try command.get(\.count, "count"),
      least: try command.get(\.least, "least"), budgetNs: try command.get(\.budgetNs, "budgetNs"))
    let found = try first.0.batches(cells.map(\.1), try command.get(\.mode, "mode"), request)
    return json(BatchesAnswer(batches: found.map(\.list)))
  }

  private func row(_ command: Command) throws -> Row {
    let id = try command.get(\.row, "row")
    guard let row = rows.rows[id] else { throw SuiteError("NO_ROW", "row \(id) is not built in") }
    return row
  }

  private func cell(_ command: Command, _ key: String) throws -> (any PreparedCell, Fixture) {
    let row = try row(command)
    guard let fixture = fixtures[key] else { throw SuiteError("NO_FIXTURE", "there is no fixture \(key)") }
    let place = Place(row: row.id, cell: fixture.cell)
    if let known = prepared[place] { return (known, fixture) }
    let made = try row.prepare(fixture.cell)
    prepared[place] = made
    return (made, fixture)
  }
}

/// A command of the driver; which fields it has depends on `op`.
private struct Command: Decodable {
  let op: String
  var row: String?
  var key: String?
  var keys: [String]?
  var mode: Mode?
  var type: DataType?
  var instances: Int?
  var text: String?
  var calls: Int?
  var count: Int?
  var least: Int?
  var budgetNs: Double?

  func get<Value>(_ path: KeyPath<Command, Value?>, _ name: String) throws -> Value {
    guard let value = self[keyPath: path] else { throw SuiteError("MISSING_FIELD", "\(op) needs \(name)") }
    return value
  }

  func cell() throws -> Cell { Cell(try get(\.type, "type"), try get(\.instances, "instances")) }
}

private struct Failure: Encodable { let error: String }
private struct Hello: Encodable {
  let implementation, version: String
  let rows: [RowReport]
}
private struct BatchesAnswer: Encodable { let batches: [[Double]] }
private struct Edges: Encodable { let results: [EdgeResult] }
private struct Output: Encodable { let hex: String }

private struct OnceAnswer: Encodable {
  let phasesNs: [Double]
  let size: Int
  let fidelity: String
  let score: Double

  init(_ once: Once) {
    phasesNs = once.phases.list
    size = once.size
    fidelity = once.tally.fidelity.rawValue
    score = once.tally.score
  }
}

/// One JSON document on one line. An answer that cannot be written (a number that is not finite) is an error of ours.
private func json(_ value: some Encodable) -> String {
  do {
    return String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  } catch {
    return #"{"error":"ANSWER: the answer is no JSON"}"#
  }
}

extension Data {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Two hex digits a byte.
  var hex: String {
    String(decoding: flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

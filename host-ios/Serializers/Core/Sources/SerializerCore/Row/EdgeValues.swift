// The edge values: one per way a serializer loses something, each judged alone so that one refusal does not hide the others.
// Names, classes and values are those of kernel/api/facade/catalog-edge.ts. Never timed.
import Foundation

/// The verdict on one edge value.
public struct EdgeResult: Codable, Equatable, Sendable {
  public let field: String
  public let fieldClass: String
  public let fidelity: String
  /// The library's own words when it refused.
  public var detail: String?

  init(_ edge: EdgeValue, _ fidelity: Fidelity, detail: String? = nil) {
    field = edge.field
    fieldClass = edge.fieldClass
    self.fidelity = fidelity.rawValue
    self.detail = detail
  }
}

/// One edge value.
struct EdgeValue: Sendable {
  enum Value: Sendable {
    case int64(Int64)
    case int32(Int32)
    case float64(Double)
    case float32(Float)
    case bytes(Data)
    case date(Date)
    case text(String)
    case list([String])
    case null
    /// Fields by name; which names is what is asked.
    case keys([String: String])
    /// A value that Swift's String cannot hold: a half of a surrogate pair.
    case impossible
  }

  let field: String
  let fieldClass: String
  let value: Value

  init(_ field: String, _ fieldClass: String, _ value: Value) {
    self.field = field
    self.fieldClass = fieldClass
    self.value = value
  }

  private static func date(_ milliseconds: Double) -> Value { .date(Date(timeIntervalSince1970: milliseconds / 1000)) }

  static let all: [EdgeValue] = [
    EdgeValue("int64_max", "int64", .int64(.max)),
    EdgeValue("int64_min", "int64", .int64(.min)),
    EdgeValue("int53_plus_one", "int64", .int64(9_007_199_254_740_993)),
    EdgeValue("int64_safe", "int64", .int64(9_007_199_254_740_991)),
    EdgeValue("int32_min", "int32", .int32(.min)),
    EdgeValue("float64_max", "float64", .float64(.greatestFiniteMagnitude)),
    EdgeValue("float64_denormal", "float64", .float64(.leastNonzeroMagnitude)),
    EdgeValue("float64_inexact", "float64", .float64(0.1 + 0.2)),
    EdgeValue("float32", "float32", .float32(1.1)),
    EdgeValue("negative_zero", "negative-zero", .float64(-0.0)),
    EdgeValue("not_a_number", "non-finite", .float64(.nan)),
    EdgeValue("infinity", "non-finite", .float64(.infinity)),
    EdgeValue("negative_infinity", "non-finite", .float64(-.infinity)),
    EdgeValue("bytes", "bytes", .bytes(Data([0, 1, 127, 128, 255]))),
    EdgeValue("empty_bytes", "bytes", .bytes(Data())),
    EdgeValue("date", "date", date(1_784_924_665_567)),
    EdgeValue("date_before_1970", "date", date(-2_208_988_799_999)),
    EdgeValue("unicode", "text", .text("h\u{e9}llo \u{65e5}\u{672c}\u{8a9e} \u{1f600}")),
    EdgeValue("lone_surrogate", "text", .impossible),
    EdgeValue("nul", "text", .text("a\0b")),
    EdgeValue("control", "text", .text("\u{1}\u{1f}")),
    EdgeValue("line_ends", "text", .text("a\r\nb\n")),
    EdgeValue("outer_spaces", "text", .text("  x  ")),
    EdgeValue("numeric_text", "text", .text("00123")),
    EdgeValue("boolean_text", "text", .text("yes")),
    EdgeValue("null_text", "text", .text("null")),
    EdgeValue("date_text", "text", .text("2026-07-24")),
    EdgeValue("markup", "text", .text("<a>&amp;]]></a>")),
    EdgeValue("long_text", "text", .text(String(repeating: "\u{e9}", count: 70_000))),
    EdgeValue("empty_text", "empty", .text("")),
    EdgeValue("empty_list", "empty", .list([])),
    EdgeValue("single_list", "empty", .list(["x"])),
    EdgeValue("duplicates", "empty", .list(["", "x", "x"])),
    EdgeValue("null_value", "null", .null),
    EdgeValue("proto_key", "keys", .keys(["__proto__": "x", "a": "y"])),
    EdgeValue("constructor_key", "keys", .keys(["constructor": "x", "a": "y"])),
    EdgeValue("empty_key", "keys", .keys(["": "x", "a": "y"])),
  ]
}

/// A record with one field, for formats whose root must be one.
private struct EdgeField<Value: Codable>: Codable {
  let value: Value
}

/// What a Codable format makes of the edge values.
func edgeResults<Format: CodableFormat>(_ format: Format) -> [EdgeResult] {
  EdgeValue.all.map { edge in
    judge(edge) {
      switch edge.value {
      case .int64(let value): try roundTrip(value, format)
      case .int32(let value): try roundTrip(value, format)
      case .float64(let value): try roundTrip(value, format)
      case .float32(let value): try roundTrip(value, format)
      case .bytes(let value): try roundTrip(value, format)
      case .date(let value): try roundTrip(value, format)
      case .text(let value): try roundTrip(value, format)
      case .list(let value): try roundTrip(value, format)
      case .null: try roundTrip(String?.none, format)
      case .keys(let value): try sameKeys(value, format)
      case .impossible: .unsupported
      }
    }
  }
}

private func roundTrip<Value: Codable & SuiteValue>(_ value: Value, _ format: some CodableFormat) throws -> Fidelity {
  let data = try format.encode(EdgeField(value: value))
  var tally = Tally()
  value.compare(try format.decode(EdgeField<Value>.self, from: data).value, &tally)
  return tally.fidelity
}

/// A dictionary has no order to lose.
private func sameKeys(_ value: [String: String], _ format: some CodableFormat) throws -> Fidelity {
  let data = try format.encode(EdgeField(value: value))
  return try format.decode(EdgeField<[String: String]>.self, from: data).value == value ? .exact : .lossy
}

/// What a schema row makes of them, carried by the fields of the suite's own records; a kind that no record has is not asked.
func schemaEdgeResults(_ prepare: (Cell) throws -> any PreparedCell) -> [EdgeResult] {
  EdgeValue.all.map { edge in
    judge(edge) {
      var message = MessageRecord(
        fBool: false, fInt32: 0, fInt64: 0, fFloat64: 0, fString: "", fBool2: false, fInt322: 0, fString2: "")
      switch edge.value {
      case .int64(let value): message.fInt64 = value
      case .int32(let value): message.fInt32 = value
      case .float64(let value): message.fFloat64 = value
      case .text(let value): message.fString = value
      case .list(let value):
        return try prepare(Cell(.strings, 1)).fidelity(of: Fixture(record: StringsRecord(items: value)))
      default: return .unsupported
      }
      return try prepare(Cell(.message, 1)).fidelity(of: Fixture(record: message))
    }
  }
}

private func judge(_ edge: EdgeValue, _ body: () throws -> Fidelity) -> EdgeResult {
  do {
    return EdgeResult(edge, try body())
  } catch {
    return EdgeResult(edge, .refused, detail: String(String(describing: error).prefix(120)))
  }
}

// JSON text with keys in a stated order, numbers as docs/data-format.md wants them. It only writes; reading is
// Foundation's Codable.

/// A JSON value to be written.
public indirect enum Json: Equatable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case number(Double)
  case text(String)
  case array([Json])
  case object([(String, Json)])

  public static func == (left: Json, right: Json) -> Bool { left.written() == right.written() }

  /// A u64 that can pass 2^53, as its digits.
  public static func digits(_ value: UInt64) -> Json { .text(String(value)) }

  /// A u64 that cannot; a value above 2^53 would be rounded by readers, so it is refused.
  public static func count(_ value: UInt64) -> Json {
    precondition(value <= 1 << 53, "a count above 2^53 must be written as digits")
    return .int(Int(value))
  }

  /// Pretty text with a final line feed, two spaces a level.
  public func written() -> String {
    var text = ""
    write(into: &text, indent: 0)
    return text + "\n"
  }

  private func write(into text: inout String, indent: Int) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .number(let value): text += Self.shortest(value)
    case .text(let value): text += Self.quoted(value)
    case .array(let values):
      Self.list(into: &text, indent, "[", "]", values) { value, text in
        value.write(into: &text, indent: indent + 1)
      }
    case .object(let members):
      Self.list(into: &text, indent, "{", "}", members) { member, text in
        text += Self.quoted(member.0) + ": "
        member.1.write(into: &text, indent: indent + 1)
      }
    }
  }

  private static func list<Element>(
    into text: inout String, _ indent: Int, _ open: String, _ close: String, _ elements: [Element],
    _ write: (Element, inout String) -> Void
  ) {
    if elements.isEmpty {
      text += open + close
      return
    }
    let margin = String(repeating: "  ", count: indent)
    text += open + "\n"
    for (index, element) in elements.enumerated() {
      text += margin + "  "
      write(element, &text)
      text += index + 1 < elements.count ? ",\n" : "\n"
    }
    text += margin + close
  }

  /// Swift's description is the shortest text that reads back as the same double.
  private static func shortest(_ value: Double) -> String {
    precondition(value.isFinite, "a non-finite number is null with a reason")
    if value == value.rounded(), abs(value) < 9_007_199_254_740_992, value.sign == .plus || value != 0 {
      return String(Int(value))
    }
    return "\(value)"
  }

  private static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

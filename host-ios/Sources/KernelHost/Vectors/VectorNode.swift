// A value of a vector file, read loosely: the files are checked by their generator, and a missing field must name
// itself. It knows no suite.
import Foundation

/// A defect of a vector file.
public struct VectorDefect: Error, CustomStringConvertible, Sendable {
  public let description: String
}

/// One JSON value.
public struct VectorNode {
  let value: Any
  let path: String

  init(json: Data, path: String) throws {
    value = try JSONSerialization.jsonObject(with: json)
    self.path = path
  }

  private init(_ value: Any, _ path: String) {
    self.value = value
    self.path = path
  }

  /// The member `name`, or nil when it is absent or null.
  func optional(_ name: String) -> VectorNode? {
    guard let member = (value as? [String: Any])?[name], !(member is NSNull) else { return nil }
    return VectorNode(member, "\(path).\(name)")
  }

  func member(_ name: String) throws -> VectorNode {
    guard let member = optional(name) else { throw VectorDefect(description: "\(path).\(name) is missing") }
    return member
  }

  var isNull: Bool { value is NSNull }

  var names: [String] { (value as? [String: Any]).map { $0.keys.sorted() } ?? [] }

  func list() throws -> [VectorNode] {
    guard let list = value as? [Any] else { throw VectorDefect(description: "\(path) is not a list") }
    return list.enumerated().map { VectorNode($0.element, "\(path)[\($0.offset)]") }
  }

  func text() throws -> String {
    guard let text = value as? String else { throw VectorDefect(description: "\(path) is not a text") }
    return text
  }

  /// A number, or the digits of one.
  func u64() throws -> UInt64 {
    if let text = value as? String, let number = UInt64(text) { return number }
    if let number = value as? NSNumber, number.doubleValue >= 0 { return number.uint64Value }
    throw VectorDefect(description: "\(path) is not a number")
  }

  func u32() throws -> UInt32 {
    guard let number = UInt32(exactly: try u64()) else { throw VectorDefect(description: "\(path) exceeds 32 bits") }
    return number
  }

  func i32() throws -> Int32 {
    guard let number = value as? NSNumber else { throw VectorDefect(description: "\(path) is not a number") }
    return number.int32Value
  }

  func number() throws -> Double {
    guard let number = value as? NSNumber else { throw VectorDefect(description: "\(path) is not a number") }
    return number.doubleValue
  }

  func bool() throws -> Bool {
    guard let number = value as? Bool else { throw VectorDefect(description: "\(path) is not true or false") }
    return number
  }

  /// A double by its bits: {"text", "bits"}.
  func bits() throws -> UInt64 {
    try member("bits").hex64()
  }

  /// 16 hex digits.
  func hex64() throws -> UInt64 {
    guard let bits = UInt64(try text(), radix: 16) else { throw VectorDefect(description: "\(path) is not hex") }
    return bits
  }

  func double() throws -> Double { Double(bitPattern: try bits()) }

  func bytes() throws -> [UInt8] {
    let digits = Array(try text().utf8)
    return try stride(from: 0, to: digits.count, by: 2).map { at in
      guard let byte = UInt8(String(decoding: digits[at..<at + 2], as: UTF8.self), radix: 16) else {
        throw VectorDefect(description: "\(path) is not hex")
      }
      return byte
    }
  }
}

/// Bytes as the vectors write them.
func hexText(_ bytes: some Collection<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

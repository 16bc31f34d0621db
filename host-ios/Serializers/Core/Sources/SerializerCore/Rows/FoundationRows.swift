// The two rows of Foundation, with the reference's options: JSON as it comes, property lists in their binary form.
import Foundation

/// Foundation.JSONEncoder. Keys come in an order of the process; the size does not depend on it.
struct FoundationJson: CodableFormat {
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  func encode<Value: Encodable>(_ value: Value) throws -> Data { try encoder.encode(value) }
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }
}

/// Foundation.PropertyListEncoder.
struct FoundationPropertyList: CodableFormat {
  private let encoder: PropertyListEncoder = {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return encoder
  }()
  private let decoder = PropertyListDecoder()

  func encode<Value: Encodable>(_ value: Value) throws -> Data { try encoder.encode(value) }
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }
}

/// The rows that every Swift program has.
public enum FoundationRows {
  public static let all: [Row] = [
    .codable(id: "Foundation.JSONEncoder", version: swiftVersion) { FoundationJson() },
    .codable(id: "Foundation.PropertyListEncoder", version: swiftVersion, backend: "binary format") {
      FoundationPropertyList()
    },
  ]
}

/// The compiler that built this program: Foundation comes with it and has no version of its own.
public let swiftVersion: String = {
  #if compiler(>=6.4)
    "Swift 6.4 or later"
  #elseif compiler(>=6.3)
    "Swift 6.3"
  #elseif compiler(>=6.2)
    "Swift 6.2"
  #elseif compiler(>=6.1)
    "Swift 6.1"
  #elseif compiler(>=6.0.3)
    "Swift 6.0.3"
  #else
    "Swift 6.0"
  #endif
}()

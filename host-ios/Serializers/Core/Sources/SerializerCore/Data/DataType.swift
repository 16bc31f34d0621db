// The suite's data types and cells, in the reference's order. What an instance holds is Records.swift.

/// A shape of data.
public enum DataType: String, CaseIterable, Codable, Sendable {
  case message
  case document
  case telemetry
  case strings
  case event

  /// First 12 hex digits of the SHA-256 of the resolved type_config, as kernel/api/facade/catalog.ts computes them.
  public var configHash: String {
    switch self {
    case .message: "99d1c7fab316"
    case .document: "c4a54cdecc67"
    case .telemetry: "0dc568076b54"
    case .strings: "68ff6ad99f20"
    case .event: "963dc8e1b85e"
    }
  }

  /// The sidecar's category, the same words as host-node writes.
  public var category: String {
    switch self {
    case .message: "flat_mixed"
    case .document: "nested"
    case .telemetry: "numeric_bulk"
    case .strings: "text_bulk"
    case .event: "envelope"
    }
  }
}

/// Whether a row is called with a buffer or with a stream.
public enum Mode: String, CaseIterable, Codable, Sendable {
  case bytes
  case stream
}

/// A data type at an instance count.
public struct Cell: Hashable, Sendable {
  public let type: DataType
  public let instances: Int

  /// Names a cell.
  public init(_ type: DataType, _ instances: Int) {
    self.type = type
    self.instances = instances
  }

  /// `message@n=100`.
  public var key: String { "\(type.rawValue)@n=\(instances)" }

  /// Every type at both counts; the first cell pays for what comes first, so the order matters.
  public static let all: [Cell] = DataType.allCases.flatMap { [Cell($0, 1), Cell($0, 100)] }
}

/// The seed of the published instances.
public let defaultSeed: UInt64 = 42

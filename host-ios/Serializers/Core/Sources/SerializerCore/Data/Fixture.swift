// What a row is called with: instances of one cell, from the kernel or from a driver's JSON text. It measures nothing.
import Foundation

/// A failure of the suite itself, with a stable code.
public struct SuiteError: Error, CustomStringConvertible, Equatable {
  public let code: String
  public let description: String

  /// Says what happened, to what.
  public init(_ code: String, _ description: String) {
    self.code = code
    self.description = description
  }
}

/// The instances of a cell: one record where the cell has one, else an array.
public struct Fixture: Sendable {
  public let cell: Cell
  let value: any Sendable

  /// The same text that every other runtime parses.
  public init(_ cell: Cell, json text: String) throws {
    self.cell = cell
    value = try cell.type.visit(JsonReading(cell: cell, text: Data(text.utf8)))
  }

  /// Instances from `first` on, drawn by the kernel.
  public init(_ cell: Cell, kernel: SuiteKernel, seed: UInt64, first: Int = 0) throws {
    self.cell = cell
    value = try cell.type.visit(KernelReading(cell: cell, kernel: kernel, seed: seed, first: first))
  }

  /// One record that was made elsewhere.
  init(record: some SuiteRecord) {
    cell = Cell(type(of: record).dataType, 1)
    value = record
  }

  /// The value as what a codec takes.
  func domain<Domain>(as type: Domain.Type) throws -> Domain {
    guard let found = value as? Domain else {
      throw SuiteError("WRONG_FIXTURE", "\(cell.key) does not hold \(Domain.self)")
    }
    return found
  }
}

/// A generic function over the record of a data type.
public protocol RecordVisitor {
  associatedtype Result
  func visit<Record: SuiteRecord>(_ record: Record.Type) throws -> Result
}

extension DataType {
  /// Calls `visitor` with this type's record.
  public func visit<V: RecordVisitor>(_ visitor: V) throws -> V.Result {
    switch self {
    case .message: try visitor.visit(MessageRecord.self)
    case .document: try visitor.visit(DocumentRecord.self)
    case .telemetry: try visitor.visit(TelemetryRecord.self)
    case .strings: try visitor.visit(StringsRecord.self)
    case .event: try visitor.visit(EventRecord.self)
    }
  }
}

private struct JsonReading: RecordVisitor {
  let cell: Cell
  let text: Data

  func visit<Record: SuiteRecord>(_ record: Record.Type) throws -> any Sendable {
    let decoder = JSONDecoder()
    return cell.instances == 1
      ? try decoder.decode(Record.self, from: text) : try decoder.decode([Record].self, from: text)
  }
}

private struct KernelReading: RecordVisitor {
  let cell: Cell
  let kernel: SuiteKernel
  let seed: UInt64
  let first: Int

  func visit<Record: SuiteRecord>(_ record: Record.Type) throws -> any Sendable {
    let all = try (first..<first + cell.instances).map { try kernel.instance(record, index: $0, seed: seed) }
    return cell.instances == 1 ? all[0] : all
  }
}

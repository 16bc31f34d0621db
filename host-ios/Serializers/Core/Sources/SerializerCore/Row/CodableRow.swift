// Rows of libraries that take Codable values: one format, five types, an array or a record at the root.
import Foundation

/// A format that encodes any Codable value.
public protocol CodableFormat {
  func encode<Value: Encodable>(_ value: Value) throws -> Data
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

/// How many instances stand at the root.
public enum Root: Sendable {
  /// A bare array.
  case array
  /// `{items: […]}`, for formats whose root must be a record.
  case record
}

extension Row {
  /// A row of a Codable library; `format` makes its encoder and decoder with the reference's options.
  public static func codable<Format: CodableFormat>(
    id: String, version: String, backend: String = "", root: Root = .array, format: @escaping @Sendable () -> Format
  ) -> Row {
    Row(
      id: id, version: version, backend: backend,
      prepare: { try $0.type.visit(CodablePreparing(cell: $0, root: root, format: format())) },
      edge: { edgeResults(format()) })
  }
}

private struct CodablePreparing<Format: CodableFormat>: RecordVisitor {
  let cell: Cell
  let root: Root
  let format: Format

  func visit<Record: SuiteRecord>(_ record: Record.Type) -> any PreparedCell {
    if cell.instances == 1 { return TypedCell(plain(Record.self)) }
    if root == .array { return TypedCell(plain([Record].self)) }
    return TypedCell(
      Codec<[Record], Batch<Record>>(
        toNative: { Batch(items: $0) }, encode: { try format.encode($0) },
        decode: { try format.decode(Batch<Record>.self, from: $0) }, toDomain: { $0.items }))
  }

  private func plain<Value: Codable>(_ type: Value.Type) -> Codec<Value, Value> {
    Codec(encode: { try format.encode($0) }, decode: { try format.decode(type, from: $0) })
  }
}

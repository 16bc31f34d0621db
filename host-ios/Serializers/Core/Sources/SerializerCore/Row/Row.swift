// What a serializer row is: an adapter of one library with its options. It knows no clock and no file.

/// Rows are compared within a kind only.
public enum RowKind: String, Codable, Sendable {
  case text
  case binary
  case schema
  case zeroCopy = "zero-copy"
}

/// What is known of a row whether or not it is built in.
public struct RowAbout: Sendable {
  /// The reference's name.
  public let id: String
  public let library: String
  public let format: String
  public let kind: RowKind
  /// What brings it when it is missing.
  public let remedy: String

  /// Describes a row.
  public init(id: String, library: String, format: String, kind: RowKind, remedy: String) {
    self.id = id
    self.library = library
    self.format = format
    self.kind = kind
    self.remedy = remedy
  }
}

/// A row that is built into this program.
public struct Row: Sendable {
  public let id: String
  /// The library's version, or the toolchain's.
  public let version: String
  /// Which implementation runs behind it, and what generated its code; may be empty.
  public let backend: String
  /// Prepares one cell; schemas and encoders are made here, outside the clock.
  public let prepare: @Sendable (Cell) throws -> any PreparedCell
  /// Judges the edge values.
  public let edge: @Sendable () -> [EdgeResult]

  /// A row from its parts; CodableRow and SchemaRow make these.
  public init(
    id: String, version: String, backend: String = "",
    prepare: @escaping @Sendable (Cell) throws -> any PreparedCell,
    edge: @escaping @Sendable () -> [EdgeResult]
  ) {
    self.id = id
    self.version = version
    self.backend = backend
    self.prepare = prepare
    self.edge = edge
  }
}

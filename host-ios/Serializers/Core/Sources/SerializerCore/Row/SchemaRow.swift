// Rows of libraries with generated or schema-bound types: one codec a record, one for many records.

/// Codecs of one record of a schema library.
public protocol SchemaCodecs {
  /// The codec of a cell with one instance and of one with many.
  func single<Record: SuiteRecord>(_ type: Record.Type) throws -> any PreparedCell
  func many<Record: SuiteRecord>(_ type: Record.Type) throws -> any PreparedCell
}

extension Row {
  /// A row of a schema library.
  public static func schema<Codecs: SchemaCodecs>(
    id: String, version: String, backend: String, codecs: @escaping @Sendable () -> Codecs
  ) -> Row {
    let prepare: @Sendable (Cell) throws -> any PreparedCell = {
      try $0.type.visit(SchemaPreparing(cell: $0, codecs: codecs()))
    }
    return Row(
      id: id, version: version, backend: backend, prepare: prepare, edge: { schemaEdgeResults(prepare) })
  }
}

private struct SchemaPreparing<Codecs: SchemaCodecs>: RecordVisitor {
  let cell: Cell
  let codecs: Codecs

  func visit<Record: SuiteRecord>(_ record: Record.Type) throws -> any PreparedCell {
    cell.instances == 1 ? try codecs.single(record) : try codecs.many(record)
  }
}

/// What a schema row throws for a record that it has no generated type for.
public func noSchema<Record>(_ type: Record.Type) -> SuiteError {
  SuiteError("NO_SCHEMA", "there is no schema for \(type)")
}

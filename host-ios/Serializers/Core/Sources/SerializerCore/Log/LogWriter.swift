// A log row by row in the reference's columns: a killed run loses at most the row being written. The columns and their order are
// those of host-node/src/serializers/log-writer.ts; a test compares the two headers.
import Foundation

/// One row of a log.
public struct LogRow: Sendable {
  public var mode: Mode
  public var cell: Cell
  public var repetitions: Int
  public var repetition: Int
  public var report: RowReport
  public var phases: PhaseTimes
  public var size: Int
  public var score: Double
  public var schedulePosition: Int
  public var warm: Warm?

  /// What only a warm row has.
  public struct Warm: Sendable {
    public let round: Int
    public let calls: Int
    public let isSteady: Bool
  }
}

/// A log file and the errors file that exists only when there is an error.
public final class LogWriter {
  static let columns = [
    "Language", "StringOrStream", "TestDataName", "Repetitions", "RepetitionIndex", "SerializerName",
    "SerializerVersion", "TimeSer", "TimeDeser", "Size", "TimeSerAndDeser", "OpPerSecSer", "OpPerSecDeser",
    "OpPerSecSerAndDeser", "MemoryPeakBytes", "FidelityScore", "NativeKind", "StreamMode", "DataTypeInstanceCount",
    "TypeConfigHash", "RunOrder", "SchedulePosition", "SizeGzip", "SizeZstd", "TimeToNative", "TimeEncode",
    "TimeDecode",
    "TimeToDomain",
  ]
  static let warmColumns = ["Round", "CallsPerSample", "Steady"]
  static let errorColumns = ["TestDataName", "SerializerName", "StringOrStream", "Repetition", "ErrorText"]

  public let path: String
  private let file: FileHandle
  private var errors: FileHandle?
  public private(set) var rows = 0

  /// Makes the file; an existing one is refused.
  public init(path: String, isWarm: Bool) throws {
    self.path = path
    file = try Self.create(path)
    try write(file, Self.columns + (isWarm ? Self.warmColumns : []))
  }

  /// Writes one row in one call.
  public func add(_ row: LogRow) throws {
    try write(file, cells(row))
    rows += 1
  }

  /// Writes one error; no comma or line end stays inside the text, as in the reference.
  public func addError(_ cell: Cell, _ id: String, _ mode: Mode, _ repetition: Int, _ text: String) throws {
    let file = try errors ?? Self.create(errorsPath)
    if errors == nil { try write(file, Self.errorColumns) }
    errors = file
    let words = text.replacing("\n", with: " ").replacing("\r", with: " ").replacing(",", with: ";")
    try write(file, [cell.type.rawValue, id, mode.rawValue, String(repetition), words])
  }

  public var errorsPath: String { path.replacing(".csv", with: ".errors.csv") }

  /// Ends both files.
  public func close() throws {
    try file.close()
    try errors?.close()
  }

  /// The times a row prints are integers, and its total is their sum.
  private func cells(_ row: LogRow) -> [String] {
    let phases = row.phases.list.map { Int($0.rounded()) }
    let ser = phases[0] + phases[1]
    let deser = phases[2] + phases[3]
    let identity = [
      "swift", row.mode.rawValue, row.cell.type.rawValue, String(row.repetitions), String(row.repetition),
      row.report.id, row.report.version ?? "",
    ]
    let times = [
      String(ser), String(deser), String(row.size), String(ser + deser), perSecond(ser), perSecond(deser),
      perSecond(ser + deser), "0", fixed(row.score, 2),
    ]
    let place = [
      row.report.kind.rawValue, row.mode == .stream ? row.report.streamMode : "", String(row.cell.instances),
      row.cell.type.configHash, String(rows), String(row.schedulePosition), "", "",
    ]
    let warm = row.warm.map { [String($0.round), String($0.calls), $0.isSteady ? "yes" : "no"] }
    return identity + times + place + phases.map(String.init) + (warm ?? [])
  }

  private func perSecond(_ ns: Int) -> String { fixed(ns == 0 ? 0 : 1e9 / Double(ns), 6) }
  private func fixed(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

  private func write(_ file: FileHandle, _ cells: [String]) throws {
    let line = cells.map {
      $0.contains(where: { ",\"\n".contains($0) }) ? "\"\($0.replacing("\"", with: "\"\""))\"" : $0
    }
    try file.write(contentsOf: Data((line.joined(separator: ",") + "\n").utf8))
  }

  private static func create(_ path: String) throws -> FileHandle {
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard !FileManager.default.fileExists(atPath: path) else { throw SuiteError("FILE_EXISTS", "\(path) exists") }
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else { throw SuiteError("CANNOT_WRITE", "cannot write \(path)") }
    return file
  }
}

// What both executables do: serve a driver's commands, or run the suite and write its files. The outermost layer: it alone
// reads, prints and exits.
import Foundation

/// A program of rows.
public enum SerializerProgram {
  private static let usage = """
    usage: PROGRAM                       serve one JSON command a line, answers on descriptor 3 (host-node drives)
           PROGRAM run --out FOLDER [--run-mode smoke|all-single|full|research] [--stamp YYYY-MM-DD-HHMMSS]
                       [--serializer PART] [--rounds N]   cold and warm suite in this process, files in FOLDER

    """

  /// Runs to the end of the process.
  public static func main(rows: [Row], arguments: [String]) -> Never {
    let set = RowSet(rows)
    guard let command = arguments.first else {
      serve(RowSession(rows: set))
      exit(0)
    }
    do {
      guard command == "run" else { throw SuiteError("USAGE", usage) }
      let options = try RunOptions(arguments.dropFirst())
      let run = try SuiteRun(rows: set, options: options)
      for file in try run.run(progress: { FileHandle.standardError.write(Data("\($0)\n".utf8)) }) { print(file) }
      exit(0)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  /// Standard output belongs to whatever prints: answers have a descriptor of their own.
  private static let answers = FileHandle(fileDescriptor: 3)

  private static func serve(_ session: RowSession) {
    while let line = readLine() {
      answers.write(Data((session.answer(line) + "\n").utf8))
    }
  }
}

/// What a run of its own was asked for.
public struct RunOptions: Sendable {
  public var folder = ""
  public var runMode = "smoke"
  public var stamp = ""
  public var serializers: [String] = []
  public var seed = defaultSeed
  public var cells = Cell.all
  /// Warm rounds; in one process, which the sidecar says.
  public var rounds = 0
  public var warmPlan = WarmPlan()

  /// Repetitions by run mode, as in the reference.
  public static let repetitions = ["smoke": 2, "all-single": 10, "full": 100, "research": 500]

  /// Options with their defaults, for a host that makes them itself.
  public init(folder: String, stamp: String) {
    self.folder = folder
    self.stamp = stamp
  }

  init(_ arguments: some Collection<String>) throws {
    var rest = Array(arguments)[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw SuiteError("USAGE", "\(name) needs a value") }
      switch name {
      case "--out": folder = value
      case "--run-mode": runMode = value
      case "--stamp": stamp = value
      case "--serializer": serializers = value.split(separator: ",").map { $0.lowercased() }
      case "--rounds": rounds = Int(value) ?? 0
      default: throw SuiteError("USAGE", "there is no option \(name)")
      }
    }
    guard !folder.isEmpty else { throw SuiteError("USAGE", "run needs --out FOLDER") }
    guard Self.repetitions[runMode] != nil else { throw SuiteError("USAGE", "there is no run mode \(runMode)") }
    if stamp.isEmpty { stamp = Self.stamp(of: Date()) }
  }

  /// `YYYY-MM-DD-HHMMSS` in UTC.
  public static func stamp(of date: Date) -> String {
    let parts = date.ISO8601Format().prefix(19).split(separator: "T")
    return "\(parts[0])-\(parts[1].replacing(":", with: ""))"
  }
}

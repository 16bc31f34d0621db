// What a worker is to a trial, wherever it runs: a connected descriptor, a token, an end. Starting one is
// ChildWorker's and EmbeddedWorker's affair.

/// The memory that host and worker share, one range each way.
public struct SlotRegions {
  public let input: UnsafeMutableRawBufferPointer
  public let output: UnsafeMutableRawBufferPointer?
  /// Files behind the ranges, for a worker in another process; -1 without.
  public let inputFile: Int32
  public let outputFile: Int32

  /// Describes mapped ranges; nothing is owned.
  public init(
    input: UnsafeMutableRawBufferPointer, output: UnsafeMutableRawBufferPointer?,
    inputFile: Int32 = -1, outputFile: Int32 = -1
  ) {
    self.input = input
    self.output = output
    self.inputFile = inputFile
    self.outputFile = outputFile
  }
}

/// How a worker ended.
public struct WorkerExit: Equatable, Sendable {
  public let code: Int32?
  public let signal: Int32?
  /// What it said at its end: the last line of stderr, or the exception.
  public let text: String
  /// All that a child said on stderr.
  public var log = ""

  /// An end with a code (a process's, or 0 and 1 for an embedded worker).
  public init(code: Int32?, signal: Int32? = nil, text: String = "") {
    self.code = code
    self.signal = signal
    self.text = text
  }
}

/// A running worker.
public protocol DuplexWorker: AnyObject {
  /// The host's end of the channel; the worker object closes it in `finish`.
  var descriptor: Int32 { get }
  /// Threads, memory and CPU time of the worker's process now; null fields with a reason where it has none of its own.
  func reading() -> Json
  /// Closes the channel, waits for the worker's own end, ends it by force where that is possible.
  func finish() -> WorkerExit
}

/// Starts workers of one kind.
public protocol WorkerStarter {
  /// What run.json says about the worker.
  var facts: Json { get }
  /// `child` or `embedded`.
  var place: String { get }
  /// Whether slots must be files (another process maps them).
  var needsSlotFiles: Bool { get }
  /// Starts a worker that knows `token`, and connects to it.
  func start(token: [UInt8], slots: SlotRegions?, index: Int) throws -> any DuplexWorker
}

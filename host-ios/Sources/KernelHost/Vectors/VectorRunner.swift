// Runs the vectors through a kernel and says which cases differ, for tests and for the app. What a case means is in the
// file named for its suite.

/// What became of a suite.
public struct VectorReport: Sendable {
  public let suite: String
  public let cases: Int
  /// "boundary/size-1: got …, expected …", one a failed case.
  public let failures: [String]
  /// This host has no runner for the suite: nothing was run, and nothing is claimed.
  public let isUnknown: Bool
  /// "exact", or "approximate" with its tolerance.
  public let conformance: String

  /// Every case was run, and agreed.
  public var isPassed: Bool { !isUnknown && cases > 0 && failures.isEmpty }
}

/// Runs suites through kernels that `makeKernel` gives.
public struct VectorRunner {
  /// A fresh kernel for each case that configures one.
  public let makeKernel: () throws -> Kernel

  /// Kernels of one engine.
  public init(makeKernel: @escaping () throws -> Kernel) { self.makeKernel = makeKernel }

  /// Runs a suite.
  public func run(_ suite: VectorSuite) throws -> VectorReport {
    let scratch = try KernelStatistics(kernel: makeKernel(), scratchBytes: 64 << 20)
    var failures: [String] = []
    var cases = 0
    var isUnknown = false
    for (file, content) in suite.files {
      guard let check = check(suite, file, scratch) else {
        isUnknown = true
        continue
      }
      for vector in content {
        cases += 1
        do {
          try scratch.withScratch { try check(vector) }
        } catch {
          failures.append("\(suite.name)/\(vector.id): \(error)")
        }
      }
    }
    return VectorReport(
      suite: suite.name, cases: cases, failures: failures, isUnknown: isUnknown, conformance: suite.conformance)
  }

  private func check(
    _ suite: VectorSuite, _ file: String, _ scratch: KernelStatistics
  ) -> ((VectorCase) throws -> Void)? {
    if suite.isCalls { return { try CallVector(scratch, tolerance: suite.tolerance).check($0) } }
    return switch (suite.name, file) {
    case ("frames", _): { try FrameVector(scratch).check($0) }
    case ("payload", _): { try PayloadVector(scratch).checkFill($0) }
    case ("verification", _): { try PayloadVector(scratch).checkVerify($0) }
    case ("quantiles", _): { try StatisticsVector(scratch).checkDurations($0) }
    case ("aggregation", _): { try StatisticsVector(scratch).checkSpread($0) }
    case ("shuffle", _): { try StatisticsVector(scratch).checkShuffle($0) }
    case ("flow", "demo-ledgers.json"): { try LedgerVector(scratch).check($0) }
    case ("flow", _): { try ConversationVector(makeKernel).check($0) }
    default: nil
    }
  }
}

/// A case that differs.
struct VectorMismatch: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless both are equal.
func expectEqual<Value: Equatable>(_ got: Value, _ expected: Value, _ what: String) throws {
  if got != expected { throw VectorMismatch(description: "\(what): got \(got), expected \(expected)") }
}

/// Throws unless `body` is refused with the vector's code and subject.
func expectRefused(_ error: VectorNode?, _ body: () throws -> Void) throws {
  guard let error else { throw VectorDefect(description: "an invalid case without error") }
  do {
    try body()
  } catch KernelError.status(let status, _, let subject) {
    try expectEqual(status.name, error.member("code").text(), "code")
    return try expectEqual(subject, error.member("subject").i32(), "subject")
  }
  throw VectorMismatch(description: "nothing was refused")
}

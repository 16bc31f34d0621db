// The errors a person can meet, with host-node's codes and exit codes. Nothing here prints or exits.
import KernelHost

/// An error outside of a trial. A failed trial is data (TrialFailure), not an error.
public enum HostError: Error, Equatable, Sendable {
  case usage(code: String, subject: String, what: String)
  case missing(code: String, subject: String, what: String)
  case badCases(String)
  case unknownCase(String)
  case system(call: String, errno: Int32)

  /// Stable, for tests and scripts.
  public var code: String {
    switch self {
    case .usage(let code, _, _), .missing(let code, _, _): code
    case .badCases: "BAD_CASES"
    case .unknownCase: "UNKNOWN_CASE"
    case .system: "SYSTEM"
    }
  }

  /// 2 = wrong usage or unreadable input, 3 = something needed is missing, 1 = it failed.
  public var exitCode: Int32 {
    switch self {
    case .usage, .badCases, .unknownCase: 2
    case .missing: 3
    case .system: 1
    }
  }

  /// One line: what happened, to what.
  public var line: String {
    switch self {
    case .usage(_, let subject, let what), .missing(_, let subject, let what): "\(subject): \(what)"
    case .badCases(let what): "cases.json: \(what)"
    case .unknownCase(let name): "no suite or case that this host runs is called \"\(name)\""
    case .system(let call, let errno): "\(call) failed with errno \(errno)"
    }
  }
}

/// Why a trial failed, as its file records it.
public struct TrialFailure: Error, Sendable {
  public let code: String
  public let message: String
  public let fault: ChannelFault?
  /// Numbers of a failure that the protocol does not know, as its file has them.
  var numbers: [(String, UInt64)] = []

  /// A failure without a protocol fault.
  public init(code: String, message: String, fault: ChannelFault? = nil) {
    self.code = code
    self.message = message
    self.fault = fault
  }

  /// The failure that a thrown error stands for.
  public static func of(_ error: any Error) -> TrialFailure {
    switch error {
    case let failure as TrialFailure: failure
    case let kernel as KernelError: TrialFailure(code: kernel.code, message: "\(kernel)")
    case let host as HostError: TrialFailure(code: host.code, message: host.line)
    default: TrialFailure(code: "BUG", message: "\(error)")
    }
  }
}

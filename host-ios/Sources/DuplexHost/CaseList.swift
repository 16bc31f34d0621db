// kernel/api/run/cases.json as Swift values: reading, selecting, and the parameters of one trial. The twin of
// kernel/api/run/cases.ts; the numbers live in the JSON alone.
import Foundation
import KernelHost

/// What a case is about, in the order of the tables.
public enum Suite: String, Codable, Sendable, CaseIterable {
  case latency, bulk, managed, concurrency, extra, idle, paused, openloop, resolution
}

/// How long a run takes.
public enum Profile: String, Codable, Sendable, CaseIterable {
  case smoke, quick, full
}

/// One entry of the case list.
public struct DuplexCase: Codable, Sendable {
  public struct Counts: Codable, Sendable {
    public let frames: UInt32
    public let warmupFrames: UInt32
    public let trials: Int
  }

  public let suite: Suite
  public let `case`: String
  public let payloadBytes: UInt32
  /// Of all workers together.
  public let sessions: UInt32
  public let workers: UInt32
  public let creditBytes: UInt64
  public let creditFrames: UInt32
  public let ackEvery: UInt32
  public let ackPolicy: AckPolicy
  public let storage: Storage
  public let pauseNs: UInt64?
  /// Open loop: a session's frames are due this far apart.
  public let intervalNs: UInt64?
  public let onlyByName: Bool?
  public let counts: [String: Counts]

  /// The counts of a profile; `read` has checked that they are there.
  public func counts(_ profile: Profile) -> Counts {
    counts[profile.rawValue] ?? Counts(frames: 0, warmupFrames: 0, trials: 0)
  }
}

/// The case list.
public struct CaseList: Codable, Sendable {
  public let schemaVersion: Int
  public let seed: UInt64
  public let cases: [DuplexCase]

  /// Reads and checks cases.json.
  public static func read(_ json: Data) throws -> CaseList {
    let list: CaseList
    do {
      list = try JSONDecoder().decode(CaseList.self, from: json)
    } catch {
      throw HostError.badCases("cases.json is not a version 1 case list (\(error))")
    }
    guard list.schemaVersion == 1 else { throw HostError.badCases("schemaVersion \(list.schemaVersion)") }
    for entry in list.cases {
      guard entry.workers > 0, entry.sessions % entry.workers == 0 else {
        throw HostError.badCases("\(entry.case): sessions must divide evenly among workers")
      }
      for profile in Profile.allCases where entry.counts(profile).trials < 1 {
        throw HostError.badCases("\(entry.case): no \(profile.rawValue) trials")
      }
    }
    return list
  }

  /// The cases that `only` names: a suite, a case or suite/case, separated by commas; nil: every case that is not
  /// a variant to be named.
  public func select(_ only: String?, runnable: Set<Suite>) throws -> [DuplexCase] {
    let candidates = cases.filter { runnable.contains($0.suite) }
    guard let only else { return candidates.filter { $0.onlyByName != true } }
    let names = only.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    for name in names where !candidates.contains(where: { $0.isNamed(name) }) {
      throw HostError.unknownCase(name)
    }
    return candidates.filter { entry in names.contains { entry.isNamed($0) } }
  }
}

extension DuplexCase {
  func isNamed(_ name: String) -> Bool {
    if name == suite.rawValue { return onlyByName != true }
    return name == self.case || name == "\(suite.rawValue)/\(self.case)"
  }
}

/// The parameters of one trial, as its file records them.
public struct TrialParams: Codable, Sendable, Equatable {
  public let payloadBytes: UInt32
  public internal(set) var frames: UInt32
  public internal(set) var warmupFrames: UInt32
  public let sessions: UInt32
  public let workers: UInt32
  public let creditBytes: UInt64
  public let creditFrames: UInt32
  public let ackEvery: UInt32
  public let ackPolicy: AckPolicy
  public let storage: Storage
  public let lane: String
  public internal(set) var pauseNs: UInt64?
  public internal(set) var intervalNs: UInt64?

  /// The parameters of `entry` at `profile`.
  public init(_ entry: DuplexCase, _ profile: Profile, lane: String) {
    let counts = entry.counts(profile)
    payloadBytes = entry.payloadBytes
    frames = counts.frames
    warmupFrames = counts.warmupFrames
    sessions = entry.sessions
    workers = entry.workers
    creditBytes = entry.creditBytes
    creditFrames = entry.creditFrames
    ackEvery = entry.ackEvery
    ackPolicy = entry.ackPolicy
    storage = entry.storage
    self.lane = lane
    pauseNs = entry.pauseNs
    intervalNs = entry.intervalNs
  }
}

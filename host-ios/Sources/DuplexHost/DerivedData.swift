// Raw facts -> data.json: a function of run.json, trials/ and samples/, and of the kernel that computes every
// statistic. The twin of kernel/api/run/derive.ts; the only arithmetic here is that of rates.
import Foundation
import KernelHost

/// data.json.
public struct DerivedData {
  public let json: Json
  /// Lines for a person: one a case.
  public let summary: [String]
  /// One line a failed trial: which, its code and what happened.
  public let failures: [String]

  /// Derives from the folder's files.
  public static func derive(_ folder: RunFolder, _ statistics: KernelStatistics) throws -> DerivedData {
    let run = try RunRecord.read(folder)
    let records = try run.order.map { try TrialRecord.read(folder, $0.order) }
    let fastestNs = DerivedFacts.fastestSliceNs(records, clockStepNs: run.clock.resolutionNs)
    let source = DerivingSource(folder: folder, statistics: statistics, clockStepNs: run.clock.resolutionNs)
    let trials = try records.map { try DerivedTrial($0, source, fastestNs: fastestNs) }
    let cases = try DerivedCase.all(run.order, trials, statistics)
    var fields: [(String, Json)] = [
      ("schemaVersion", .int(1)), ("kernelId", .text(run.kernelId)), ("measureId", .text(run.measureId)),
    ]
    fields += try DerivedResolution.fields(trials, statistics)
    fields += [("trials", .array(trials.map(\.json))), ("cases", .array(cases.map(\.json)))]
    let json = Json.object(fields)
    let failures = trials.compactMap { $0.record.failureLine }
    return DerivedData(json: json, summary: cases.map(\.line), failures: failures)
  }
}

/// The part of run.json that deriving needs.
struct RunRecord: Decodable {
  struct Clock: Decodable {
    let resolutionNs: UInt64
  }

  let kernelId: String
  let measureId: String
  let order: [PlannedTrial]
  let clock: Clock

  static func read(_ folder: RunFolder) throws -> RunRecord {
    try JSONDecoder().decode(RunRecord.self, from: folder.read("run.json"))
  }
}

/// The part of a trial's file that deriving needs, and the whole of it as it was.
struct TrialRecord: Decodable {
  struct Verified: Decodable {
    let frames: UInt64
    let bytes: UInt64
    let mismatches: UInt64
  }
  struct Stamps: Decodable {
    let startedNs: String
    let endedNs: String
  }
  struct Samples: Decodable {
    let file: String
    let count: Int
    let warmup: Int
  }
  struct Session: Decodable {
    let queueHighWaterBytes: UInt64
    let creditStalls: UInt64
  }
  struct Reference: Decodable {
    let beforeNs: [Double]
    let afterNs: [Double]
  }
  struct Process: Decodable {
    let threads: UInt64?
    let rssBytes: UInt64?
  }
  struct Moment: Decodable {
    let host: Process?
    let workers: [Process]?
  }

  let order: Int
  let suite: Suite
  let `case`: String
  let trial: Int
  let state: String
  let reason: String?
  let params: TrialParams
  let verified: Verified
  let stamps: Stamps
  let samples: [String: Samples]?
  let sessions: [Session]
  let resources: [String: Moment?]
  let reference: Reference?
  /// The resources once more, as `facts` read them.
  var readings: [String: FactReading?]?
  /// As written, for data.json.
  var failure: Json?
  var failureLine: String?

  private enum CodingKeys: String, CodingKey {
    case order, suite, `case`, trial, state, reason, params, verified, stamps, samples, sessions, resources, reference
  }

  private struct Readings: Decodable {
    let resources: [String: FactReading?]
  }

  static func read(_ folder: RunFolder, _ order: Int) throws -> TrialRecord {
    let bytes = try folder.read(RunFolder.trialName(order))
    var record = try JSONDecoder().decode(TrialRecord.self, from: bytes)
    record.readings = try JSONDecoder().decode(Readings.self, from: bytes).resources
    let whole = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
    if let failure = whole?["failure"] as? [String: Any] {
      record.failure = Json(object: failure)
      let (code, message) = (failure["code"] ?? "", failure["message"] ?? "")
      record.failureLine = "\(record.suite.rawValue) \(record.case), trial \(record.trial): \(code), \(message)"
    }
    return record
  }
}

extension Json {
  /// A failure object: texts and small integers, in the order that trial files have.
  init(object: [String: Any]) {
    let order = [
      "code", "message", "fault", "class", "session", "sequence", "offset", "expected", "got", "peerCode",
    ]
    self = .object(
      order.compactMap { name in
        guard let value = object[name] else { return nil }
        if let text = value as? String { return (name, .text(text)) }
        return (value as? Int).map { (name, .int($0)) }
      })
  }
}

// The statistics of one trial, suite by suite (docs/data-format.md, "stats"). Every number but a rate is the kernel's.
import KernelHost

/// A statistic in the order of its fields: a number, or the fields of one.
enum Statistic {
  case number(Double)
  case fields([(String, Double?)])
  case text(String)
  case absent

  var json: Json {
    switch self {
    case .number(let value): .number(value)
    case .fields(let fields): .object(fields.map { ($0.0, $0.1.map(Json.number) ?? .null) })
    case .text(let text): .text(text)
    case .absent: .null
    }
  }
}

/// What the statistics of a trial are made of, beside its own file.
struct DerivingSource {
  /// A clock of larger steps times no single cycle (kernel/api/run/trial-stats.ts says why).
  static let coarseStepNs: UInt64 = 20_000

  let folder: RunFolder
  let statistics: KernelStatistics
  let clockStepNs: UInt64

  var isCoarse: Bool { clockStepNs > Self.coarseStepNs }
}

struct DerivedTrial {
  let record: TrialRecord
  /// Nil unless the trial is ok.
  let stats: [(String, Statistic)]?
  /// Reasons for null fields, inside of the statistic that has them.
  private let reasons: [String: [(String, Json)]]

  private let fastestNs: Double?

  init(
    _ record: TrialRecord, _ source: DerivingSource, fastestNs: Double?
  ) throws {
    self.record = record
    self.fastestNs = fastestNs
    var reasons: [String: [(String, Json)]] = [:]
    stats =
      record.state == "ok"
      ? try Self.derive(record, source, &reasons) : nil
    self.reasons = reasons
  }

  private static func derive(
    _ record: TrialRecord, _ source: DerivingSource, _ reasons: inout [String: [(String, Json)]]
  ) throws -> [(String, Statistic)] {
    if source.isCoarse, record.samples != nil { return batch(record, stepNs: source.clockStepNs) }
    switch record.suite {
    case .latency, .resolution:
      return try latency(record, source, &reasons)
    case .concurrency, .extra, .openloop:
      return try latency(record, source, &reasons) + messageRate(record)
    case .bulk, .managed:
      let perSecond = Double(record.verified.bytes) / (record.elapsedNs / 1e9)
      return [("bytesPerSecond", .number(perSecond)), ("elapsedNs", .number(record.elapsedNs))]
    case .paused:
      let most = record.sessions.map(\.queueHighWaterBytes).max() ?? 0
      return [
        ("queueHighWaterBytes", .number(Double(most))), ("elapsedNs", .number(record.elapsedNs)),
        ("pauseNs", .number(Double(record.params.pauseNs ?? 0))),
      ]
    case .idle:
      return idle(record)
    }
  }

  private static let sampled = ["receiptNs", "fullCycleNs"]

  /// With a coarse clock no statistic of single samples is given; the mean over the whole trial is.
  private static func batch(_ record: TrialRecord, stepNs: UInt64) -> [(String, Statistic)] {
    let reason = "COARSE_CLOCK: the clock moves in steps of \(stepNs) ns, too coarse for one cycle"
    var stats: [(String, Statistic)] = sampled.flatMap { [($0, .absent), ("\($0)Reason", .text(reason))] }
    // In an open loop it would be the interval at which frames are due.
    if record.suite != .openloop {
      let meanNs = record.elapsedNs * Double(record.params.sessions) / Double(record.verified.frames)
      stats.append(("batchMeanNs", .number(meanNs)))
    }
    let isOneByOne = record.suite == .latency || record.suite == .resolution
    return isOneByOne ? stats : stats + messageRate(record)
  }

  /// Completed echo cycles of all sessions per second.
  private static func messageRate(_ record: TrialRecord) -> [(String, Statistic)] {
    let perSecond = Double(record.verified.frames) / (record.elapsedNs / 1e9)
    return [("messagesPerSecond", .number(perSecond)), ("elapsedNs", .number(record.elapsedNs))]
  }

  private static func latency(
    _ record: TrialRecord, _ source: DerivingSource, _ reasons: inout [String: [(String, Json)]]
  ) throws -> [(String, Statistic)] {
    var stats: [(String, Statistic)] = []
    for name in sampled {
      guard let sample = record.samples?[name] else {
        stats.append((name, .absent))
        stats.append(("\(name)Reason", .text("no such samples: a piggybacked ack has no write of its own")))
        continue
      }
      let measured = try source.folder.samples(sample.file).dropFirst(sample.warmup)
      let summary = try LatencySummary(measured, source.statistics)
      stats.append((name, .fields(summary.fields)))
      reasons[name] = summary.reasons
    }
    return stats
  }

  private static func idle(_ record: TrialRecord) -> [(String, Statistic)] {
    let moments = ["before", "open", "after"]
    let field = { (pick: (TrialRecord.Moment) -> UInt64?) -> Statistic in
      .fields(
        moments.map { name in
          (name, (record.resources[name] ?? nil).flatMap(pick).map { Double($0) })
        })
    }
    let sum = { (values: [UInt64?]) -> UInt64? in
      values.contains(where: { $0 == nil }) ? nil : values.compactMap { $0 }.reduce(0, +)
    }
    return [
      ("hostThreads", field { $0.host?.threads }),
      ("workerThreads", field { sum(($0.workers ?? []).map(\.threads)) }),
      ("hostRssBytes", field { $0.host?.rssBytes }),
      ("workerRssBytes", field { sum(($0.workers ?? []).map(\.rssBytes)) }),
    ]
  }

  var json: Json {
    let facts = DerivedFacts(record)
    var fields: [(String, Json)] = [
      ("suite", .text(record.suite.rawValue)), ("case", .text(record.case)), ("trial", .int(record.trial)),
      ("order", .int(record.order)), ("state", .text(record.state)), ("params", record.params.json),
      ("stats", stats.map(statsJson) ?? .null), ("facts", facts.json),
      ("marks", facts.marks(fastestNs: fastestNs)),
      (
        "verified",
        .object([
          ("frames", .count(record.verified.frames)), ("bytes", .count(record.verified.bytes)),
          ("mismatches", .count(record.verified.mismatches)),
        ])
      ),
    ]
    if let failure = record.failure { fields.append(("failure", failure)) }
    if let reason = record.reason { fields.append(("reason", .text(reason))) }
    return .object(fields)
  }

  private func statsJson(_ stats: [(String, Statistic)]) -> Json {
    .object(
      stats.map { name, value in
        guard case .fields(let fields) = value, let why = reasons[name] else { return (name, value.json) }
        return (name, .object(fields.map { ($0.0, $0.1.map(Json.number) ?? .null) } + why))
      })
  }
}

extension TrialRecord {
  /// From the first send decision to the last ack accepted.
  var elapsedNs: Double {
    Double((UInt64(stamps.endedNs) ?? 0) &- (UInt64(stamps.startedNs) ?? 0))
  }
}

/// The latency table's statistics of one column.
struct LatencySummary {
  let fields: [(String, Double?)]
  let reasons: [(String, Json)]

  init(_ samplesNs: some Collection<UInt64>, _ statistics: KernelStatistics) throws {
    let summary = try statistics.summarizeNs(samplesNs)
    let thin = [("p95Reason", summary.isP95Thin), ("p99Reason", summary.isP99Thin)].filter(\.1)
    reasons = thin.map { ($0.0, .text("fewer than 10 samples beyond it")) }
    fields = [
      ("n", Double(summary.n)), ("min", Double(summary.minNs)), ("p50", Double(summary.p50Ns)),
      ("p95", summary.isP95Thin ? nil : Double(summary.p95Ns)),
      ("p99", summary.isP99Thin ? nil : Double(summary.p99Ns)), ("max", Double(summary.maxNs)),
      ("mean", summary.meanNs),
    ]
  }
}

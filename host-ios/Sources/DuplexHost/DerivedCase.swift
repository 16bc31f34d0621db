// The statistics of a case: median and observed range of its trials' statistics. The kernel computes them.
import KernelHost

struct DerivedCase {
  let suite: Suite
  let name: String
  let n: Int
  let failed: Int
  let unsupported: Int
  let stats: [(String, Json)]
  let line: String

  /// Cases in suite order, then by payload, credit and ack interval: the reading order of the tables.
  static func all(
    _ order: [PlannedTrial], _ trials: [DerivedTrial], _ statistics: KernelStatistics
  ) throws -> [DerivedCase] {
    try Suite.allCases.flatMap { suite -> [DerivedCase] in
      var names: [String] = []
      for planned in order where planned.suite == suite && !names.contains(planned.case) { names.append(planned.case) }
      let groups = names.map { name in trials.filter { $0.record.suite == suite && $0.record.case == name } }
      return try groups.sorted { isBefore($0, $1) }.map { try DerivedCase($0, statistics) }
    }
  }

  private static func isBefore(_ left: [DerivedTrial], _ right: [DerivedTrial]) -> Bool {
    let place = { (trials: [DerivedTrial]) -> [UInt64] in
      guard let params = trials.first?.record.params else { return [] }
      return [
        UInt64(params.payloadBytes), params.creditBytes, UInt64(params.ackEvery), UInt64(params.sessions),
        UInt64(params.workers),
      ]
    }
    let (a, b) = (place(left), place(right))
    if a != b { return a.lexicographicallyPrecedes(b) }
    return (left.first?.record.case ?? "") < (right.first?.record.case ?? "")
  }

  private init(_ trials: [DerivedTrial], _ statistics: KernelStatistics) throws {
    let count = { (state: String) in trials.filter { $0.record.state == state }.count }
    suite = trials[0].record.suite
    name = trials[0].record.case
    n = count("ok")
    failed = count("failed")
    unsupported = count("unsupported")
    stats = try Self.spreads(trials.compactMap(\.stats), statistics)
    line = "\(suite.rawValue) \(name): n \(n)" + (failed == 0 ? "" : ", failed \(failed)") + Self.head(trials)
  }

  private static func spreads(
    _ trials: [[(String, Statistic)]], _ statistics: KernelStatistics
  ) throws -> [(String, Json)] {
    guard let first = trials.first else { return [] }
    return try first.compactMap { name, value -> (String, Json)? in
      let all = trials.map { stats in stats.first { $0.0 == name }?.1 ?? .absent }
      switch value {
      case .number:
        return (name, try spread(all.map { $0.number }, statistics))
      case .fields(let fields):
        let nested = try fields.filter { $0.0 != "n" }.map { field, _ in
          (field, try spread(all.map { $0.field(field) }, statistics))
        }
        return (name, .object(nested))
      case .text, .absent:
        return nil
      }
    }
  }

  /// Null when a trial does not have the number.
  private static func spread(_ values: [Double?], _ statistics: KernelStatistics) throws -> Json {
    let present = values.compactMap { $0 }
    guard present.count == values.count else { return .null }
    return try statistics.spread(present).json
  }

  private static func head(_ trials: [DerivedTrial]) -> String {
    guard let stats = trials.compactMap(\.stats).first, let first = stats.first else { return "" }
    switch first.1 {
    case .fields(let fields):
      return ", first trial's \(first.0) "
        + fields.prefix(4).map { "\($0.0) \($0.1.map { "\($0)" } ?? "-")" }.joined(separator: ", ")
    case .number(let value): return ", first trial's \(first.0) \(value)"
    case .text, .absent: return ""
    }
  }

  var json: Json {
    .object([
      ("suite", .text(suite.rawValue)), ("case", .text(name)), ("n", .int(n)), ("failed", .int(failed)),
      ("unsupported", .int(unsupported)), ("stats", .object(stats)),
    ])
  }
}

extension Statistic {
  var number: Double? {
    if case .number(let value) = self { return value }
    return nil
  }

  func field(_ name: String) -> Double? {
    if case .fields(let fields) = self { return fields.first { $0.0 == name }?.1 }
    return nil
  }
}

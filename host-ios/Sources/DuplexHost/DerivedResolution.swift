// What difference a run can tell from none: the interleaved A/A pairs. The twin of kernel/api/run/resolution.ts.
import KernelHost

enum DerivedResolution {
  /// data.json's `resolution`, or null with a reason.
  static func fields(_ trials: [DerivedTrial], _ statistics: KernelStatistics) throws -> [(String, Json)] {
    let own = trials.filter { $0.record.suite == .resolution }
    if own.isEmpty { return absent("the A/A pairs were not part of this run") }
    let numbers = Set(own.map(\.record.trial)).sorted()
    let pairs = numbers.compactMap { number -> (a: Double, b: Double)? in
      guard let a = medianNs(own, "A", number), let b = medianNs(own, "B", number) else { return nil }
      return (a, b)
    }
    if pairs.isEmpty {
      let hasOk = own.contains { $0.record.state == "ok" }
      return absent("no A/A pair has two trials that are ok" + (hasOk ? " and have a p50" : ""))
    }
    let differences = try statistics.spread(pairs.map { abs($0.a - $0.b) / min($0.a, $0.b) })
    return [
      (
        "resolution",
        .object([
          ("statistic", .text("receiptNs.p50")), ("pairs", .int(pairs.count)),
          ("a", try statistics.spread(pairs.map(\.a)).json), ("b", try statistics.spread(pairs.map(\.b)).json),
          ("differences", differences.json), ("percent", .number(differences.max * 100)),
        ])
      )
    ]
  }

  private static func medianNs(_ trials: [DerivedTrial], _ side: String, _ number: Int) -> Double? {
    let trial = trials.first { $0.record.case == side && $0.record.trial == number }
    return trial?.stats?.first { $0.0 == "receiptNs" }?.1.field("p50")
  }

  private static func absent(_ reason: String) -> [(String, Json)] {
    [("resolution", .null), ("resolutionReason", .text(reason))]
  }
}

extension TrialSpread {
  var json: Json {
    .object([("median", .number(median)), ("min", .number(min)), ("max", .number(max)), ("n", .int(n))])
  }
}

// The warm protocol: warm up for the least time and until windows agree, then measure for a given time. The rules and numbers are
// those of host-node/src/serializers (measure.ts, plan.ts); a driver sends the plan.

/// How long to warm up and to measure.
public struct WarmPlan: Codable, Sendable {
  public var sampleNs: Double = 1e6
  public var warmupMinNs: Double = 300e6
  public var warmupCapNs: Double = 1500e6
  public var measureNs: Double = 250e6
  public var maxSamples = 40
  public var maxCalls = 2000

  /// The suite's own plan.
  public init() {}

  func calls(for ns: Double) -> Int { max(1, min(maxCalls, Int(sampleNs / max(1, ns)))) }
}

/// A measured cell.
public struct WarmSeries: Sendable {
  public let first: Once
  /// The warm-up settled, and the samples did not drift.
  public let isSteady: Bool
  public let warmupNs: [Double]
  public let callsPerSample: Int
  public let samples: [PhaseTimes]
}

/// A slow row gives at least so many samples, however long they take.
private let leastSamples = 5

func warmSeries(
  _ plan: WarmPlan, first: Once, sample: (_ calls: Int) throws -> PhaseTimes
) rethrows -> WarmSeries {
  var calls = plan.calls(for: first.phases.total)
  var warmupNs: [Double] = []
  var state = SteadyState()
  let begun = nowNs()
  var elapsedNs: Double { Double(nowNs() - begun) }
  while !(state.isSteady && elapsedNs >= plan.warmupMinNs) && elapsedNs < plan.warmupCapNs {
    let meanNs = try sample(calls).total
    warmupNs.append(meanNs)
    state.add(meanNs: meanNs, calls: calls)
    calls = plan.calls(for: meanNs)
  }
  var samples: [PhaseTimes] = []
  let measuring = nowNs()
  while samples.count < plan.maxSamples
    && (samples.count < leastSamples || Double(nowNs() - measuring) < plan.measureNs)
  {
    samples.append(try sample(calls))
  }
  let isSteady = state.isSteady && SteadyState.halvesAgree(samples.map(\.total))
  return WarmSeries(
    first: first, isSteady: isSteady, warmupNs: warmupNs, callsPerSample: calls, samples: samples)
}

// The warm protocol of a run without a driver: the rules and numbers of viz/rows/warm-protocol.ts, the verdict the kernel's. Where there
// is a driver, it decides and this program only calls.

/// How long to warm up and to measure.
public struct WarmPlan: Codable, Sendable {
  public var sampleNs: Double = 1e6
  public var windowNs: Double = 5e6
  public var warmupMinNs: Double = 300e6
  public var warmupCapNs: Double = 1500e6
  public var measureNs: Double = 250e6
  public var maxSamples = 40
  /// A slow row gives at least so many samples, however long they take.
  public var minSamples = 5
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
  public let callsPerSample: Int
  public let samples: [PhaseTimes]
}

func warmSeries(
  _ plan: WarmPlan, first: Once, kernel: SuiteKernel, batches: (BatchRequest) throws -> [PhaseTimes]
) throws -> WarmSeries {
  var calls: [UInt32] = []
  var meansNs: [Double] = []
  var meanNs = first.phases.total
  var elapsedNs = 0.0
  var isWarm = false
  while !isWarm && elapsedNs < plan.warmupCapNs {
    let batch = plan.calls(for: meanNs)
    let count = max(1, Int((plan.windowNs / (Double(batch) * max(1, meanNs))).rounded()))
    for times in try batches(BatchRequest(calls: batch, count: count, least: 1, budgetNs: plan.windowNs)) {
      meanNs = times.total
      meansNs.append(meanNs)
      calls.append(UInt32(batch))
      elapsedNs += meanNs * Double(batch)
    }
    isWarm = try elapsedNs >= plan.warmupMinNs && kernel.isSteady(meansNs, calls)
  }
  let perSample = plan.calls(for: meanNs)
  let samples = try batches(
    BatchRequest(calls: perSample, count: plan.maxSamples, least: plan.minSamples, budgetNs: plan.measureNs))
  let stayed = try kernel.halvesAgree(samples.map(\.total))
  return WarmSeries(first: first, isSteady: isWarm && stayed, callsPerSample: perSample, samples: samples)
}

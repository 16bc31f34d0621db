// What a trial's facts say beside its statistics: queue, credit, CPU time per message, and marks of a disturbed machine.
// The twin of kernel/api/run/trial-facts.ts; a fact that was not read is null.

/// Readings of one moment that `facts` are made of.
struct FactReading: Decodable {
  struct Process: Decodable {
    let cpuNs: Double?
    let involuntarySwitches: Double?
  }
  struct Machine: Decodable {
    let stealNs: Double?
    let throttledNs: Double?
    let throttledPeriods: Double?
    let speedLimitPercent: Double?
  }

  let host: Process?
  let workers: [Process]?
  let machine: Machine?
}

struct DerivedFacts {
  /// Above this the fastest slice of reference work says that the processor was slower than at its best in this run.
  static let slowedRatio = 1.1
  /// Above this the mean slice says that others used the processor.
  static let sharedRatio = 1.25
  /// Steal of more than this share of the elapsed time of one processor.
  static let stolenShare = 0.01
  /// A tenth of a slice: with larger steps the clock alone makes slices differ by these ratios.
  static let largestStepNs: UInt64 = 10_000

  private let record: TrialRecord
  private let stealNs: Double?
  private let throttledPeriods: Double?

  init(_ record: TrialRecord) {
    self.record = record
    stealNs = Self.increase(record) { $0.machine?.stealNs }
    throttledPeriods = Self.increase(record) { $0.machine?.throttledPeriods }
  }

  var json: Json {
    let workers = { (pick: @escaping (FactReading.Process) -> Double?) in
      Self.increase(record) { Self.total($0.workers ?? [], pick) }
    }
    let number = { (value: Double?) in value.map(Json.number) ?? Json.null }
    return .object([
      ("queueHighWaterBytes", .count(record.sessions.map(\.queueHighWaterBytes).max() ?? 0)),
      ("creditStalls", .count(record.sessions.map(\.creditStalls).reduce(0, +))),
      ("hostCpuNsPerMessage", number(perMessage(Self.increase(record) { $0.host?.cpuNs }))),
      ("workerCpuNsPerMessage", number(perMessage(workers { $0.cpuNs }))),
      ("hostInvoluntarySwitches", number(Self.increase(record) { $0.host?.involuntarySwitches })),
      ("workerInvoluntarySwitches", number(workers { $0.involuntarySwitches })),
      ("stealNs", number(stealNs)),
      ("throttledNs", number(Self.increase(record) { $0.machine?.throttledNs })),
      ("throttledPeriods", number(throttledPeriods)),
    ])
  }

  /// The fastest slice of reference work of a run: what its processor does when nothing holds it back. Nil where the
  /// clock's steps are too large to compare slices.
  static func fastestSliceNs(_ trials: [TrialRecord], clockStepNs: UInt64) -> Double? {
    clockStepNs > largestStepNs ? nil : trials.flatMap(\.slicesNs).min() ?? .infinity
  }

  /// `fastestNs` is nil where slices cannot be compared.
  func marks(fastestNs: Double?) -> Json {
    let slices = record.slicesNs
    var marks: [Json] = []
    let speed = record.readings?["after"]??.machine?.speedLimitPercent ?? 100
    if (throttledPeriods ?? 0) > 0 || speed < 100 { marks.append(.text("THROTTLED")) }
    if let fastestNs, let fastest = slices.min() {
      if fastest > fastestNs * Self.slowedRatio { marks.append(.text("SLOWED")) }
      let mean = slices.reduce(0, +) / Double(slices.count)
      if mean > fastest * Self.sharedRatio { marks.append(.text("SHARED")) }
    }
    let elapsedNs = record.elapsedNs
    if elapsedNs > 0, (stealNs ?? 0) > elapsedNs * Self.stolenShare { marks.append(.text("STOLEN")) }
    return .array(marks)
  }

  private func perMessage(_ spent: Double?) -> Double? {
    record.verified.frames == 0 ? nil : spent.map { $0 / Double(record.verified.frames) }
  }

  /// From the start barrier to the end of the last session.
  private static func increase(_ record: TrialRecord, _ pick: (FactReading) -> Double?) -> Double? {
    guard let open = record.readings?["open"] ?? nil, let after = record.readings?["after"] ?? nil,
      let before = pick(open), let since = pick(after)
    else { return nil }
    return since - before
  }

  /// Of several workers the sum; nil when one was not read.
  private static func total(
    _ processes: [FactReading.Process], _ pick: (FactReading.Process) -> Double?
  ) -> Double? {
    let values = processes.compactMap(pick)
    return values.isEmpty || values.count != processes.count ? nil : values.reduce(0, +)
  }
}

extension TrialRecord {
  /// Slices of reference work around the trial.
  var slicesNs: [Double] { (reference?.beforeNs ?? []) + (reference?.afterNs ?? []) }
}

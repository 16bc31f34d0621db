// A run without a driver: the cold suite, then the warm one, in this process, with the same columns, keys and order as host-node
// writes. For devices that have no Node; where there is one, it drives a RowSession instead (docs/decisions/0017).
import Foundation

/// One run and its files.
public final class SuiteRun {
  private let rows: RowSet
  private let options: RunOptions
  private let kernel: SuiteKernel
  private let reports: [RowReport]
  private var prepared: [String: any PreparedCell] = [:]

  /// Probes every row.
  public init(rows: RowSet, options: RunOptions) throws {
    self.rows = rows
    self.options = options
    kernel = try SuiteKernel()
    reports = rows.reports().filter { report in
      options.serializers.isEmpty || options.serializers.contains { report.id.lowercased().contains($0) }
    }
  }

  private var ready: [RowReport] { reports.filter(\.isReady) }

  /// Runs both suites and gives the paths of their logs.
  public func run(progress: (String) -> Void) throws -> [String] {
    let edges = Dictionary(uniqueKeysWithValues: ready.map { ($0.id, rows.rows[$0.id]?.edge() ?? []) })
    let cold = try cold(progress)
    try writeConfigs(cold, "cold", edges)
    guard options.rounds > 0 else { return [cold] }
    let warm = try warm(progress)
    try writeConfigs(warm, "warm", edges)
    return [cold, warm]
  }

  private func path(_ ending: String) -> String { "\(options.folder)/\(options.stamp)\(ending)" }

  private func writeConfigs(_ log: String, _ suite: String, _ edges: [String: [EdgeResult]]) throws {
    let configs = Configs(
      options: options, suite: suite, reports: reports, edges: edges, kernel: kernel.kernel.identity)
    try configs.text().write(to: URL(fileURLWithPath: log.replacing(".csv", with: ".configs.json")), options: .atomic)
  }

  private func cold(_ progress: (String) -> Void) throws -> String {
    let log = try LogWriter(path: path(".csv"), isWarm: false)
    for cell in options.cells {
      let fixture = try Fixture(cell, kernel: kernel, seed: options.seed)
      for mode in Mode.allCases {
        try coldBlocks(cell, mode, fixture, log)
        progress("cold \(cell.key) \(mode.rawValue): \(log.rows) rows so far")
      }
    }
    try log.close()
    return log.path
  }

  /// Every row once a repetition, in the block's order. An error ends the row's repetitions in this cell and mode.
  private func coldBlocks(_ cell: Cell, _ mode: Mode, _ fixture: Fixture, _ log: LogWriter) throws {
    let repetitions = RunOptions.repetitions[options.runMode] ?? 2
    var failed: Set<String> = []
    for repetition in 0..<repetitions {
      let text = [
        String(options.seed), cell.type.rawValue, String(cell.instances), cell.type.configHash, mode.rawValue,
        String(repetition),
      ].joined(separator: "|")
      for (position, index) in try kernel.order(ready.count, of: text).enumerated() {
        let report = ready[index]
        if failed.contains(report.id) { continue }
        do {
          let once = try prepare(report.id, cell).once(fixture, mode)
          try log.add(
            LogRow(
              mode: mode, cell: cell, repetitions: repetitions, repetition: repetition, report: report,
              phases: once.phases, size: once.size, score: once.tally.score, schedulePosition: position))
        } catch {
          failed.insert(report.id)
          try log.addError(cell, report.id, mode, repetition, String(describing: error))
        }
      }
    }
  }

  private func prepare(_ id: String, _ cell: Cell) throws -> any PreparedCell {
    let place = "\(id)|\(cell.key)"
    if let known = prepared[place] { return known }
    guard let row = rows.rows[id] else { throw SuiteError("NO_ROW", "row \(id) is not built in") }
    let made = try row.prepare(cell)
    prepared[place] = made
    return made
  }

  private struct WarmCell {
    let report: RowReport
    let cell: Cell
    let mode: Mode
  }

  /// Different inputs of a warm cell, so that a cached output is found out.
  private static let warmInputs = 16

  private func warm(_ progress: (String) -> Void) throws -> String {
    let log = try LogWriter(path: path(".warm.csv"), isWarm: true)
    // Every stream here is adapted: the bytes row and one chunk. The cold suite has it, for the reference's sake.
    let all = options.cells.flatMap { cell in ready.map { WarmCell(report: $0, cell: cell, mode: .bytes) } }
    for round in 0..<options.rounds {
      let order = try kernel.order(all.count, of: "\(options.seed)|warm|swift|\(round)")
      for (place, index) in order.enumerated() {
        try warmCell(all[index], round, place, log)
        if place % 10 == 9 { progress("warm round \(round + 1)/\(options.rounds): \(place + 1)/\(all.count) cells") }
      }
    }
    try log.close()
    return log.path
  }

  private func warmCell(_ next: WarmCell, _ round: Int, _ place: Int, _ log: LogWriter) throws {
    do {
      let fixtures = try (0..<Self.warmInputs).map {
        try Fixture(next.cell, kernel: kernel, seed: options.seed, first: $0 * next.cell.instances)
      }
      let prepared = try prepare(next.report.id, next.cell)
      let first = try prepared.once(fixtures[0], next.mode)
      let series = try warmSeries(options.warmPlan, first: first, kernel: kernel) {
        try prepared.batches(fixtures, next.mode, $0)
      }
      func row(_ phases: PhaseTimes, _ repetition: Int, calls: Int) -> LogRow {
        LogRow(
          mode: next.mode, cell: next.cell, repetitions: series.samples.count, repetition: repetition,
          report: next.report, phases: phases, size: series.first.size, score: series.first.tally.score,
          schedulePosition: place,
          warm: LogRow.Warm(round: round, calls: calls, isSteady: series.isSteady))
      }
      if round == 0 { try log.add(row(series.first.phases, 0, calls: 1)) }
      for (index, sample) in series.samples.enumerated() {
        try log.add(row(sample, round * options.warmPlan.maxSamples + index + 1, calls: series.callsPerSample))
      }
    } catch {
      try log.addError(next.cell, next.report.id, next.mode, 0, String(describing: error))
    }
  }
}

// A whole duplex run: plan, one trial after another, the run's folder from first to last file. It measures nothing
// and prints nothing; who runs a trial (this process or a fresh one) is the caller's choice.
import CHostPlatform
import Foundation
import KernelHost

/// What a run was asked for.
public struct RunOptions: Sendable {
  public var profile: Profile = .smoke
  public var only: String?
  public var seed: UInt64?
  public var label: String?
  public var out: String
  public var timeoutNs: UInt64 = 60_000_000_000

  /// The smoke profile into `out`.
  public init(out: String) { self.out = out }
}

/// Where the process boundaries of a trial are, for run.json.
public struct Freshness: Sendable {
  public let host: String
  public let worker: String

  /// A fresh process for host and worker on Linux; on iPad the app stays.
  public init(host: String, worker: String) {
    self.host = host
    self.worker = worker
  }
}

/// A planned run.
public struct DuplexRun {
  /// What this host runs; a suite that the kernel cannot do yet is an unsupported trial with a reason.
  public static let runnable = Set(Suite.allCases)
  /// A blocking recv, or poll and recv: docs/data-format.md calls it the blocking lane.
  public static let lane = "blocking"

  public let options: RunOptions
  public let folder: RunFolder
  public let cases: [DuplexCase]
  public let order: [PlannedTrial]
  private let runFile: [(String, Json)]

  /// Checks the kernel, plans, makes the folder and writes what comes before the first trial.
  public init(
    _ options: RunOptions, list: CaseList, kernelBytes: [UInt8], statistics: KernelStatistics,
    worker: Json, freshness: Freshness, version: String
  ) throws {
    self.options = options
    cases = try list.select(options.only, runnable: Self.runnable)
    let seed = options.seed ?? list.seed
    order = try planTrials(cases, options.profile, seed: seed) { try statistics.shuffle($0, seed: $1) }
    folder = try RunFolder.create(options.out)
    try folder.write(kernelBytes, "kernel.wasm")
    let start = Self.describe(options, seed, cases, order, version)
    let kernel = try Self.describe(statistics.kernel)
    let facts = Self.describe(options, worker, statistics.kernel, freshness)
    runFile = start + kernel + facts
    try writeRunFile(finishedAt: nil)
  }

  /// The request of a planned trial.
  public func request(_ planned: PlannedTrial) throws -> TrialRequest {
    guard let entry = cases.first(where: { $0.suite == planned.suite && $0.case == planned.case }) else {
      throw HostError.unknownCase("\(planned.suite.rawValue)/\(planned.case)")
    }
    let params = TrialParams(entry, options.profile, lane: Self.lane)
    return TrialRequest(planned: planned, params: params, timeoutNs: options.timeoutNs)
  }

  /// Derives data.json and closes the run.
  public func finish(_ statistics: KernelStatistics) throws -> DerivedData {
    let data = try DerivedData.derive(folder, statistics)
    try folder.write(data.json, "data.json")
    try writeRunFile(finishedAt: Self.utcNow())
    return data
  }

  private func writeRunFile(finishedAt: String?) throws {
    let fields = runFile.map { name, value in
      name == "finishedAt" ? (name, finishedAt.map(Json.text) ?? .null) : (name, value)
    }
    try folder.write(.object(fields), "run.json")
  }

  private static func describe(
    _ options: RunOptions, _ seed: UInt64, _ cases: [DuplexCase], _ order: [PlannedTrial], _ version: String
  ) -> [(String, Json)] {
    var suites: [Suite] = []
    for entry in cases where !suites.contains(entry.suite) { suites.append(entry.suite) }
    return [
      ("schemaVersion", .int(1)),
      ("tool", .object([("name", .text("echometer")), ("version", .text(version))])),
      ("suites", .array(suites.map { .text($0.rawValue) })), ("profile", .text(options.profile.rawValue)),
      ("only", options.only.map(Json.text) ?? .null), ("seed", .count(seed)),
      ("startedAt", .text(utcNow())), ("finishedAt", .null),
      ("order", .array(order.map(\.json))), ("lane", .text(lane)),
      ("laneReason", .text("recv into kernel memory; the Swift host has no event loop")),
    ]
  }

  private static func describe(_ kernel: Kernel) throws -> [(String, Json)] {
    let hex = KernelIdentity.hex
    return [
      ("kernelId", .text(hex(kernel.identity.kernelId))), ("measureId", .text(hex(kernel.identity.measureId))),
      ("signature", .text(hex(try kernel.selfSignature()))),
      (
        "build",
        .object([
          ("file", .text("kernel.wasm")), ("sha256", .text(kernel.engine.moduleSha256)),
          ("simd", .bool(kernel.identity.isSimd)),
        ])
      ),
      ("abiVersion", .int(Int(kernel.identity.abiVersion))), ("protocolVersion", .int(1)),
    ]
  }

  private static func describe(
    _ options: RunOptions, _ worker: Json, _ kernel: Kernel, _ freshness: Freshness
  ) -> [(String, Json)] {
    [
      ("device", Readings.device(label: options.label)),
      (
        "host",
        .object([
          ("runtime", .text("swift")), ("version", .text(swiftVersion)), ("engine", .text(kernel.engine.label)),
        ])
      ),
      ("worker", worker), ("clock", Readings.clock()), ("environment", Readings.environment()),
      (
        "freshness",
        .object([
          ("host", .text(freshness.host)), ("worker", .text(freshness.worker)), ("kernel", .text("instance")),
        ])
      ),
    ]
  }

  static func utcNow() -> String {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return formatter.string(from: Date())
  }

  /// The language version that the compiler had; the compiler's own number is not to be had at run time.
  static let swiftVersion: String = {
    #if swift(>=6.3)
      "6.3 or newer"
    #elseif swift(>=6.2)
      "6.2"
    #elseif swift(>=6.1)
      "6.1"
    #else
      "6.0"
    #endif
  }()
}

extension PlannedTrial {
  var json: Json {
    .object([
      ("order", .int(order)), ("suite", .text(suite.rawValue)), ("case", .text(self.case)),
      ("trial", .int(trial)),
    ])
  }
}

// The `.configs.json` beside a log, in the reference's shape with the fields that host-node adds. No path and no host name.
import CHostPlatform
import Foundation
import KernelHost

/// What a sidecar says.
struct Configs: Encodable {
  struct Environment: Encodable {
    struct System: Encodable { let system, release, architecture: String }
    struct Processor: Encodable {
      let architecture: String
      let logical_cores: Int
      let model: String
      let cpu_count: Int
    }
    struct Memory: Encodable { let total_bytes: UInt64 }

    let captured_at: String
    let os: System
    let cpu: Processor
    let memory: Memory
    let runtimes: [String: String]
    let machine_id: String
    let claim_level_hint = "L1_single_session"
    let benchmark_ts: String
  }
  struct Dataset: Encodable {
    struct Named: Encodable {
      let name, category: String
      let supports_circular = false
    }

    let seed: String
    let fixtures = DataType.allCases.map { Named(name: $0.rawValue, category: $0.category) }
    let warmup_repetitions = 1
    let exclude_warmup_in_analysis = true
  }
  struct Run: Encodable {
    let benchmark_ts, seed: String
    let metrics_profile = "multi_way"
    let suite, run_mode: String
    let tool = "echometer host-ios/Serializers"
    let kernel_id: String
    /// Where each warm round ran: this program has one process for all; host-node starts one a cell.
    let freshness = "one process"
  }
  struct Item: Encodable {
    let name: String
    let report: RowReport
    let fidelity: [String: [String: Int]]
    let fields: [EdgeResult]

    enum Keys: String, CodingKey { case name, fidelity, fidelityFields }

    func encode(to encoder: any Encoder) throws {
      try report.encode(to: encoder)
      var keyed = encoder.container(keyedBy: Keys.self)
      try keyed.encode(name, forKey: .name)
      try keyed.encode(fidelity, forKey: .fidelity)
      try keyed.encode(fields, forKey: .fidelityFields)
    }
  }
  struct Serializers: Encodable {
    let count: Int
    let items: [Item]
  }

  let schema_version = 1
  let benchmark_ts: String
  let language = "swift"
  let environment: Environment
  let dataset: Dataset
  let run: Run
  let serializers: Serializers

  init(
    options: RunOptions, suite: String, reports: [RowReport], edges: [String: [EdgeResult]], kernel: KernelIdentity
  ) {
    benchmark_ts = options.stamp
    environment = Self.readEnvironment(options.stamp)
    dataset = Dataset(seed: String(options.seed))
    run = Run(
      benchmark_ts: options.stamp, seed: String(options.seed), suite: suite, run_mode: options.runMode,
      kernel_id: KernelIdentity.hex(kernel.kernelId))
    let items = reports.sorted { $0.id < $1.id }.map { report in
      let fields = edges[report.id] ?? []
      return Item(name: report.id, report: report, fidelity: Self.byClass(fields), fields: fields)
    }
    serializers = Serializers(count: items.count, items: items)
  }

  /// Edge fields of each class by verdict.
  private static func byClass(_ fields: [EdgeResult]) -> [String: [String: Int]] {
    fields.reduce(into: [:]) { $0[$1.fieldClass, default: [:]][$1.fidelity, default: 0] += 1 }
  }

  private static func readEnvironment(_ stamp: String) -> Environment {
    let architecture = String(cString: hp_architecture())
    let model = text(hp_cpu_model)
    let cores = Int(hp_cpu_count())
    let release = text(hp_os_release)
    let facts = "\(model)|\(cores)|\(hp_memory_bytes())|\(release)"
    return Environment(
      captured_at: Date().ISO8601Format(),
      os: .init(system: platformName, release: release, architecture: architecture),
      cpu: .init(architecture: architecture, logical_cores: cores, model: model, cpu_count: cores),
      memory: .init(total_bytes: hp_memory_bytes()),
      runtimes: ["swift": swiftVersion.replacing("Swift ", with: "")],
      machine_id: String(sha256Hex(Array(facts.utf8)).prefix(16)), benchmark_ts: stamp)
  }

  /// As host-node writes it.
  private static var platformName: String {
    let name = String(cString: hp_platform())
    return name == "linux" ? "Linux" : name
  }

  private static func text(_ read: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    let count = read(&buffer, buffer.count)
    return count > 0 ? String(decoding: buffer.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self) : ""
  }

  func text() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}

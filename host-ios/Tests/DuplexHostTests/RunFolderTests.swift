// A whole run with a worker in Swift: plan, files, derivation. And the JSON text itself.
import Foundation
import KernelHost
import Testing

@testable import DuplexHost

@Suite("A run's folder")
struct RunFolderTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  static func temporaryFolder() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("echometer test é \(UUID().uuidString)").path
  }

  static func run(_ only: String, into out: String) throws -> (DerivedData, RunFolder) {
    let statistics = try KernelStatistics(kernel: Kernel.aheadOfTime())
    let files = try PackageFiles(root: root, above: "/")
    var options = RunOptions(out: out)
    options.only = only
    let starter = EchoStarter(misbehavior: .none)
    let run = try DuplexRun(
      options, list: files.cases(), kernelBytes: files.kernel(sha256: statistics.kernel.engine.moduleSha256),
      statistics: statistics, worker: starter.facts, freshness: Freshness(host: "run", worker: "thread"),
      version: files.version())
    let surroundings = TrialSurroundings(makeEngine: { try AheadOfTimeEngine() }, starter: starter)
    for planned in run.order {
      try Trial(run.request(planned), surroundings).measure().write(to: run.folder)
    }
    return (try run.finish(statistics), run.folder)
  }

  @Test("holds what docs/data-format.md lists, and derives the same again")
  func whole() throws {
    let out = Self.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: out) }
    let (data, folder) = try Self.run("latency/64B,idle,paused/64KiB", into: out)
    #expect(data.failures == [])
    for name in ["run.json", "kernel.wasm", "data.json", "trials/0001.json", "samples/0001.receipt.u64"] {
      #expect(FileManager.default.fileExists(atPath: "\(out)/\(name)"), "\(name)")
    }
    let temporary = try FileManager.default.subpathsOfDirectory(atPath: out).filter { $0.hasSuffix(".tmp") }
    #expect(temporary == [])
    let statistics = try KernelStatistics(kernel: Kernel.aheadOfTime())
    let again = try DerivedData.derive(folder, statistics).json.written()
    let stored = String(decoding: try folder.read("data.json"), as: UTF8.self)
    #expect(again == stored)
  }

  @Test("derives idle readings as numbers of threads and bytes")
  func idle() throws {
    let out = Self.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: out) }
    let (_, folder) = try Self.run("idle/1", into: out)
    let data = try JSONSerialization.jsonObject(with: folder.read("data.json")) as? [String: Any]
    let trial = (data?["trials"] as? [[String: Any]])?.first?["stats"] as? [String: Any]
    let threads = (trial?["hostThreads"] as? [String: Any])?["open"] as? Double
    #expect(try #require(threads) >= 1)
  }

  @Test("gives no statistic of single cycles when its clock is coarse, but the mean over the trial")
  func coarseClock() throws {
    let out = Self.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: out) }
    let (data, folder) = try Self.run("latency/64B,idle/1", into: out)
    #expect(!data.json.written().contains("COARSE_CLOCK"))
    var facts = try #require(try JSONSerialization.jsonObject(with: folder.read("run.json")) as? [String: Any])
    var clock = try #require(facts["clock"] as? [String: Any])
    for (stepNs, isCoarse) in [(20_000, false), (20_001, true)] {
      clock["resolutionNs"] = stepNs
      facts["clock"] = clock
      try JSONSerialization.data(withJSONObject: facts).write(to: URL(fileURLWithPath: out + "/run.json"))
      let text = try DerivedData.derive(folder, KernelStatistics(kernel: Kernel.aheadOfTime())).json.written()
      #expect(text.contains("\"receiptNs\": null") == isCoarse)
      #expect(text.contains("COARSE_CLOCK: the clock moves in steps of 20001 ns") == isCoarse)
      #expect(text.contains("\"batchMeanNs\"") == isCoarse)
      #expect(text.contains("\"hostThreads\""), "a suite without samples stays as it is")
    }
  }

  @Test("is refused when it is not empty")
  func notEmpty() throws {
    let out = Self.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: out) }
    try FileManager.default.createDirectory(atPath: out + "/x", withIntermediateDirectories: true)
    #expect(throws: HostError.self) { _ = try RunFolder.create(out) }
  }

  @Test("names a case that no suite has")
  func unknownCase() throws {
    let list = try PackageFiles(root: Self.root, above: "/").cases()
    #expect(throws: HostError.unknownCase("nothing")) {
      _ = try list.select("64B,nothing", runnable: DuplexRun.runnable)
    }
    #expect(try list.select("latency", runnable: DuplexRun.runnable).count == 4)
  }
}

@Suite("JSON text")
struct JsonTests {
  @Test("keeps order, escapes, and writes the shortest number")
  func text() {
    let value = Json.object([
      ("z", .number(0.1)), ("a", .number(1e21)), ("whole", .number(3)), ("text", .text("\"\\\n\u{1}é")),
      ("none", .null), ("list", .array([.bool(true), .int(-1)])), ("big", .digits(UInt64.max)),
    ])
    let expected = """
      {
        "z": 0.1,
        "a": 1e+21,
        "whole": 3,
        "text": "\\"\\\\\\n\\u0001é",
        "none": null,
        "list": [
          true,
          -1
        ],
        "big": "18446744073709551615"
      }

      """
    #expect(value.written() == expected)
  }
}

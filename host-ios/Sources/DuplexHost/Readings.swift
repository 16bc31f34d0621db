// Threads, memory and CPU time of host and workers, and the machine's facts, as JSON. A fact that the platform does
// not give is null with a reason; nothing is estimated, no host name, user or path is stored.
import CHostPlatform
import Foundation

/// Reads resources; nothing is kept.
public enum Readings {
  /// One moment of a trial.
  static func moment(_ workers: [any DuplexWorker]) -> Json {
    .object([
      ("host", process(0)),
      ("workers", .array(workers.map { $0.reading() })),
      ("machine", MachineReading.now()),
    ])
  }

  /// A process of this machine; 0 is this one.
  public static func process(_ pid: Int32) -> Json {
    var usage = hp_usage()
    guard hp_read_usage(pid, &usage) == 0 else {
      return unknown("the process had ended or could not be read")
    }
    return describe(usage)
  }

  /// A reading that another process took of itself.
  public static func describe(_ usage: hp_usage) -> Json {
    let value = { (number: UInt64) -> Json in number == UInt64.max ? .null : .count(number) }
    var fields: [(String, Json)] = [
      ("threads", value(usage.threads)), ("rssBytes", value(usage.rss_bytes)),
      ("rssAnonBytes", value(usage.rss_anon_bytes)), ("rssSharedBytes", value(usage.rss_shared_bytes)),
      ("peakRssBytes", value(usage.peak_rss_bytes)), ("cpuNs", value(usage.cpu_ns)),
      ("involuntarySwitches", value(usage.involuntary_switches)),
    ]
    // Only Apple's systems charge a footprint.
    if usage.footprint_bytes != UInt64.max { fields.append(("footprintBytes", .count(usage.footprint_bytes))) }
    return .object(fields)
  }

  /// What an embedded worker has.
  public static let sharedProcess = unknown("the worker is a thread of the host's process")

  /// No reading, with a reason.
  public static func unknown(_ reason: String) -> Json {
    let names = [
      "threads", "rssBytes", "rssAnonBytes", "rssSharedBytes", "peakRssBytes", "cpuNs", "involuntarySwitches",
    ]
    return .object(names.map { ($0, Json.null) } + [("reason", .text(reason))])
  }

  /// `nominal`, `fair`, `serious` or `critical`; nil where the system has no such reading.
  public static var thermalState: String? {
    #if canImport(Darwin)
      switch ProcessInfo.processInfo.thermalState {
      case .nominal: return "nominal"
      case .fair: return "fair"
      case .serious: return "serious"
      case .critical: return "critical"
      @unknown default: return nil
      }
    #else
      return nil
    #endif
  }

  /// run.json's `device`.
  static func device(label: String?) -> Json {
    let model = text(hp_cpu_model) ?? "unknown"
    let platform = String(cString: hp_platform())
    let architecture = String(cString: hp_architecture())
    return .object([
      ("label", .text(label ?? "\(platform) \(architecture), \(model)")), ("platform", .text(platform)),
      ("arch", .text(architecture)), ("osRelease", .text(text(hp_os_release) ?? "unknown")),
      ("cpuModel", .text(model)), ("cpuCount", .int(Int(hp_cpu_count()))),
      ("memoryBytes", .count(hp_memory_bytes())),
    ])
  }

  /// run.json's `environment`: the same names as host-node's.
  static func environment() -> Json {
    var loads = [Double](repeating: 0, count: 3)
    let got = getloadavg(&loads, 3)
    var facts: [(String, Json)] = [("loadAverage", got == 3 ? .array(loads.map { .number($0) }) : .null)]
    facts += fact("cpuGovernor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    facts += fact("clockSource", "/sys/devices/system/clocksource/clocksource0/current_clocksource")
    facts += fact("cgroupCpuLimit", "/sys/fs/cgroup/cpu.max")
    facts += virtualization()
    return .object(facts)
  }

  private static func fact(_ name: String, _ file: String) -> [(String, Json)] {
    guard let line = SystemFile.line(file) else {
      return [(name, .null), ("\(name)Reason", .text("not offered by this system"))]
    }
    return [(name, .text(line))]
  }

  private static func virtualization() -> [(String, Json)] {
    guard let text = SystemFile.text("/proc/cpuinfo") else {
      return [("virtualization", .null), ("virtualizationReason", .text("not read on this platform"))]
    }
    let flags = text.split(separator: "\n").first { $0.hasPrefix("flags") } ?? ""
    return [("virtualization", .bool(flags.split(separator: " ").contains("hypervisor")))]
  }

  /// run.json's `clock`: the smallest positive step and the median cost of a read.
  static func clock() -> Json {
    let stamps = (0..<20_000).map { _ in hp_now_ns() }
    let steps = zip(stamps.dropFirst(), stamps).map { $0 - $1 }.sorted()
    return .object([
      ("source", .text(String(cString: hp_clock_source()))),
      ("resolutionNs", .count(steps.first { $0 > 0 } ?? 0)), ("readNs", .count(steps[steps.count / 2])),
    ])
  }

  private static func text(_ read: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    return read(&buffer, buffer.count) > 0 ? EmbeddedPython.string(buffer) : nil
  }
}

// What the machine did to a trial: load, steal, throttling, heat. The same fields as host-node's; what a platform does not
// offer is null with a reason. Never read while a trial is timed.
import Foundation

enum MachineReading {
  /// /proc/stat counts in hundredths of a second on every architecture of Linux.
  static let tickNs: UInt64 = 10_000_000

  static func now() -> Json {
    var loads = [Double](repeating: 0, count: 3)
    let got = getloadavg(&loads, 3)
    let load: [(String, Json)] = [("loadAverage", .array(got == 3 ? loads.map { .number($0) } : []))]
    return .object(load + facts())
  }

  #if canImport(Darwin)
    private static func facts() -> [(String, Json)] {
      let absent = ["stealNs", "throttledPeriods", "throttledNs", "cpuLimit", "cpuGovernor"]
      let thermal = Readings.thermalState.map { [("thermalState", Json.text($0))] } ?? []
      return absent.map { ($0, Json.null) } + [
        ("clockSource", .text("mach_absolute_time")), ("speedLimitPercent", .null),
      ] + thermal + [("reason", .text("Apple's systems have no control groups, no governor and no steal time"))]
    }
  #else
    private static func facts() -> [(String, Json)] {
      let group = ControlGroup.own
      let count = { (value: UInt64?) in value.map(Json.count) ?? Json.null }
      let text = { (value: String?) in value.map(Json.text) ?? Json.null }
      return [
        ("stealNs", count(stealTicks(SystemFile.text("/proc/stat")).map { $0 * tickNs })),
        ("throttledPeriods", count(group.counter("nr_throttled"))),
        ("throttledNs", count(group.counter("throttled_usec").map { $0 * 1000 })),
        ("cpuLimit", group.cpuLimit.map(Json.number) ?? .null),
        ("cpuGovernor", text(SystemFile.line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))),
        ("clockSource", text(SystemFile.line("/sys/devices/system/clocksource/clocksource0/current_clocksource"))),
        ("speedLimitPercent", .null),
        ("reason", .text("Linux has no one speed limit; what else is null this system does not offer")),
      ]
    }
  #endif

  /// The eighth number of the first line, `cpu user nice system idle iowait irq softirq steal ...`.
  static func stealTicks(_ stat: String?) -> UInt64? {
    let words = stat?.split(separator: "\n").first?.split(separator: " ") ?? []
    return words.first == "cpu" && words.count > 8 ? UInt64(words[8]) : nil
  }
}

/// The control group (version 2) of this process.
struct ControlGroup {
  let stat: String?
  let max: String?

  /// The deepest group of this process that has CPU statistics; inside a container that is the root.
  static var own: ControlGroup {
    let root = "/sys/fs/cgroup"
    let lines = SystemFile.text("/proc/self/cgroup")?.split(separator: "\n") ?? []
    let path = lines.first { $0.hasPrefix("0::") }?.dropFirst(3) ?? "/"
    let own = "\(root)\(path)"
    let folder = FileManager.default.fileExists(atPath: own + "/cpu.max") ? own : root
    return ControlGroup(stat: SystemFile.text(folder + "/cpu.stat"), max: SystemFile.line(folder + "/cpu.max"))
  }

  /// cpu.stat counts since the group exists.
  func counter(_ name: String) -> UInt64? {
    let line = stat?.split(separator: "\n").first { $0.hasPrefix(name + " ") }
    return line?.split(separator: " ").last.flatMap { UInt64($0) }
  }

  /// cpu.max is `max 100000` or `quota period`; nil without a limit.
  var cpuLimit: Double? {
    let words = max?.split(separator: " ").compactMap { Double($0) } ?? []
    return words.count == 2 && words[0] > 0 ? words[0] / words[1] : nil
  }
}

/// Files in which Linux tells numbers. Their size says 0, so they are read to the end.
enum SystemFile {
  static func text(_ path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path), let data = try? file.readToEnd() else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  static func line(_ path: String) -> String? {
    text(path)?.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

// How long the scratch session of a trial is, and what it took. The same lengths as host-node's, although nothing is
// compiled here: caches, page tables and the worker's interpreter are warm, and trials of both hosts do the same work.

/// What the scratch session was.
public struct HostWarmup: Equatable, Sendable {
  /// Of each session.
  public let frames: UInt32
  public let elapsedNs: UInt64

  /// Measured in Node: enough that its engine has compiled the timed path.
  static let enoughFrames: UInt64 = 8_000
  /// Large payloads need fewer frames ...
  static let enoughBytes: UInt64 = 134_217_728
  static let fewestFrames: UInt64 = 200
  /// ... but not of 16 MiB each: that would be seconds.
  static let mostBytes: UInt64 = 1_073_741_824

  var json: Json { .object([("frames", .int(Int(frames))), ("elapsedNs", .count(elapsedNs))]) }
}

extension TrialParams {
  /// The case itself, shorter, with no warm-up frames of its own, no pause and no schedule.
  var hostWarmup: TrialParams {
    let bytes = UInt64(payloadBytes)
    let ceilDivide = { (value: UInt64, by: UInt64) in (value + by - 1) / by }
    let fewest = min(HostWarmup.fewestFrames, ceilDivide(HostWarmup.mostBytes, bytes))
    let total = max(fewest, min(HostWarmup.enoughFrames, ceilDivide(HostWarmup.enoughBytes, bytes)))
    var scratch = self
    scratch.frames = UInt32(ceilDivide(total, UInt64(sessions)))
    scratch.warmupFrames = 0
    scratch.pauseNs = nil
    scratch.intervalNs = nil
    return scratch
  }
}

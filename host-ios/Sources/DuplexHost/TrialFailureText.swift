// Which failure a trial has, from how its channels ended: host-node's codes and sentences. Pure.
import KernelHost

extension TrialFailure {
  /// The first reason in the order of channels; nil when every channel and every session ended well. `faults` are the
  /// channels' records, which hold a session's fault too.
  static func ofEnds(_ ends: [ChannelEnd], _ faults: [ChannelFault]) -> TrialFailure? {
    if let fault = faults.first(where: { $0.faultClass != .none }) { return ofFault(fault) }
    for case .kernel(let error) in ends {
      if case .status = error {
        return TrialFailure(code: "KERNEL_STATUS", message: "\(error); this is a bug of ours")
      }
      return TrialFailure(code: error.code, message: "\(error)")
    }
    let lanes = ends.compactMap { end -> TrialFailure? in
      if case .lane(let failure) = end { return failure }
      return nil
    }
    // Channels that were stopped because of another one come after the reason itself.
    return lanes.first { $0.code != "OTHER_CHANNEL" } ?? lanes.first
  }

  /// A paused consumer whose queue did not fill to its credit: the worker sent less than it might.
  static func ofHighWater(_ params: TrialParams, _ records: [SessionRecord]) -> TrialFailure? {
    guard params.pauseNs != nil,
      let low = records.first(where: { $0.queueHighWaterBytes != params.creditBytes })
    else { return nil }
    let what =
      "session \(low.session): \(low.queueHighWaterBytes) bytes were queued while paused, "
      + "the credit is \(params.creditBytes)"
    var failure = TrialFailure(code: "HIGH_WATER", message: what)
    failure.numbers = [
      ("session", UInt64(low.session)), ("expected", params.creditBytes), ("got", low.queueHighWaterBytes),
    ]
    return failure
  }

  /// The same failure, met before anything was measured.
  var inHostWarmup: TrialFailure {
    var early = TrialFailure(code: code, message: "in the host warm-up: \(message)", fault: fault)
    early.numbers = numbers
    return early
  }

  static func ofFault(_ fault: ChannelFault) -> TrialFailure {
    TrialFailure(code: fault.name, message: describe(fault), fault: fault)
  }

  private static func describe(_ fault: ChannelFault) -> String {
    let place = "session \(fault.session), frame \(fault.sequence)"
    let values = "expected \(fault.expected), got \(fault.got)"
    switch fault.name {
    case "MISMATCH":
      return "\(place): byte \(fault.offset) came back as \(fault.got) instead of \(fault.expected)"
    case "TRUNCATED":
      return "the worker closed its stream before its sessions had ended"
    case "PEER":
      let said = fault.text.isEmpty ? "" : " (\(fault.text))"
      return "the worker reported \(ChannelFault.name(of: fault.peerCode))\(said)"
    default:
      return fault.faultClass == .channel
        ? "the worker's stream broke the protocol (\(values))"
        : "\(place): the worker broke the protocol (\(values))"
    }
  }

  /// The failure as a trial's file has it.
  var json: Json {
    var fields: [(String, Json)] = [("code", .text(code)), ("message", .text(message.withoutFolders))]
    if let fault {
      fields += [
        ("fault", .int(Int(fault.code))),
        ("class", .text(fault.faultClass == .channel ? "channel" : "session")),
      ]
    }
    fields += (fault?.numbers ?? numbers).map { ($0.0, .count($0.1)) }
    return .object(fields)
  }
}

extension ChannelFault {
  /// Where the kernel found it, and the two values that differ.
  fileprivate var numbers: [(String, UInt64)] {
    let numbers: [(String, UInt32)] = [
      ("session", session), ("sequence", sequence), ("offset", offset), ("expected", expected), ("got", got),
    ]
    let peer = name == "PEER" ? [("peerCode", peerCode)] : []
    return (numbers + peer).map { ($0.0, UInt64($0.1)) }
  }
}

// Which failure a trial has, from how its channels ended: host-node's codes and sentences. Pure.
import KernelHost

extension TrialFailure {
  /// The first reason in the order of channels; nil when every channel and every session ended well.
  static func ofEnds(_ ends: [ChannelEnd], _ records: [SessionRecord]) -> TrialFailure? {
    for case .fault(let fault) in ends { return ofFault(fault) }
    if let record = records.first(where: { $0.faultCode != 0 }) { return ofFault(record.fault) }
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
      return "the worker reported \(ChannelFault.name(of: fault.peerCode))"
    default:
      return fault.faultClass == .channel
        ? "the worker's stream broke the protocol (\(values))"
        : "\(place): the worker broke the protocol (\(values))"
    }
  }

  /// The failure as a trial's file has it.
  var json: Json {
    var fields: [(String, Json)] = [("code", .text(code)), ("message", .text(message))]
    guard let fault else { return .object(fields) }
    let numbers: [(String, UInt32)] = [
      ("session", fault.session), ("sequence", fault.sequence), ("offset", fault.offset),
      ("expected", fault.expected), ("got", fault.got),
    ]
    fields += [
      ("fault", .int(Int(fault.code))),
      ("class", .text(fault.faultClass == .channel ? "channel" : "session")),
    ]
    fields += numbers.map { ($0.0, .int(Int($0.1))) }
    if fault.name == "PEER" { fields.append(("peerCode", .int(Int(fault.peerCode)))) }
    return .object(fields)
  }
}

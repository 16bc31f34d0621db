// A trial's facts as files: its sample columns and its JSON (docs/data-format.md). Field for field what host-node
// writes.
import CHostPlatform
import KernelHost

extension TrialFacts {
  /// `ok`, `failed` or `unsupported`.
  public var state: String { unsupported != nil ? "unsupported" : failure == nil ? "ok" : "failed" }

  /// Writes samples/ and trials/ of this trial.
  public func write(to folder: RunFolder) throws {
    let samples = try writeSamples(folder)
    try writeLog(folder)
    try folder.write(json(samples), RunFolder.trialName(request.planned.order))
  }

  /// A worker that said something is worth a log, whatever became of the trial.
  private func writeLog(_ folder: RunFolder) throws {
    let said = exits.map(\.log).joined()
    if said.isEmpty { return }
    let name = "logs/\(RunFolder.padded(request.planned.order)).worker.txt"
    try folder.write(Array(said.withoutFolders.utf8), name)
  }

  /// Channels follow each other in a column's file, the warm-up of all of them first.
  private func writeSamples(_ folder: RunFolder) throws -> [(String, Json)] {
    var written: [(String, Json)] = []
    for (name, column) in zip(["receipt", "fullCycle"], columns) {
      if name == "fullCycle", request.params.ackPolicy == .piggyback { continue }
      let warmup = column.flatMap { $0.samplesNs.prefix($0.warmup) }
      let measured = column.flatMap { $0.samplesNs.dropFirst($0.warmup) }
      let file = RunFolder.sampleName(request.planned.order, name)
      try folder.write(Self.littleEndian(warmup + measured), "samples/\(file)")
      written.append(
        (
          "\(name)Ns",
          .object([
            ("file", .text(file)), ("count", .int(warmup.count + measured.count)),
            ("warmup", .int(warmup.count)),
          ])
        ))
    }
    return written
  }

  private static func littleEndian(_ values: [UInt64]) -> [UInt8] {
    values.map(\.littleEndian).withUnsafeBytes { Array($0) }
  }

  func json(_ samples: [(String, Json)]) -> Json {
    let planned = request.planned
    var fields: [(String, Json)] = [
      ("schemaVersion", .int(1)), ("order", .int(planned.order)), ("suite", .text(planned.suite.rawValue)),
      ("case", .text(planned.case)), ("trial", .int(planned.trial)), ("state", .text(state)),
    ]
    if let unsupported { fields.append(("reason", .text(unsupported))) }
    fields += [
      ("params", request.params.json),
      ("verified", verified { ($0.verifiedFrames, $0.verifiedBytes, $0.mismatches) }),
      ("warmupVerified", verified { ($0.warmupVerifiedFrames, $0.warmupVerifiedBytes, $0.warmupMismatches) }),
      (
        "stamps",
        .object([
          ("startedNs", .sinceStart(outcome.startedNs)), ("endedNs", .sinceStart(outcome.endedNs)),
        ])
      ),
    ]
    if !samples.isEmpty { fields.append(("samples", .object(samples))) }
    fields.append(("sessions", .array(records.map(\.json))))
    // Ranges of the kernel's own memory: nothing is copied in or out.
    if outcome.hasSlots { fields.append(("slotAccess", .text("mapped"))) }
    fields.append(("resources", .object(outcome.resources)))
    if let hostWarmup { fields.append(("hostWarmup", hostWarmup.json)) }
    if let reference { fields.append(("reference", reference.json)) }
    if let failure { fields.append(("failure", failure.json)) }
    if let exit = exits.first(where: { $0.code != 0 }) ?? exits.first { fields.append(("workerExit", exit.json)) }
    return .object(fields)
  }

  /// Sums over all sessions.
  private func verified(_ pick: (SessionRecord) -> (UInt64, UInt64, UInt64)) -> Json {
    let sums = records.map(pick).reduce((0, 0, 0)) { ($0.0 + $1.0, $0.1 + $1.1, $0.2 + $1.2) }
    return .object([("frames", .count(sums.0)), ("bytes", .count(sums.1)), ("mismatches", .count(sums.2))])
  }
}

extension Json {
  /// When the first trial of this process looked at the clock; stamps in results are relative to it.
  private static let hostStartedNs = hp_now_ns()

  /// Reads the clock once, before anything is stamped.
  static func startStamps() { _ = hostStartedNs }

  /// A stamp as results hold it; 0 stays 0, which means never.
  fileprivate static func sinceStart(_ stampNs: UInt64) -> Json {
    .digits(stampNs == 0 ? 0 : stampNs - hostStartedNs)
  }
}

extension SessionRecord {
  var json: Json {
    .object([
      ("session", .int(Int(session))), ("verifiedFrames", .count(verifiedFrames)),
      ("verifiedBytes", .count(verifiedBytes)), ("mismatches", .count(mismatches)),
      ("queueHighWaterBytes", .count(queueHighWaterBytes)), ("creditStalls", .count(creditStalls)),
      ("startedNs", .sinceStart(startedNs)), ("endedNs", .sinceStart(endedNs)),
    ])
  }
}

extension WorkerExit {
  var json: Json {
    .object([
      ("code", code.map { .int(Int($0)) } ?? .null),
      ("signal", signal.map { .text(Self.names[$0] ?? "SIG\($0)") } ?? .null),
    ])
  }

  /// Node's names for what ends workers here.
  private static let names: [Int32: String] = [6: "SIGABRT", 9: "SIGKILL", 11: "SIGSEGV", 15: "SIGTERM"]
}

extension TrialParams {
  var json: Json {
    var fields: [(String, Json)] = [
      ("payloadBytes", .int(Int(payloadBytes))), ("frames", .int(Int(frames))),
      ("warmupFrames", .int(Int(warmupFrames))), ("sessions", .int(Int(sessions))),
      ("workers", .int(Int(workers))), ("creditBytes", .count(creditBytes)),
      ("creditFrames", .int(Int(creditFrames))), ("ackEvery", .int(Int(ackEvery))),
      ("ackPolicy", .text(ackPolicy.rawValue)), ("storage", .text(storage.rawValue)),
      ("lane", .text(lane)),
    ]
    if let pauseNs { fields.append(("pauseNs", .count(pauseNs))) }
    if let intervalNs { fields.append(("intervalNs", .count(intervalNs))) }
    return .object(fields)
  }
}

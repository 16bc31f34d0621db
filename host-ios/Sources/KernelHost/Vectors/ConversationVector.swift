// The flow suite's conversations: a scripted peer's bytes go in, every answer and every counter must come out. Fed as
// written and with poison behind.

struct ConversationVector {
  static let states = [
    "planned", "opening", "warming", "ready", "measuring", "ending", "canceled", "ended", "faulted",
  ]

  let makeKernel: () throws -> Kernel

  init(_ makeKernel: @escaping () throws -> Kernel) { self.makeKernel = makeKernel }

  func check(_ vector: VectorCase) throws {
    let plan = try ChannelPlan(vector: vector.input.member("plan"))
    for hasPoison in [false, true] {
      let channel = try KernelChannel(kernel: makeKernel(), plan: plan)
      for (index, step) in try vector.input.member("steps").list().enumerated() {
        try play(step, index, channel, hasPoison)
      }
      guard let output = vector.output else { throw VectorDefect(description: "no output") }
      try checkEnd(channel, plan, output)
    }
  }

  private func play(_ step: VectorNode, _ index: Int, _ channel: KernelChannel, _ hasPoison: Bool) throws {
    let nowNs = try step.optional("nowNs")?.u64() ?? 0
    switch try step.member("call").text() {
    case "channelStart": try channel.channelStart(nowNs: nowNs)
    case "inputReceived": try feed(channel, step.member("hex").bytes(), nowNs, hasPoison)
    case "inputEnded": try channel.inputEnded(nowNs: nowNs)
    case "outputWritten": try channel.outputWritten(Int(step.member("bytes").u32()), nowNs: nowNs)
    case "start": try channel.start(nowNs: nowNs)
    case "pause": try channel.pause(session: step.member("session").u32())
    case "resume": try channel.resume(session: step.member("session").u32())
    case "cancel": try channel.cancel()
    case "finish": try channel.finish()
    case "poll": try poll(channel, step, index, nowNs)
    case let other: throw VectorDefect(description: "unknown call \(other)")
    }
  }

  private func feed(_ channel: KernelChannel, _ bytes: [UInt8], _ nowNs: UInt64, _ hasPoison: Bool) throws {
    let room = try channel.inputRoom()
    // A fault was found in an earlier read: nothing more is read.
    if room.isEmpty { return }
    if hasPoison { room.initializeMemory(as: UInt8.self, repeating: 0xa5) }
    room.copyBytes(from: bytes)
    try channel.inputReceived(bytes.count, nowNs: nowNs)
  }

  private func poll(_ channel: KernelChannel, _ step: VectorNode, _ index: Int, _ nowNs: UInt64) throws {
    let action = try channel.poll(nowNs: nowNs)
    try expectEqual(action.rawValue, step.member("action").u64(), "step \(index), action")
    guard action == .write else { return }
    let table = try channel.segments()
    let memory = channel.kernel.memory
    let output = stride(from: 0, to: table.count, by: 2).flatMap { memory.read(table[$0], Int(table[$0 + 1])) }
    try expectEqual(hexText(output), step.optional("output")?.text() ?? "", "step \(index), output")
  }

  private func checkEnd(_ channel: KernelChannel, _ plan: ChannelPlan, _ output: VectorNode) throws {
    try checkFault(channel.fault(), output.optional("fault"))
    for expected in try output.member("sessions").list() {
      try checkSession(channel.record(session: expected.member("session").u32()), expected)
    }
    for (which, name) in [(UInt32(0), "receiptNs"), (1, "fullCycleNs")] {
      let column = try channel.column(which)
      try expectEqual(column.samplesNs, output.member(name).list().map { try $0.u64() }, name)
      try expectEqual(column.warmup, Int(output.member("warmup").list()[Int(which)].u32()), "\(name) warm-up")
    }
    let at = UInt32(try channel.kernel.exports.i32("CHANNEL"))
    for (offset, name) in [(UInt32(0), "framesIn"), (8, "framesOut"), (48, "droppedFrames")] {
      try expectEqual(channel.kernel.memory.load(at + offset, as: UInt64.self), output.member(name).u64(), name)
    }
  }

  private func checkFault(_ fault: ChannelFault, _ expected: VectorNode?) throws {
    guard let expected else { return try expectEqual(fault.faultClass != .channel, true, "no channel fault") }
    try expectEqual(fault.code, expected.member("code").u32(), "fault")
    try expectEqual(fault.session, expected.member("session").u32(), "fault's session")
    try expectEqual(fault.sequence, expected.member("sequence").u32(), "fault's sequence")
  }

  private func checkSession(_ got: SessionRecord, _ expected: VectorNode) throws {
    let name = "session \(got.session)"
    try expectEqual(Self.states[Int(got.state)], expected.member("state").text(), "\(name) state")
    let counters: [(String, UInt64)] = [
      ("verifiedFrames", got.verifiedFrames), ("warmupVerifiedFrames", got.warmupVerifiedFrames),
      ("mismatches", got.mismatches + got.warmupMismatches), ("queueHighWaterBytes", got.queueHighWaterBytes),
      ("creditStalls", got.creditStalls), ("sentFrames", got.sentFrames), ("ackedFrames", got.ackedFrames),
      ("startedNs", got.startedNs), ("endedNs", got.endedNs),
      ("peerCode", got.faultCode == 0 ? 0 : UInt64(got.peerCode)),
    ]
    for (field, value) in counters { try expectEqual(value, expected.member(field).u64(), "\(name) \(field)") }
    let fault = try expected.member("fault")
    try expectEqual(got.faultCode, fault.member("code").u32(), "\(name) fault")
    try expectEqual(got.faultCode == 0 ? 0 : got.faultSequence, fault.member("sequence").u32(), "\(name) sequence")
    guard ChannelFault.name(of: got.faultCode) == "MISMATCH" else { return }
    try expectEqual(got.faultOffset, fault.member("offset").u32(), "\(name) offset")
    try expectEqual(got.faultExpected, fault.member("expected").u32(), "\(name) expected")
    try expectEqual(got.faultGot, fault.member("got").u32(), "\(name) got")
  }
}

extension ChannelPlan {
  init(vector: VectorNode) throws {
    self.init()
    sessions = try vector.member("sessions").u32()
    payloadBytes = try vector.member("payloadBytes").u32()
    warmupFrames = try vector.member("warmupFrames").u32()
    measuredFrames = try vector.member("measuredFrames").u32()
    creditBytes = try vector.member("creditBytes").u64()
    creditFrames = try vector.member("creditFrames").u32()
    ackEvery = try vector.member("ackEvery").u32()
    ackPolicy = try vector.member("ackPolicy").text() == "piggyback" ? .piggyback : .separate
    firstSession = try vector.member("firstSession").u32()
    intervalNs = try vector.member("intervalNs").u64()
    token = try vector.member("token").bytes()
  }
}

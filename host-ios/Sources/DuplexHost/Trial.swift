// One trial: kernels configured, workers started, the pump run, facts taken. It derives no statistic and writes only
// samples; the trial's file is TrialFacts' JSON.
import CHostPlatform
import KernelHost

/// What one trial is asked to do.
public struct TrialRequest: Sendable {
  public let planned: PlannedTrial
  public let params: TrialParams
  /// No byte moved for this long: the trial has failed.
  public let timeoutNs: UInt64

  /// A planned trial with its parameters.
  public init(planned: PlannedTrial, params: TrialParams, timeoutNs: UInt64) {
    self.planned = planned
    self.params = params
    self.timeoutNs = timeoutNs
  }
}

/// What a trial stands on: an engine, a place for workers.
public struct TrialSurroundings {
  public let makeEngine: () throws -> any KernelEngine
  public let starter: any WorkerStarter
  public var isCanceled: () -> Bool = { false }

  /// An engine for each channel and a starter for each worker.
  public init(makeEngine: @escaping () throws -> any KernelEngine, starter: any WorkerStarter) {
    self.makeEngine = makeEngine
    self.starter = starter
  }
}

/// One channel of a trial: a kernel, its worker, their shared slots.
struct TrialChannel {
  let kernel: KernelChannel
  let worker: any DuplexWorker
  let slots: MappedSlots?
  let sessions: ClosedRange<UInt32>
}

/// Everything that is known after a trial.
public struct TrialFacts {
  public let request: TrialRequest
  public var failure: TrialFailure?
  public var unsupported: String?
  public var records: [SessionRecord] = []
  public var columns: [[SampleColumn]] = []
  public var startedNs: UInt64 = 0
  public var endedNs: UInt64 = 0
  public var resources: [(String, Json)] = []
  public var exits: [WorkerExit] = []

  init(_ request: TrialRequest) { self.request = request }

  /// A trial that did not come to its channels.
  public static func failed(_ request: TrialRequest, _ failure: TrialFailure) -> TrialFacts {
    var facts = TrialFacts(request)
    facts.failure = failure
    return facts
  }
}

/// Measures one trial.
public struct Trial {
  let request: TrialRequest
  let surroundings: TrialSurroundings

  /// Nothing starts yet.
  public init(_ request: TrialRequest, _ surroundings: TrialSurroundings) {
    self.request = request
    self.surroundings = surroundings
  }

  /// Runs the trial; a failure of any kind is in the facts.
  public func measure() -> TrialFacts {
    var facts = TrialFacts(request)
    if request.params.storage != .inline, let reason = slotsRefused() {
      facts.unsupported = reason
      return facts
    }
    do {
      let channels = try openChannels()
      let ends = pump(channels, &facts)
      facts.exits = channels.map { $0.worker.finish() }
      try collect(channels, ends, &facts)
    } catch {
      facts.failure = facts.failure ?? TrialFailure.of(error)
    }
    return facts
  }

  /// Channels in the order of workers; if one cannot be made, those before it are ended.
  private func openChannels() throws -> [TrialChannel] {
    var channels: [TrialChannel] = []
    do {
      for index in 0..<Int(request.params.workers) { channels.append(try openChannel(index)) }
    } catch {
      for channel in channels { _ = channel.worker.finish() }
      throw error
    }
    return channels
  }

  private func openChannel(_ index: Int) throws -> TrialChannel {
    let params = request.params
    var token = [UInt8](repeating: 0, count: 16)
    let drawn = hp_random(&token, token.count)
    guard drawn == 0 else { throw HostError.system(call: "random", errno: -drawn) }
    let sessions = params.sessions / params.workers
    let first = 1 + UInt32(index) * sessions
    let plan = ChannelPlan(params, token: token, firstSession: first, sessions: sessions)
    let kernel = try KernelChannel(kernel: Kernel(engine: surroundings.makeEngine()), plan: plan)
    let slots = try MappedSlots(
      plan, kernel, asFiles: surroundings.starter.needsSlotFiles)
    let worker = try surroundings.starter.start(token: token, slots: slots?.regions, index: index)
    return TrialChannel(kernel: kernel, worker: worker, slots: slots, sessions: first...(first + sessions - 1))
  }

  private func pump(_ channels: [TrialChannel], _ facts: inout TrialFacts) -> [ChannelEnd] {
    let workers = channels.map(\.worker)
    let readings = Moments()
    readings.list.append(("before", Readings.moment(workers)))
    var hooks = PumpHooks()
    hooks.isCanceled = surroundings.isCanceled
    hooks.atBarrier = { _ in readings.list.append(("open", Readings.moment(workers))) }
    hooks.released = { pump, nowNs in try released(pump, nowNs, channels) }
    let pump = Pump(
      channels.map { PumpPair(kernel: $0.kernel, descriptor: $0.worker.descriptor) },
      timeoutNs: request.timeoutNs, hooks: hooks)
    let ends = pump.run()
    readings.list.append(("after", Readings.moment(workers)))
    facts.resources = readings.list
    return ends
  }

  /// What a suite does beside moving bytes: idle sessions end, a paused consumer stops for a while.
  private func released(_ pump: Pump, _ nowNs: UInt64, _ channels: [TrialChannel]) throws {
    if request.params.frames == 0 {
      for channel in channels { try channel.kernel.finish() }
    }
    guard let pauseNs = request.params.pauseNs else { return }
    for channel in channels {
      for session in channel.sessions { try channel.kernel.pause(session: session) }
    }
    pump.schedule(atNs: nowNs + pauseNs) {
      for channel in channels {
        for session in channel.sessions { try channel.kernel.resume(session: session) }
      }
    }
  }

  private func collect(_ channels: [TrialChannel], _ ends: [ChannelEnd], _ facts: inout TrialFacts) throws {
    for channel in channels {
      facts.records += try channel.sessions.map { try channel.kernel.record(session: $0) }
    }
    facts.failure = TrialFailure.ofEnds(ends, facts.records)
    let stamps = try channels.map { try $0.kernel.stamps() }
    facts.startedNs = stamps.map(\.startedNs).filter { $0 > 0 }.min() ?? 0
    facts.endedNs = stamps.map(\.endedNs).max() ?? 0
    guard facts.failure == nil, request.planned.suite.hasSamples else { return }
    facts.columns = try [0, 1].map { which in try channels.map { try $0.kernel.column(which) } }
  }

  private func slotsRefused() -> String? {
    do {
      let engine = try surroundings.makeEngine()
      if !engine.canMapStorage { return "this engine's memory cannot be shared with a worker" }
      _ = try engine.find("slotFileAt")
      return nil
    } catch {
      return "this kernel has no slots"
    }
  }
}

/// Readings in the order they were taken; a class, because hooks append to it.
final class Moments {
  var list: [(String, Json)] = []
}

extension Suite {
  /// Suites whose frames are timed one by one; a bulk frame has a queueing time and no latency.
  var hasSamples: Bool {
    switch self {
    case .latency, .concurrency, .extra, .openloop, .resolution: true
    case .bulk, .managed, .idle, .paused: false
    }
  }
}

extension ChannelPlan {
  init(_ params: TrialParams, token: [UInt8], firstSession: UInt32, sessions: UInt32) {
    self.init()
    self.sessions = sessions
    self.firstSession = firstSession
    self.token = token
    payloadBytes = params.payloadBytes
    warmupFrames = params.warmupFrames
    measuredFrames = params.frames
    creditBytes = params.creditBytes
    creditFrames = params.creditFrames
    ackEvery = params.ackEvery
    ackPolicy = params.ackPolicy
    intervalNs = params.intervalNs ?? 0
    storage = params.storage
    guard params.storage != .inline else { return }
    // A slot is free again whenever the credit allows the frame that reuses it (docs/protocol.md section 3).
    slotCount = params.creditFrames
    // A multiple of every page size that a host runs on (and of the kernel's boundary), so that files can be mapped.
    let step: UInt32 = 65_536
    slotBytes = max(step, (params.payloadBytes + step - 1) / step * step)
    mappedSlots = true
  }
}

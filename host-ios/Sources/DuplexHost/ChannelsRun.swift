// The channels of one phase of a trial: kernels configured, workers started, the pump run, what they counted. It knows no
// suite, no file and no statistic.
import CHostPlatform
import KernelHost

/// One channel: a kernel, its worker, their shared slots.
struct TrialChannel {
  let kernel: KernelChannel
  let worker: any DuplexWorker
  let slots: MappedSlots?
  let sessions: ClosedRange<UInt32>
}

/// What the channels left behind.
public struct ChannelsOutcome {
  public var failure: TrialFailure?
  public var records: [SessionRecord] = []
  /// Receipt and full cycle, a column for each channel.
  public var columns: [[SampleColumn]] = []
  public var startedNs: UInt64 = 0
  public var endedNs: UInt64 = 0
  public var resources: [(String, Json)] = []
  public var exits: [WorkerExit] = []
  public var hasSlots = false
}

struct ChannelsRun {
  private let params: TrialParams
  private let surroundings: TrialSurroundings
  private let timeoutNs: UInt64
  private let hasSamples: Bool

  init(_ params: TrialParams, _ surroundings: TrialSurroundings, timeoutNs: UInt64, hasSamples: Bool) {
    self.params = params
    self.surroundings = surroundings
    self.timeoutNs = timeoutNs
    self.hasSamples = hasSamples
  }

  /// Throws when a channel cannot be made; everything later is in the outcome.
  func run() throws -> ChannelsOutcome {
    let channels = try openChannels()
    var outcome = ChannelsOutcome(hasSlots: channels.contains { $0.slots != nil })
    let ends = pump(channels, &outcome)
    outcome.exits = channels.map { $0.worker.finish() }
    do {
      try collect(channels, ends, &outcome)
    } catch {
      outcome.failure = TrialFailure.of(error)
    }
    return outcome
  }

  /// Channels in the order of workers; if one cannot be made, those before it are ended.
  private func openChannels() throws -> [TrialChannel] {
    var channels: [TrialChannel] = []
    do {
      for index in 0..<Int(params.workers) { channels.append(try openChannel(index)) }
    } catch {
      for channel in channels { _ = channel.worker.finish() }
      throw error
    }
    return channels
  }

  private func openChannel(_ index: Int) throws -> TrialChannel {
    var token = [UInt8](repeating: 0, count: 16)
    let drawn = hp_random(&token, token.count)
    guard drawn == 0 else { throw HostError.system(call: "random", errno: -drawn) }
    let sessions = params.sessions / params.workers
    let first = 1 + UInt32(index) * sessions
    let plan = ChannelPlan(params, token: token, firstSession: first, sessions: sessions)
    let kernel = try KernelChannel(kernel: Kernel(engine: surroundings.makeEngine()), plan: plan)
    let slots = try MappedSlots(plan, kernel, asFiles: surroundings.starter.needsSlotFiles)
    let worker = try surroundings.starter.start(token: token, slots: slots?.regions, index: index)
    return TrialChannel(kernel: kernel, worker: worker, slots: slots, sessions: first...(first + sessions - 1))
  }

  private func pump(_ channels: [TrialChannel], _ outcome: inout ChannelsOutcome) -> [ChannelEnd] {
    let workers = channels.map(\.worker)
    let readings = Moments()
    readings.list.append(("before", Readings.moment(workers)))
    var hooks = PumpHooks()
    hooks.isCanceled = surroundings.isCanceled
    hooks.atBarrier = { _ in readings.list.append(("open", Readings.moment(workers))) }
    hooks.released = { pump, nowNs in try released(pump, nowNs, channels) }
    let pump = Pump(
      channels.map { PumpPair(kernel: $0.kernel, descriptor: $0.worker.descriptor) },
      timeoutNs: timeoutNs, hooks: hooks)
    let ends = pump.run()
    readings.list.append(("after", Readings.moment(workers)))
    outcome.resources = readings.list
    return ends
  }

  /// What a suite does beside moving bytes: idle sessions end, a paused consumer stops for a while.
  private func released(_ pump: Pump, _ nowNs: UInt64, _ channels: [TrialChannel]) throws {
    if params.frames == 0 {
      for channel in channels { try channel.kernel.finish() }
    }
    guard let pauseNs = params.pauseNs else { return }
    for channel in channels {
      for session in channel.sessions { try channel.kernel.pause(session: session) }
    }
    pump.schedule(atNs: nowNs + pauseNs) {
      for channel in channels {
        for session in channel.sessions { try channel.kernel.resume(session: session) }
      }
    }
  }

  private func collect(
    _ channels: [TrialChannel], _ ends: [ChannelEnd], _ outcome: inout ChannelsOutcome
  ) throws {
    for channel in channels {
      outcome.records += try channel.sessions.map { try channel.kernel.record(session: $0) }
    }
    outcome.failure = TrialFailure.ofEnds(ends, try channels.map { try $0.kernel.fault() })
    let stamps = try channels.map { try $0.kernel.stamps() }
    outcome.startedNs = stamps.map(\.startedNs).filter { $0 > 0 }.min() ?? 0
    outcome.endedNs = stamps.map(\.endedNs).max() ?? 0
    guard outcome.failure == nil, hasSamples else { return }
    outcome.columns = try [0, 1].map { which in try channels.map { try $0.kernel.column(which) } }
  }
}

/// Readings in the order they were taken; a class, because hooks append to it.
final class Moments {
  var list: [(String, Json)] = []
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

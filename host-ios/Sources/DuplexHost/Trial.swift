// One trial: the scratch session that warms the host, then the measured channels, then their facts. It derives no
// statistic and writes no file; the trial's file is TrialFacts' JSON.
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

/// Everything that is known after a trial.
public struct TrialFacts {
  public let request: TrialRequest
  public var failure: TrialFailure?
  public var unsupported: String?
  public var outcome = ChannelsOutcome()
  public var reference: ReferenceSlices?
  public var hostWarmup: HostWarmup?

  init(_ request: TrialRequest) { self.request = request }

  /// A trial that did not come to its channels.
  public static func failed(_ request: TrialRequest, _ failure: TrialFailure) -> TrialFacts {
    var facts = TrialFacts(request)
    facts.failure = failure
    return facts
  }

  public var records: [SessionRecord] { outcome.records }
  public var columns: [[SampleColumn]] { failure == nil ? outcome.columns : [] }
  public var exits: [WorkerExit] { outcome.exits }
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
    Json.startStamps()
    var facts = TrialFacts(request)
    if request.params.storage != .inline, let reason = slotsRefused() {
      facts.unsupported = reason
      return facts
    }
    do {
      try measure(&facts)
    } catch {
      facts.failure = TrialFailure.of(error)
    }
    return facts
  }

  private func measure(_ facts: inout TrialFacts) throws {
    let reference = try ReferenceTimer(surroundings.makeEngine())
    let scratchParams = request.params.hostWarmup
    let begunNs = hp_now_ns()
    let scratch = try channels(scratchParams)
    let elapsedNs = hp_now_ns() - begunNs
    if let failure = scratch.failure {
      facts.outcome = ChannelsOutcome(resources: scratch.resources, exits: scratch.exits)
      facts.failure = failure.inHostWarmup
      return
    }
    facts.hostWarmup = HostWarmup(frames: scratchParams.frames, elapsedNs: elapsedNs)
    let beforeNs = try reference.measure()
    facts.outcome = try channels(request.params)
    facts.reference = ReferenceSlices(beforeNs: beforeNs, afterNs: try reference.measure())
    facts.failure = facts.outcome.failure ?? TrialFailure.ofHighWater(request.params, facts.records)
  }

  private func channels(_ params: TrialParams) throws -> ChannelsOutcome {
    let hasSamples = request.planned.suite.hasSamples
    return try ChannelsRun(params, surroundings, timeoutNs: request.timeoutNs, hasSamples: hasSamples).run()
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

extension Suite {
  /// Suites whose frames are timed one by one; a bulk frame has a queueing time and no latency.
  var hasSamples: Bool {
    switch self {
    case .latency, .concurrency, .extra, .openloop, .resolution: true
    case .bulk, .managed, .idle, .paused: false
    }
  }
}

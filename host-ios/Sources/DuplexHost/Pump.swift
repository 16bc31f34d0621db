// The pump: moves bytes between descriptors and kernel channels on one thread, one pair for each worker. The twin of
// kernel/api/trial/pump.ts. It knows no frame, no process and no result file.
//
// Theory of operation. With one channel and nothing to write, the pump blocks in recv: one system call a wake-up
// instead of two. Otherwise it polls all descriptors. Channels that reach the barrier wait for each other, so that
// sessions on several workers begin together. A slice of 100 ms bounds every wait; then timers and the watchdog run.
import CHostPlatform
import KernelHost

/// One channel for the pump.
public struct PumpPair {
  let kernel: KernelChannel
  let descriptor: Int32

  /// A configured kernel and a connected descriptor, which stays the caller's to close.
  public init(kernel: KernelChannel, descriptor: Int32) {
    self.kernel = kernel
    self.descriptor = descriptor
  }
}

/// What the pump tells and asks.
public struct PumpHooks {
  /// All channels are at the barrier; the measured loops begin when it returns.
  public var atBarrier: (Pump) throws -> Void = { _ in }
  /// Right after the barrier was released.
  public var released: (Pump, UInt64) throws -> Void = { _, _ in }
  /// True ends the trial (the user's cancel).
  public var isCanceled: () -> Bool = { false }

  /// Hooks that do nothing.
  public init() {}
}

/// Runs channels to their ends.
public final class Pump {
  static let sliceMs: UInt32 = 100
  /// Reads in a row before timers, watchdog and cancel get their turn; at most some milliseconds.
  static let burst = 512

  let channels: [PumpedChannel]
  private let hooks: PumpHooks
  private let timeoutNs: UInt64
  private var timers: [(atNs: UInt64, action: () throws -> Void)] = []
  private var isReleased = false

  /// `timeoutNs`: no byte moved for this long ends the trial.
  public init(_ pairs: [PumpPair], timeoutNs: UInt64, hooks: PumpHooks) {
    channels = pairs.map { PumpedChannel(kernel: $0.kernel, descriptor: $0.descriptor) }
    self.hooks = hooks
    self.timeoutNs = timeoutNs
  }

  /// Calls `action` on this thread at or after `atNs`.
  public func schedule(atNs: UInt64, _ action: @escaping () throws -> Void) {
    timers.append((atNs, action))
  }

  /// The kernels, in the order of the pairs.
  public var kernels: [KernelChannel] { channels.map(\.kernel) }

  /// Asks every open channel for its next step, after the caller changed a kernel's state.
  public func advance() {
    for channel in channels { channel.resume() }
  }

  /// Runs until every channel has ended; one end for each pair.
  public func run() -> [ChannelEnd] {
    for channel in channels {
      _ = hp_channel_set_timeout(channel.descriptor, Self.sliceMs)
      channel.begin()
    }
    var watchdog = Watchdog(timeoutNs: timeoutNs, nowNs: hp_now_ns())
    while channels.contains(where: { $0.end == nil }) {
      do {
        try passBarrier()
        moveBytes()
        try runTimers()
      } catch {
        giveUp(TrialFailure.of(error))
      }
      endTogether()
      if hooks.isCanceled() { giveUp(TrialFailure(code: "CANCELED", message: "canceled by the user")) }
      if watchdog.isStalled(channels.reduce(0) { $0 &+ $1.progress }) {
        giveUp(TrialFailure(code: "TIMEOUT", message: "no byte moved for \(timeoutNs / 1_000_000_000) s"))
      }
    }
    return channels.map { $0.end ?? .done }
  }

  private func passBarrier() throws {
    guard !isReleased, channels.allSatisfy({ $0.isAtBarrier && $0.end == nil }) else { return }
    isReleased = true
    try hooks.atBarrier(self)
    let nowNs = hp_now_ns()
    for channel in channels { channel.leaveBarrier(nowNs) }
    try hooks.released(self, nowNs)
    advance()
  }

  private func moveBytes() {
    let open = channels.filter { $0.end == nil }
    if open.count == 1, let only = open.first, timers.isEmpty, only.canBlock {
      // Frame after frame without leaving: what stands around this loop costs more than a small echo.
      for _ in 0..<Self.burst where only.canBlock && !only.isAtBarrier {
        if !only.read(waiting: true) { return }
      }
    } else if !open.isEmpty {
      pollOnce(open)
    }
  }

  private func pollOnce(_ open: [PumpedChannel]) {
    let writes = open.map(\.owesWrite)
    var ready = [UInt8](repeating: 0, count: open.count)
    _ = hp_wait(open.map(\.descriptor), writes, open.count, waitMs(open), &ready)
    for (channel, flags) in zip(open, ready) {
      if flags & 2 != 0 { channel.writable() }
      if flags & 1 != 0 { channel.read(waiting: false) }
    }
    let nowNs = hp_now_ns()
    for channel in open where isDue(channel, nowNs) { channel.resume() }
  }

  private func isDue(_ channel: PumpedChannel, _ nowNs: UInt64) -> Bool {
    let wakeNs = channel.wakeNs()
    return wakeNs != 0 && wakeNs <= nowNs
  }

  private func waitMs(_ open: [PumpedChannel]) -> Int32 {
    let wakes = open.map { $0.wakeNs() }.filter { $0 != 0 } + timers.map(\.atNs)
    guard let next = wakes.min() else { return Int32(Self.sliceMs) }
    let nowNs = hp_now_ns()
    if next <= nowNs { return 0 }
    return Int32(min((next - nowNs) / 1_000_000, UInt64(Self.sliceMs)))
  }

  private func runTimers() throws {
    if timers.isEmpty { return }
    let nowNs = hp_now_ns()
    let due = timers.filter { $0.atNs <= nowNs }
    timers.removeAll { $0.atNs <= nowNs }
    for timer in due { try timer.action() }
    if !due.isEmpty { advance() }
  }

  /// A failed channel ends the others: their barrier or their peers' numbers would mean nothing.
  private func endTogether() {
    let failed = channels.contains { channel in
      if case .done? = channel.end { return false }
      return channel.end != nil
    }
    if failed { giveUp(TrialFailure(code: "OTHER_CHANNEL", message: "another channel of this trial failed")) }
  }

  private func giveUp(_ failure: TrialFailure) {
    for channel in channels { channel.stop(.lane(failure)) }
  }
}

/// Notices a trial in which nothing moves.
struct Watchdog {
  let timeoutNs: UInt64
  private var last: UInt64 = 0
  private var sinceNs: UInt64

  init(timeoutNs: UInt64, nowNs: UInt64) {
    self.timeoutNs = timeoutNs
    sinceNs = nowNs
  }

  /// Reads the clock only when nothing moved: it stands in the loop of every frame.
  mutating func isStalled(_ progress: UInt64) -> Bool {
    if progress != last {
      last = progress
      sinceNs = 0
      return false
    }
    let nowNs = hp_now_ns()
    if sinceNs == 0 { sinceNs = nowNs }
    return nowNs - sinceNs > timeoutNs
  }
}

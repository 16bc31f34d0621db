// The calls of a channel, found once and then made without allocation: the pump's side of docs/abi.md, "Channel".
// It moves no byte and knows no socket.

/// What `poll` asks for.
public enum KernelAction: UInt64, Sendable {
  case wait = 0
  case write = 1
  case barrier = 2
  case done = 3
  case fault = 4
  case load = 5
  case store = 6
}

/// A configured kernel that drives one channel.
public final class KernelChannel {
  public let kernel: Kernel
  private let engine: any KernelEngine
  private let segmentsAt: UInt32
  private let inputAtExport, inputRoomExport, inputReceivedExport, inputEndedExport: KernelExport
  private let pollExport, segmentCountExport, outputWrittenExport: KernelExport
  private let startExport, wakeExport, channelStartExport: KernelExport

  /// Configures `kernel` with `plan` and finds every call.
  public init(kernel: Kernel, plan: ChannelPlan) throws {
    try kernel.configure(plan)
    self.kernel = kernel
    engine = kernel.engine
    let exports = kernel.exports
    segmentsAt = UInt32(try exports.i32("SEGMENTS"))
    inputAtExport = try exports.find("inputAt", ">i")
    inputRoomExport = try exports.find("inputRoom", ">i")
    inputReceivedExport = try exports.find("inputReceived", "ij>i")
    inputEndedExport = try exports.find("inputEnded", "j>i")
    pollExport = try exports.find("poll", "j>i")
    segmentCountExport = try exports.find("segmentCount", ">i")
    outputWrittenExport = try exports.find("outputWritten", "ij>i")
    startExport = try exports.find("start", "j>i")
    wakeExport = try exports.find("wakeNs", ">j")
    channelStartExport = try exports.find("channelStart", "j>i")
  }

  /// Queues HELLO.
  public func channelStart(nowNs: UInt64) throws { try check(engine.call(channelStartExport, nowNs), "channelStart") }

  /// Where the next bytes go. Never empty while the channel is healthy.
  public func inputRoom() throws -> UnsafeMutableRawBufferPointer {
    let at = Int(try engine.call(inputAtExport))
    let room = Int(try engine.call(inputRoomExport))
    return UnsafeMutableRawBufferPointer(rebasing: engine.memory[at..<at + room])
  }

  /// That many bytes are in the room; `nowNs` was read on return of the read that brought them.
  public func inputReceived(_ bytes: Int, nowNs: UInt64) throws {
    try check(engine.call(inputReceivedExport, UInt64(bytes), nowNs), "inputReceived")
  }

  /// The peer closed.
  public func inputEnded(nowNs: UInt64) throws { try check(engine.call(inputEndedExport, nowNs), "inputEnded") }

  /// The next steps.
  public func poll(nowNs: UInt64) throws -> KernelAction {
    let answer = try engine.call(pollExport, nowNs)
    guard let action = KernelAction(rawValue: answer) else {
      try check(answer, "poll")
      throw KernelError.noExport("poll answered \(answer)")
    }
    return action
  }

  /// The announced segments: a table of {address u32, bytes u32} and its length.
  public func segments() throws -> UnsafeBufferPointer<UInt32> {
    let count = Int(try engine.call(segmentCountExport))
    let table = engine.memory.baseAddress?.advanced(by: Int(segmentsAt))
    return UnsafeBufferPointer(start: table?.assumingMemoryBound(to: UInt32.self), count: count * 2)
  }

  /// The OS took that many bytes of the announced segments.
  public func outputWritten(_ bytes: Int, nowNs: UInt64) throws {
    try check(engine.call(outputWrittenExport, UInt64(bytes), nowNs), "outputWritten")
  }

  /// Releases the barrier.
  public func start(nowNs: UInt64) throws { try check(engine.call(startExport, nowNs), "start") }

  /// When `poll` wants to be called again though nothing arrives; 0 = never.
  public func wakeNs() throws -> UInt64 { try engine.call(wakeExport) }

  /// Stops the consumption of one session; reading goes on.
  public func pause(session: UInt32) throws { try kernel.exports.checked("pause", [.u32(session)]) }

  /// Takes the consumption up again.
  public func resume(session: UInt32) throws { try kernel.exports.checked("resume", [.u32(session)]) }

  /// Idle sessions end now.
  public func finish() throws { try kernel.exports.checked("finish") }

  /// CANCEL for every session that has not ended.
  public func cancel() throws { try kernel.exports.checked("cancel") }

  /// Linear memory's first byte, for the lane.
  public var memoryBase: UnsafePointer<UInt8>? {
    engine.memory.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
  }

  @inline(__always)
  private func check(_ answer: UInt64, _ export: String) throws {
    let status = Int32(truncatingIfNeeded: answer)
    if status < 0 { throw try refused(status, export) }
  }

  private func refused(_ status: Int32, _ export: String) throws -> KernelError {
    .status(KernelStatus(rawValue: status), export: export, subject: try kernel.exports.i32("lastSubject"))
  }
}

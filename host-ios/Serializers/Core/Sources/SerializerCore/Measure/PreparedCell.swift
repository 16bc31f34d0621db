// One row prepared for one cell, timed: a cold call or a warm series. It returns numbers and decides nothing.
import CHostPlatform
import Foundation

/// The monotonic clock, read in C.
@inline(__always) func nowNs() -> UInt64 { hp_now_ns() }

/// Times of the four phases of one call, or of the mean of many.
public struct PhaseTimes: Equatable, Sendable {
  public var toNative = 0.0
  public var encode = 0.0
  public var decode = 0.0
  public var toDomain = 0.0

  public var list: [Double] { [toNative, encode, decode, toDomain] }
  public var total: Double { toNative + encode + decode + toDomain }
}

/// One call of each phase.
public struct Once: Sendable {
  public let phases: PhaseTimes
  public let size: Int
  public let tally: Tally
}

/// Batches of so many calls each: until there are `count`, or `budgetNs` is spent and there are `least`.
public struct BatchRequest: Sendable {
  let calls: Int
  let count: Int
  let least: Int
  let budgetNs: Double
}

/// What a row does with a fixture, whatever its types are.
public protocol PreparedCell: AnyObject {
  /// One call of each phase, timed one by one; a lost value is thrown.
  func once(_ fixture: Fixture, _ mode: Mode) throws -> Once
  /// Batches of calls over the fixtures in turn.
  func batches(_ fixtures: [Fixture], _ mode: Mode, _ request: BatchRequest) throws -> [PhaseTimes]
  /// The encoded bytes.
  func output(_ fixture: Fixture) throws -> Data
  /// What comes back, without a clock and without refusing a loss.
  func fidelity(of fixture: Fixture) throws -> Fidelity
}

/// A value that did not come back: the row ends here, as in the reference.
func verify<Domain: SuiteValue>(_ before: Domain, _ after: Domain) throws -> Tally {
  var tally = Tally()
  before.compare(after, &tally)
  guard tally.fidelity != .lossy else {
    throw SuiteError("LOST_VALUE", "\(tally.lossy) of \(tally.values) values came back as others")
  }
  return tally
}

/// Runs `body` so that autoreleased objects go with it, where there are any.
func pooled<Result>(_ body: () throws -> Result) rethrows -> Result {
  #if canImport(ObjectiveC)
    return try autoreleasepool(invoking: body)
  #else
    return try body()
  #endif
}

/// A prepared cell of concrete types, so that no phase pays for a box.
public final class TypedCell<Domain: SuiteValue, Native>: PreparedCell {
  private let bytes: Codec<Domain, Native>
  private let stream: Codec<Domain, Native>

  /// Takes the codec of bytes; the stream's is adapted from it.
  public init(_ codec: Codec<Domain, Native>) {
    bytes = codec
    stream = codec.throughStream()
  }

  private func codec(_ mode: Mode) -> Codec<Domain, Native> { mode == .bytes ? bytes : stream }

  public func once(_ fixture: Fixture, _ mode: Mode) throws -> Once {
    try pooled { try once(fixture.domain(as: Domain.self), codec(mode)) }
  }

  private func once(_ domain: Domain, _ codec: Codec<Domain, Native>) throws -> Once {
    let t0 = nowNs()
    let native = try codec.toNative(domain)
    let t1 = nowNs()
    let data = try codec.encode(native)
    let t2 = nowNs()
    let found = try codec.decode(data)
    let t3 = nowNs()
    let back = try codec.toDomain(found)
    let t4 = nowNs()
    let phases = PhaseTimes(
      toNative: codec.converts ? Double(t1 - t0) : 0, encode: Double(t2 - t1), decode: Double(t3 - t2),
      toDomain: codec.converts ? Double(t4 - t3) : 0)
    return Once(phases: phases, size: data.count, tally: try verify(domain, back))
  }

  public func output(_ fixture: Fixture) throws -> Data {
    try bytes.encode(bytes.toNative(fixture.domain(as: Domain.self)))
  }

  public func fidelity(of fixture: Fixture) throws -> Fidelity {
    let domain = try fixture.domain(as: Domain.self)
    var tally = Tally()
    domain.compare(try bytes.toDomain(bytes.decode(bytes.encode(bytes.toNative(domain)))), &tally)
    return tally.fidelity
  }

  public func batches(_ fixtures: [Fixture], _ mode: Mode, _ request: BatchRequest) throws -> [PhaseTimes] {
    let domains = try fixtures.map { try $0.domain(as: Domain.self) }
    guard !domains.isEmpty else { throw SuiteError("NO_FIXTURE", "batches need a fixture") }
    let codec = codec(mode)
    // Different instances in turn, so that a cached output would be found out.
    let inputs = (0..<request.calls).map { domains[$0 % domains.count] }
    var found: [PhaseTimes] = []
    let begun = nowNs()
    while found.count < request.count
      && (found.count < request.least || Double(nowNs() - begun) < request.budgetNs)
    {
      found.append(try pooled { try sample(inputs, codec) })
    }
    return found
  }

  /// Mean times of every phase over the inputs; results are kept, so no call is optimized away.
  private func sample(_ inputs: [Domain], _ codec: Codec<Domain, Native>) throws -> PhaseTimes {
    let (nativeNs, natives) = try timed(inputs, codec.toNative)
    let (encodeNs, outputs) = try timed(natives, codec.encode)
    let (decodeNs, found) = try timed(outputs, codec.decode)
    let (domainNs, backs) = try timed(found, codec.toDomain)
    if let before = inputs.last, let after = backs.last { _ = try verify(before, after) }
    return PhaseTimes(
      toNative: codec.converts ? nativeNs : 0, encode: encodeNs, decode: decodeNs,
      toDomain: codec.converts ? domainNs : 0)
  }

  private func timed<Input, Output>(
    _ inputs: [Input], _ phase: (Input) throws -> Output
  ) rethrows -> (Double, [Output]) {
    var results: [Output] = []
    results.reserveCapacity(inputs.count)
    let start = nowNs()
    for input in inputs { results.append(try phase(input)) }
    return (Double(nowNs() - start) / Double(max(inputs.count, 1)), results)
  }
}

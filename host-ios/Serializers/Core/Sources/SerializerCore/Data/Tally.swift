// Whether values came back, counted leaf by leaf. It knows values, not formats; the verdicts are those of the other languages'
// rows plus `close`, the reference's tolerance.
import Foundation

/// How well a value came back, from best to worst.
public enum Fidelity: String, Codable, Sendable, CaseIterable {
  /// The same bits.
  case exact
  /// A float within the reference's tolerance, |a - b| <= 1e-9 max(|a|, |b|, 1), but not the same bits.
  case close
  /// Another value.
  case lossy
  /// The library threw.
  case refused
  /// The language or the schema has no such value.
  case unsupported
}

/// Leaves compared so far.
public struct Tally: Equatable, Sendable {
  public private(set) var values = 0
  public private(set) var exact = 0
  public private(set) var lossy = 0

  /// Nothing compared yet.
  public init() {}

  /// Counts one leaf.
  public mutating func count(_ fidelity: Fidelity) {
    values += 1
    if fidelity == .exact { exact += 1 }
    if fidelity == .lossy { lossy += 1 }
  }

  public var fidelity: Fidelity {
    if lossy > 0 { return .lossy }
    return exact == values ? .exact : .close
  }

  /// The share of leaves with the same bits: what a log's FidelityScore is.
  public var score: Double { values == 0 ? 1 : Double(exact) / Double(values) }
}

/// A value that can be compared leaf by leaf.
public protocol SuiteValue: Sendable {
  /// Counts the leaves of self against those of `other`.
  func compare(_ other: Self, _ tally: inout Tally)
}

extension SuiteValue where Self: Equatable {
  public func compare(_ other: Self, _ tally: inout Tally) { tally.count(self == other ? .exact : .lossy) }
}

extension Bool: SuiteValue {}
extension Int32: SuiteValue {}
extension Int64: SuiteValue {}
extension Data: SuiteValue {}

extension String: SuiteValue {
  /// Bytes, not canonical equivalence: Swift's == takes two spellings of é for the same text.
  public func compare(_ other: String, _ tally: inout Tally) {
    tally.count(utf8.elementsEqual(other.utf8) ? .exact : .lossy)
  }
}

extension Double: SuiteValue {
  /// One NaN is as good as another; -0 is not 0.
  public func compare(_ other: Double, _ tally: inout Tally) {
    tally.count(Self.fidelity(self, other))
  }

  static func fidelity(_ a: Double, _ b: Double) -> Fidelity {
    if a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN) { return .exact }
    guard a.isFinite, b.isFinite, a.sign == b.sign || a != 0 else { return .lossy }
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1) ? .close : .lossy
  }
}

extension Float: SuiteValue {
  public func compare(_ other: Float, _ tally: inout Tally) {
    tally.count(bitPattern == other.bitPattern ? .exact : .lossy)
  }
}

extension Date: SuiteValue {
  /// To the millisecond, which is what the other languages' dates hold.
  public func compare(_ other: Date, _ tally: inout Tally) {
    let ms = { (date: Date) in (date.timeIntervalSince1970 * 1000).rounded() }
    tally.count(ms(self) == ms(other) ? .exact : .lossy)
  }
}

extension Optional: SuiteValue where Wrapped: SuiteValue {
  public func compare(_ other: Wrapped?, _ tally: inout Tally) {
    switch (self, other) {
    case (nil, nil): tally.count(.exact)
    case (let a?, let b?): a.compare(b, &tally)
    default: tally.count(.lossy)
    }
  }
}

extension Array: SuiteValue where Element: SuiteValue {
  /// A list of another length is one lost leaf more.
  public func compare(_ other: [Element], _ tally: inout Tally) {
    if count != other.count { tally.count(.lossy) }
    for (a, b) in zip(self, other) { a.compare(b, &tally) }
  }
}

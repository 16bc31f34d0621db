// What counts as the same value, and what a row is asked about edge values.
import Foundation
import Testing

@testable import SerializerCore

@Suite struct FidelityTests {
  private func verdict<Value: SuiteValue>(_ a: Value, _ b: Value) -> Fidelity {
    var tally = Tally()
    a.compare(b, &tally)
    return tally.fidelity
  }

  @Test("a float within the reference's tolerance is close, beyond it lossy") func floats() {
    #expect(verdict(100.0, 100.0) == .exact)
    #expect(verdict(100.0, 100.0.nextUp) == .close)
    #expect(verdict(100.0, 100.0 + 2e-7) == .lossy)
    #expect(verdict(0.0, -0.0) == .lossy)
    #expect(verdict(Double.nan, -Double.nan) == .exact)
    #expect(verdict(Double.infinity, .greatestFiniteMagnitude) == .lossy)
  }

  @Test("text is compared by its bytes") func text() {
    #expect("e\u{301}" == "\u{e9}")
    #expect(verdict("e\u{301}", "\u{e9}") == .lossy)
  }

  @Test("a list that lost an item is lossy") func lists() {
    #expect(verdict([Int32(1), 2], [1]) == .lossy)
    #expect(verdict([Int32(1), 2], [1, 2]) == .exact)
  }

  @Test("a score is the share of leaves with the same bits") func score() {
    var tally = Tally()
    [1.0, 2.0, 3.0, 4.0].compare([1.0, 2.0.nextUp, 3.0, 4.0], &tally)
    #expect(tally.score == 0.75 && tally.fidelity == .close)
  }

  @Test("JSON refuses what is not finite and keeps every text") func edges() {
    let results = FoundationRows.all[0].edge()
    #expect(results.count == 37)
    let verdicts = Dictionary(uniqueKeysWithValues: results.map { ($0.field, $0.fidelity) })
    #expect(verdicts["not_a_number"] == "refused")
    #expect(verdicts["int64_max"] == "exact")
    #expect(verdicts["nul"] == "exact" && verdicts["unicode"] == "exact")
    #expect(verdicts["lone_surrogate"] == "unsupported")
  }

  @Test("steady is what the kernel calls steady") func steady() throws {
    let kernel = try SuiteKernel()
    let calls = [UInt32](repeating: 5000, count: 6)
    #expect(try !kernel.isSteady([1000, 1000, 1000, 1000], Array(calls.prefix(4))))
    #expect(try kernel.isSteady([9000, 1000, 1000, 1010, 1020, 1030], calls))
    #expect(try !kernel.isSteady([1000, 1000, 1000, 1000, 1000, 1040], calls))
    #expect(try kernel.halvesAgree([1, 1, 1, 1.04, 1.04]))
    #expect(try !kernel.halvesAgree([1, 1, 1.06, 1.06]))
  }
}

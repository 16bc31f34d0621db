// The suites "quantiles", "aggregation" and "shuffle": the statistics of duplex tables, exact to the bit.

struct StatisticsVector {
  let scratch: KernelStatistics

  init(_ scratch: KernelStatistics) { self.scratch = scratch }

  func checkDurations(_ vector: VectorCase) throws {
    let samples = try vector.input.member("values").list().map { try $0.u64() }
    guard let output = vector.output else {
      return try expectRefused(vector.error) { _ = try scratch.summarizeNs(samples) }
    }
    let got = try scratch.summarizeNs(samples)
    let expected = DurationSummary(
      n: Int(try output.member("n").u32()), minNs: try output.member("min").u64(),
      p50Ns: try output.member("p50").u64(), p95Ns: try output.member("p95").u64(),
      p99Ns: try output.member("p99").u64(), maxNs: try output.member("max").u64(),
      meanNs: try output.member("mean").double(), isP95Thin: try output.member("thin95").bool(),
      isP99Thin: try output.member("thin99").bool())
    try expectEqual(got.meanNs.bitPattern, expected.meanNs.bitPattern, "mean's bits")
    try expectEqual(got, expected, "summary")
  }

  func checkSpread(_ vector: VectorCase) throws {
    let values = try vector.input.member("values").list().map { try $0.double() }
    guard let output = vector.output else {
      return try expectRefused(vector.error) { _ = try scratch.spread(values) }
    }
    let got = try scratch.spread(values)
    try expectEqual(got.median.bitPattern, output.member("median").bits(), "median's bits")
    try expectEqual(got.min.bitPattern, output.member("min").bits(), "min's bits")
    try expectEqual(got.max.bitPattern, output.member("max").bits(), "max's bits")
    try expectEqual(got.n, Int(try output.member("n").u32()), "n")
  }

  func checkShuffle(_ vector: VectorCase) throws {
    guard let output = vector.output else { throw VectorDefect(description: "no output") }
    let order = try scratch.shuffle(
      Int(try vector.input.member("n").u32()), seed: vector.input.member("seed").u64())
    try expectEqual(order, output.member("order").list().map { Int(try $0.u32()) }, "order")
  }
}

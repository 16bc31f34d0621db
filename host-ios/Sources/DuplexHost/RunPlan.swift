// The order of a run: every trial of the chosen cases, shuffled within its suite by the kernel, and
// the A/A pairs spread evenly between them. The twin of kernel/api/run/order.ts; it runs nothing.
import KernelHost

/// One planned trial.
public struct PlannedTrial: Codable, Sendable, Equatable {
  /// The place in the run, from 1; it names the trial's files.
  public let order: Int
  public let suite: Suite
  public let `case`: String
  /// The number among the trials of its case, from 1.
  public let trial: Int
}

/// A permutation of 0 ..< n that depends on the seed alone.
public typealias Shuffle = (_ count: Int, _ seed: UInt64) throws -> [Int]

/// Suites stay in the order of the list; within a suite the trials are listed case by case, then permuted with the
/// same seed. Trial numbers count in run order.
public func planTrials(
  _ cases: [DuplexCase], _ profile: Profile, seed: UInt64, shuffle: Shuffle
) throws -> [PlannedTrial] {
  var suites: [Suite] = []
  for entry in cases where !suites.contains(entry.suite) { suites.append(entry.suite) }
  let shuffled = try suites.filter { $0 != .resolution }.flatMap {
    try shuffleSuite(cases, $0, profile, seed, shuffle)
  }
  return spreadEvenly(shuffled, pairTrials(cases, profile)).enumerated().map { index, trial in
    PlannedTrial(order: index + 1, suite: trial.suite, case: trial.name, trial: trial.trial)
  }
}

private typealias Unplaced = (suite: Suite, name: String, trial: Int)

private func shuffleSuite(
  _ cases: [DuplexCase], _ suite: Suite, _ profile: Profile, _ seed: UInt64, _ shuffle: Shuffle
) throws -> [Unplaced] {
  let slots = cases.filter { $0.suite == suite }.flatMap {
    Array(repeating: $0.case, count: $0.counts(profile).trials)
  }
  var seen: [String: Int] = [:]
  return try shuffle(slots.count, seed).map { index in
    let name = slots[index]
    seen[name, default: 0] += 1
    return (suite, name, seen[name] ?? 0)
  }
}

/// A B, B A, A B, ...: neither side is always the second of its pair.
private func pairTrials(_ cases: [DuplexCase], _ profile: Profile) -> [[Unplaced]] {
  let sides = cases.filter { $0.suite == .resolution }
  let count = sides.map { $0.counts(profile).trials }.max() ?? 0
  return (0..<count).map { index in
    let pair = sides.map { (Suite.resolution, $0.case, index + 1) }
    return index % 2 == 0 ? pair : pair.reversed()
  }
}

/// Pair k of n stands in the middle of the k-th n-th of the other trials, so that the pairs see the whole run.
private func spreadEvenly(_ trials: [Unplaced], _ pairs: [[Unplaced]]) -> [Unplaced] {
  var result = trials
  for index in pairs.indices.reversed() {
    let place = (Double(index) + 0.5) * Double(trials.count) / Double(pairs.count)
    result.insert(contentsOf: pairs[index], at: Int(place.rounded(.toNearestOrAwayFromZero)))
  }
  return result
}

// The order of a run: every trial of the chosen cases, shuffled within its suite by the kernel. The twin of
// kernel/api/plan.ts; it runs nothing.
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
  var planned: [PlannedTrial] = []
  for suite in suites {
    let slots = cases.filter { $0.suite == suite }.flatMap {
      Array(repeating: $0.case, count: $0.counts(profile).trials)
    }
    var seen: [String: Int] = [:]
    for index in try shuffle(slots.count, seed) {
      let name = slots[index]
      seen[name, default: 0] += 1
      planned.append(
        PlannedTrial(order: planned.count + 1, suite: suite, case: name, trial: seen[name] ?? 0))
    }
  }
  return planned
}

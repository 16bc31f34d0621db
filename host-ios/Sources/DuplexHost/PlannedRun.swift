// A run's plan as its run.json has it: how a trial process learns what its number means.
import Foundation

/// The plan of a run that has begun.
public struct PlannedRun: Decodable {
  let profile: Profile
  let order: [PlannedTrial]

  /// Reads run.json.
  public static func read(_ folder: RunFolder) throws -> PlannedRun {
    try JSONDecoder().decode(PlannedRun.self, from: folder.read("run.json"))
  }

  /// The request of trial `order`.
  public func request(_ order: Int, _ list: CaseList, _ timeoutNs: UInt64) throws -> TrialRequest {
    guard let planned = self.order.first(where: { $0.order == order }),
      let entry = list.cases.first(where: { $0.suite == planned.suite && $0.case == planned.case })
    else { throw HostError.unknownCase("trial \(order)") }
    let params = TrialParams(entry, profile, lane: DuplexRun.lane)
    return TrialRequest(planned: planned, params: params, timeoutNs: timeoutNs)
  }
}

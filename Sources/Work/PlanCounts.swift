internal import Plans
internal import Reports

/// What became of the plans of a run's trips. Codes are as in reports.
package struct PlanCounts: Sendable, Equatable, Codable {
  /// Trips by the status of their plan, and by reason if it is not `ok`.
  package private(set) var byStatus: [String: Int] = [:]
  package private(set) var byReason: [String: Int] = [:]
  /// The number of plans in the file, or of rows that give traces their plans; 0 without plans.
  package private(set) var given = 0
  /// The numbers of the given plans that a trace used.
  package private(set) var used: Set<Int> = []
  /// The first trip without a plan.
  package private(set) var firstMissing: String?
  /// The first trip whose plan could not be laid on the map, and why.
  package private(set) var firstFailed: String?

  package init(given: Int = 0) { self.given = given }

  /// How many of the given plans no trace used.
  package var unused: Int { given - used.count }
  /// Trips without a plan, and trips whose plan could not be laid on the map.
  package var missing: Int { count(.missing) }
  package var failed: Int { count(.failed) }
  package var trips: Int { byStatus.values.reduce(0, +) }
  /// Every trip was held against its plan.
  package var isAllWell: Bool { count(.ok) == trips }
  /// Not one of the trips was held against a plan.
  package var isOfNoUse: Bool { count(.ok) == 0 && trips > 0 }

  private func count(_ status: PlanOutcome.Status) -> Int { byStatus[status.rawValue] ?? 0 }

  mutating func add(_ plan: PlanOutcome, of tripID: String) {
    byStatus[plan.status.rawValue, default: 0] += 1
    if let reason = plan.reason { byReason[reason, default: 0] += 1 }
    if let source = plan.source { used.insert(source) }
    switch plan.status {
    case .ok: break
    case .missing: firstMissing = firstMissing ?? tripID
    case .failed: firstFailed = firstFailed ?? "\(tripID): \(plan.message ?? "")"
    }
  }

  mutating func add(_ other: PlanCounts) {
    byStatus.merge(other.byStatus, uniquingKeysWith: +)
    byReason.merge(other.byReason, uniquingKeysWith: +)
    given += other.given
    used.formUnion(other.used)
    firstMissing = firstMissing ?? other.firstMissing
    firstFailed = firstFailed ?? other.firstFailed
  }
}

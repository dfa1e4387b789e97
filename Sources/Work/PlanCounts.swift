internal import Plans
internal import Reports

/// What became of the plans of a run's trips. Codes are as in reports.
package struct PlanCounts: Sendable, Equatable, Codable {
  /// Trips by the status of their plan, and by reason if it is not `ok`.
  package private(set) var byStatus: [String: Int] = [:]
  package private(set) var byReason: [String: Int] = [:]
  /// The number of plans in the file, or of rows that give traces their plans; 0 without plans.
  package private(set) var given = 0
  /// The first trace that used each of the given plans, by the numbers of the plans.
  package private(set) var users: [Int: String] = [:]
  /// Trips of traces whose plan an earlier trace has used.
  package private(set) var sharing = 0
  /// The first of them, and the number of its plan.
  package private(set) var firstSharing: String?
  package private(set) var firstShared: Int?
  /// The first trip without a plan.
  package private(set) var firstMissing: String?
  /// The first trip that never came to its plan, and why that is said.
  package private(set) var firstUntouched: String?
  /// The first trip whose plan could not be laid on the map, and why.
  package private(set) var firstFailed: String?

  package init(given: Int = 0) { self.given = given }

  /// How many of the given plans no trace used.
  package var unused: Int { given - users.count }
  /// Trips without a plan, and trips whose plan could not be laid on the map.
  package var missing: Int { count(.missing) }
  package var failed: Int { count(.failed) }
  /// Trips that never came to their plan.
  package var untouched: Int { count(.untouched) }
  package var trips: Int { byStatus.values.reduce(0, +) }
  /// Every trip was held against its plan, and came to it.
  package var isAllWell: Bool { count(.ok) == trips }
  /// Not one of the trips was held against a plan.
  package var isOfNoUse: Bool { count(.ok) + untouched == 0 && trips > 0 }

  private func count(_ status: PlanOutcome.Status) -> Int { byStatus[status.rawValue] ?? 0 }

  mutating func add(_ plan: PlanOutcome, of tripID: String, traceID: String) {
    byStatus[plan.status.rawValue, default: 0] += 1
    if let reason = plan.reason { byReason[reason, default: 0] += 1 }
    if let source = plan.source { use(source, tripID, traceID) }
    switch plan.status {
    case .ok: break
    case .untouched: firstUntouched = firstUntouched ?? "\(tripID): \(plan.message ?? "")"
    case .missing: firstMissing = firstMissing ?? tripID
    case .failed: firstFailed = firstFailed ?? "\(tripID): \(plan.message ?? "")"
    }
  }

  private mutating func use(_ source: Int, _ tripID: String, _ traceID: String) {
    let user = users[source] ?? traceID
    users[source] = user
    guard user != traceID else { return }
    sharing += 1
    (firstSharing, firstShared) = (firstSharing ?? tripID, firstShared ?? source)
  }

  mutating func add(_ other: PlanCounts) {
    for (source, traceID) in other.users.sorted(by: { $0.key < $1.key }) { use(source, traceID, traceID) }
    sharing += other.sharing
    (firstSharing, firstShared) = (firstSharing ?? other.firstSharing, firstShared ?? other.firstShared)
    byStatus.merge(other.byStatus, uniquingKeysWith: +)
    byReason.merge(other.byReason, uniquingKeysWith: +)
    given += other.given
    firstUntouched = firstUntouched ?? other.firstUntouched
    firstMissing = firstMissing ?? other.firstMissing
    firstFailed = firstFailed ?? other.firstFailed
  }
}

internal import Geodesy

/// The place of a fix on its plan in both cases: if the vehicle is on the plan, and if it is not.
struct UndecidedPosition: Sendable {
  var on: PlanPosition
  /// `nil` where the vehicle is on a road of the plan.
  var off: PlanPosition?
}

/// Keeps the places of fixes until it is clear whether the vehicle left its plan or only drove beside it.
///
/// Beside the plan are a parallel carriageway, a car park, and a wrong road that errors of fixes lead to: the vehicle
/// still follows its plan.
struct UndecidedPositions: Sendable {
  /// More than this many are decided as they look: the memory of a live trip.
  private let most: Int
  private var waiting: [UndecidedPosition?] = []
  private var decided: [PlanPosition?] = []

  init(most: Int) { self.most = most }

  /// Takes the place of the next fix; `nil` for a fix that is not used.
  ///
  /// - Parameter excursion: the one that is open now.
  mutating func append(_ position: UndecidedPosition?, excursion: Excursion?) {
    if excursion == nil, waiting.isEmpty { return decided.append(position?.on) }
    waiting.append(position)
    let isUndecided = excursion.map { $0.left != nil && $0.rejoined == nil && !$0.isAway } ?? false
    if !isUndecided || waiting.count > most { decide(excursion) }
  }

  /// Decides the waiting positions.
  mutating func decide(_ excursion: Excursion?) {
    let isOff = excursion.map { $0.left == nil || $0.isAway } ?? false
    decided += waiting.map { position in isOff ? position?.off ?? position?.on : position?.on }
    waiting.removeAll(keepingCapacity: true)
  }

  mutating func fetch() -> [PlanPosition?] {
    defer { decided = [] }
    return decided
  }
}

internal import Geodesy

/// The place of a fix on its plan in both cases: if the vehicle is on the plan, and if it is not.
struct UndecidedPosition: Sendable {
  var on: PlanPosition
  /// `nil` where the vehicle is on a road of the plan.
  var off: PlanPosition?
}

/// Whether the vehicle follows its plan, as the fixes so far show.
enum PlanSide { case on, off, undecided }

extension Excursion {
  /// Of the fixes since it began.
  var side: PlanSide {
    if left == nil || isAway { return .off }
    return rejoined == nil ? .undecided : .on
  }
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
  mutating func append(_ position: UndecidedPosition?, _ side: PlanSide) {
    if side == .on, waiting.isEmpty { return decided.append(position?.on) }
    waiting.append(position)
    if side != .undecided || waiting.count > most { decide(side) }
  }

  /// Decides the waiting positions; those still undecided are on the plan.
  mutating func decide(_ side: PlanSide) {
    decided += waiting.map { position in side == .off ? position?.off ?? position?.on : position?.on }
    waiting.removeAll(keepingCapacity: true)
  }

  mutating func fetch() -> [PlanPosition?] {
    defer { decided = [] }
    return decided
  }
}

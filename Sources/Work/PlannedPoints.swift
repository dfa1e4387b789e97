internal import Matching
internal import Plans
internal import Reports

/// Fixes that are decided and wait for their places on the plan, or places that wait for their fixes.
struct PlannedPoints: Sendable {
  private var points: ArraySlice<DecidedFix> = []
  private var places: ArraySlice<PlanPosition?> = []
  /// The number of fixes written before their places were known; these places are dropped when they come.
  private var ahead = 0

  /// Takes the next fixes and the next places, both in order.
  mutating func take(_ points: [DecidedFix], _ places: [PlanPosition?]) {
    self.points += points
    self.places += places
    let passed = min(ahead, self.places.count)
    self.places = self.places.dropFirst(passed)
    ahead -= passed
  }

  /// Moves the fixes with known places into rows.
  ///
  /// - Parameter waits: whether the others wait.
  mutating func move(into rows: inout TripRows, waits: Bool) {
    let known = min(points.count, places.count)
    let count = waits ? known : points.count
    rows.points = Array(points.prefix(count))
    rows.positions = Array(places.prefix(known))
    points = points.dropFirst(count)
    places = places.dropFirst(known)
    ahead += count - known
  }
}

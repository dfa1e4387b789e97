/// On how much a row must stand so that others may see it.
package struct PublicSupport: Hashable, Sendable {
  /// The fewest vehicles; no vehicle may have more than half of the passages.
  package var vehicles: Int

  package init(vehicles: Int) { self.vehicles = vehicles }

  package func admits(_ support: Support) -> Bool {
    support.vehicles >= vehicles && 2 * support.mostOfOne <= support.passages
  }

  /// The least count of its class, so that one vehicle more or less changes few rows; 0 for fewer than the fewest vehicles.
  ///
  /// Classes end at 5, 10, 20, 50, 100 and so on: for three vehicles they begin at 3, 6, 11, 21, 51, 101 …
  package func publicCount(_ count: Int) -> Int {
    guard count >= vehicles else { return 0 }
    var (low, high, step) = (1, 5, 0)
    while count > high {
      low = high + 1
      high = step == 2 ? high * 5 / 2 : high * 2
      step = (step + 1) % 3
    }
    return max(low, vehicles)
  }

  func publicSupport(_ support: Support) -> Support {
    Support(
      passages: publicCount(support.passages), trips: publicCount(support.trips),
      vehicles: publicCount(support.vehicles))
  }
}

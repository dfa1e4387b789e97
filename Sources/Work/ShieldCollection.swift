package import Guidance
internal import Synchronization

/// The different shields of a run, gathered by all workers.
package final class ShieldCollection: Sendable {
  private let shields = Mutex<[String: RoadShield]>([:])

  package init() {}

  /// In the order of their names, whatever worker met them first.
  package var all: [RoadShield] { shields.withLock { $0.values.sorted { $0.icon < $1.icon } } }

  package func take(_ itinerary: Itinerary) {
    for maneuver in itinerary.maneuvers { take(maneuver.details.shields) }
  }

  /// Shields that differ only in their direction have one icon.
  private func take(_ found: [RoadShield]) {
    shields.withLock { known in
      for shield in found {
        var shield = shield
        shield.direction = nil
        known[shield.icon] = shield
      }
    }
  }
}

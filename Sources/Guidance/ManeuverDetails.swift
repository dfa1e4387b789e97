package import Geodesy
internal import Synchronization

/// What is said and shown at a maneuver.
package final class ManeuverDetails: Sendable {
  /// The name of the road before, or its number if it has no name; empty if it has neither.
  package let road: String
  /// The name of the road after.
  package let nextRoad: String
  package let words: Instruction
  /// The bearing before the junction; `nil` where a leg begins.
  package let bearingBefore: Degrees?
  /// The bearing after the junction; `nil` where a leg ends.
  package let bearingAfter: Degrees?
  package let sign: ManeuverSign
  /// The lanes before the junction, from left to right; empty if unknown.
  package let lanes: [Lane]
  private let shieldSource: ShieldSource?
  private let known = Mutex(Known())

  /// What is worked out when it is first asked for.
  private struct Known {
    var shields: [RoadShield]?
    var codesOfShields: String?
    var textOfLanes: String?
  }

  /// The shields of the road it leads onto, and then those on its sign.
  package var shields: [RoadShield] { known.withLock { shields(&$0) } }

  /// The codes of the shields, joined by `;`; empty for most roads.
  package var codesOfShields: String {
    known.withLock { known in
      let codes = known.codesOfShields ?? shields(&known).map(\.code).joined(separator: ";")
      known.codesOfShields = codes
      return codes
    }
  }

  /// See `[Lane].text`.
  package var textOfLanes: String {
    known.withLock { known in
      let text = known.textOfLanes ?? lanes.text
      known.textOfLanes = text
      return text
    }
  }

  private func shields(_ known: inout Known) -> [RoadShield] {
    let shields = known.shields ?? shieldSource?.shields ?? []
    known.shields = shields
    return shields
  }

  package convenience init(road: String, nextRoad: String, words: Instruction) {
    self.init(road: road, nextRoad: nextRoad, words: words, bearings: (nil, nil))
  }

  init(
    road: String, nextRoad: String, words: Instruction, bearings: (before: Degrees?, after: Degrees?),
    sign: ManeuverSign = ManeuverSign(), lanes: [Lane] = [], shieldSource: ShieldSource? = nil
  ) {
    self.road = road
    self.nextRoad = nextRoad
    self.words = words
    (bearingBefore, bearingAfter) = bearings
    self.sign = sign
    self.lanes = lanes
    self.shieldSource = shieldSource
  }
}

/// The texts of the map at a maneuver, as tagged; empty where there are none.
package struct ManeuverSign: Equatable, Sendable {
  /// The number of the road after: `A 8;A 9`.
  package var nextNumber = ""
  /// The name of the motorway exit.
  package var exitName = ""
  /// The destinations on the sign: `Ulm;München`.
  package var destinations = ""
  /// The numbers of roads on the sign.
  package var destinationNumbers = ""
}

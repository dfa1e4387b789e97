internal import Geodesy
internal import RoadGraph

/// Finds where a drive against a oneway could be lawful: on the opposite carriageway of a divided road, or on another
/// road that runs beside it in the same direction.
struct OppositeCarriageway {
  /// The distance between the carriageways of a motorway, from middle to middle, with a wide central reservation.
  static let reach: Metres = 40
  /// Roads whose directions differ by more meet or diverge.
  private static let greatestAngle: Degrees = 20

  private let turns: LawfulTurns

  init(_ turns: LawfulTurns) { self.turns = turns }

  /// The nearest lawful edge that runs in the direction of `course`; `nil` if none is within ``reach``.
  func nearest(
    to place: Place, course: Degrees, where isWanted: (EdgeID) -> Bool
  ) -> (edge: EdgeID, distance: Metres)? {
    var found: [NearbyRoad] = []
    var scratch = NearbyScratch()
    turns.graph.roads(near: place, within: Self.reach, into: &found, using: &scratch)
    for road in found {
      let isForward = abs(turn(from: course, to: road.bearing)) <= 90
      let edge = isForward ? road.segment.forward : road.segment.backward
      let angle = abs(turn(from: course, to: isForward ? road.bearing : road.bearing + 180))
      if angle <= Self.greatestAngle, turns.isPublic(edge), isWanted(edge) { return (edge, road.distance) }
    }
    return nil
  }
}

internal import Geodesy
internal import RoadGraph

/// Finds where a drive against a oneway could lawfully be: on the opposite carriageway of a divided road, or on another
/// road that runs beside it the same way.
struct OppositeCarriageway {
  /// As far as the carriageways of a motorway lie apart, middle to middle, with a wide reservation between them.
  static let reach: Metres = 40
  /// Roads that differ more in direction meet or part.
  private static let greatestAngle: Degrees = 20

  private let turns: LawfulTurns

  init(_ turns: LawfulTurns) { self.turns = turns }

  /// The nearest lawful edge that runs in the direction of `course`; `nil` where none is within ``reach``.
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

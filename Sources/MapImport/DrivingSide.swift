internal import Geodesy
internal import RoadGraph

/// The side of the road on which traffic drives.
package enum DrivingSide: String, Sendable { case left, right }

/// Decides for every way on which side traffic drives: by its own tag, or else by the roundabouts nearby, or else by
/// the territory.
///
/// Traffic rounds an island clockwise where it drives on the left. Each roundabout votes in its cell of 1° by 1°. A
/// cell is trusted if it has at least three votes and nine tenths of them agree. That fails where a border with a
/// change of sides crosses the cell.
///
/// - Source: OSM wiki, Key:driving_side, Tag:junction=roundabout.
struct DrivingSides {
  private struct Cell: Hashable {
    let latitude: Int32
    let longitude: Int32

    init(_ place: Place) {
      latitude = (place.latitudeE7 + 900_000_000) / 10_000_000
      longitude = Int32((Int64(place.longitudeE7) + 1_800_000_000) / 10_000_000)
    }
  }

  private struct Votes {
    var left = 0
    var right = 0

    var verdict: DrivingSide? {
      guard left + right >= 3 else { return nil }
      if left * 10 >= (left + right) * 9 { return .left }
      return right * 10 >= (left + right) * 9 ? .right : nil
    }
  }

  private var votes: [Cell: Votes] = [:]

  init(_ network: RoadNetwork, firstSegment: [Int]) {
    for way in network.ways.indices where network.ways[way].flags.contains(.roundabout) {
      let segments = network.segments[firstSegment[way]..<firstSegment[way + 1]]
      guard let first = segments.first, let last = segments.last, network.ways[way].flags.contains(.oneway) else {
        continue
      }
      let outline = network.shape[first.shape.lowerBound..<last.shape.upperBound]
      vote(outline, runsForward: first.forward.access[.car] >= first.backward.access[.car])
    }
  }

  private mutating func vote(_ outline: ArraySlice<Place>, runsForward: Bool) {
    guard let begin = outline.first, outline.count >= 3 else { return }
    let area = signedArea(outline)
    guard area != 0 else { return }
    let isCounterclockwise = (area > 0) == runsForward
    if isCounterclockwise { votes[Cell(begin), default: Votes()].right += 1 }
    if !isCounterclockwise { votes[Cell(begin), default: Votes()].left += 1 }
  }

  func side(at place: Place) -> DrivingSide {
    votes[Cell(place)]?.verdict ?? (isLeftDrivingTerritory(place) ? .left : .right)
  }
}

/// Twice the area between an outline and the chord that closes it, positive if it runs counterclockwise.
func signedArea(_ outline: ArraySlice<Place>) -> Double {
  guard let origin = outline.first else { return 0 }
  let ruler = LocalRuler(at: origin)
  var area = 0.0
  var previous = ruler.point(origin)
  for place in outline.dropFirst() {
    let point = ruler.point(place)
    area += previous.x * point.y - point.x * previous.y
    previous = point
  }
  return area
}

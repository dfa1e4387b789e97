internal import Geodesy
internal import RoadGraph

extension RoadGraph {
  /// The bearing in which `edge` leaves its start: the bearing of the straight line to the place `reach` metres ahead.
  ///
  /// - Returns: `nil` if the road does not leave the place at all.
  func bearing(leavingBy edge: EdgeID, over reach: Metres) -> Degrees? {
    bearing(from: place(of: tail(of: edge)), to: place(reach, along: edge))
  }

  /// `nil` if the two are equal.
  func bearing(from begin: Place, to end: Place) -> Degrees? {
    guard begin != end else { return nil }
    let ruler = LocalRuler(at: begin)
    return Geodesy.bearing(from: ruler.point(begin), to: ruler.point(end))
  }

  /// The place `distance` metres from the start of `edge`, also beyond its end while only one road continues.
  ///
  /// Roads are cut at signals, bridges and speed limits, often a few metres from a junction.
  func place(_ distance: Metres, along edge: EdgeID) -> Place {
    var edge = edge
    var rest = distance
    for _ in 0..<mostPieces where rest > length(of: edge) {
      guard let next = onlyWayOn(after: edge) else { break }
      rest -= length(of: edge)
      edge = next
    }
    return place(on: edge, at: rest)
  }

  /// The edge that continues if just one other road meets the end of `edge`.
  private func onlyWayOn(after edge: EdgeID) -> EdgeID? {
    let leaving = edges(leaving: head(of: edge))
    return leaving.count == 2 ? leaving.first { $0 != edge.reversed } : nil
  }
}

/// More cuts than this within a few metres are an error of the map.
private let mostPieces = 8

/// The bearing of those who come the other way.
func opposite(_ bearing: Degrees) -> Degrees { bearing < 180 ? bearing + 180 : bearing - 180 }

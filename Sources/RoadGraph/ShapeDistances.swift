internal import Geodesy

/// Appends millimetres from the first place to each place along a line, scaled to the stated length where there is one.
///
/// They never fall. A line of no length is given one millimetre in its last piece, so that every edge can be told from
/// a point; lengths end at the 4,294 km that 32 bits hold.
func appendShapeDistances(of places: ArraySlice<Place>, statedLength: Metres?, to distances: inout [UInt32]) {
  let scale = statedLength.map { stated in
    let length = groundLength(of: places)
    return length > 0 ? stated / length : 0
  }
  var travelled: Metres = 0
  distances.append(0)
  for i in places.indices.dropFirst() {
    travelled += groundDistance(places[i - 1], places[i])
    distances.append(inMillimetres(travelled * (scale ?? 1)))
  }
  let last = distances.count - 1
  distances[last] = max(distances[last], inMillimetres(statedLength ?? 0), 1)
}

private func groundLength(of places: ArraySlice<Place>) -> Metres {
  zip(places, places.dropFirst()).reduce(0) { $0 + groundDistance($1.0, $1.1) }
}

private func inMillimetres(_ length: Metres) -> UInt32 { UInt32(min(max(0, length * 1000), 4_294_967_295).rounded()) }

internal import Geodesy

/// Appends the distance in millimetres from the first place to each place along a line, scaled to the stated length if
/// there is one.
///
/// The distances never decrease. A line without length gets one millimetre in its last piece, so that every edge
/// differs from a point. Lengths are limited to the 4,294 km that fit into 32 bits.
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

public import Geodesy
public import Storage

extension RoadGraph {
  /// The number of places in all shapes.
  @inlinable package var placeCount: Int { shapePlaces.count }

  /// The indices of the places of a segment, both ends included, for ``shapePlace(at:)``.
  @inlinable package func shapeRange(of segment: SegmentID) -> Range<Int> {
    Int(segmentFirstPlace[segment.index])..<Int(segmentFirstPlace[segment.index + 1])
  }

  @inlinable package func shapePlace(at index: Int) -> Place { shapePlaces[index] }

  /// Metres from the start of the segment to a place of its shape.
  @inlinable package func shapeDistance(at index: Int) -> Metres { Metres(shapeDistances[index]) / 1000 }

  /// The source node id of a place of a shape; `nil` if it has none.
  package func shapeSource(at index: Int) -> SourceNodeID? {
    shapeSources.isEmpty || shapeSources[index] == 0 ? nil : SourceNodeID(shapeSources[index])
  }

  /// The places of an edge in the order driven.
  package func shape(of edge: EdgeID) -> [Place] {
    let places = shapeRange(of: edge.segment).map { shapePlaces[$0] }
    return edge.isForward ? places : places.reversed()
  }

  /// The first and the last place of an edge.
  package func ends(of edge: EdgeID) -> (first: Place, last: Place) {
    let range = shapeRange(of: edge.segment)
    let (first, last) = (shapePlaces[range.lowerBound], shapePlaces[range.upperBound - 1])
    return edge.isForward ? (first, last) : (last, first)
  }

  /// Whether a stretch is all of its edge.
  package func isWhole(_ stretch: EdgeStretch) -> Bool {
    stretch.begin == 0 && stretch.end == length(of: stretch.edge)
  }

  /// The place `offset` metres from the start of an edge; the nearer end when beyond it.
  package func place(on edge: EdgeID, at offset: Metres) -> Place {
    place(on: edge.segment, atMillimetre: millimetres(on: edge, at: offset))
  }

  package func place(at position: EdgePosition) -> Place { place(on: position.edge, at: position.offset) }

  /// The direction of travel `offset` metres from the start of an edge; 0 if the edge has no length.
  package func bearing(on edge: EdgeID, at offset: Metres) -> Degrees {
    let range = shapeRange(of: edge.segment)
    let after = shapeDistances.firstIndex(notBefore: millimetres(on: edge, at: offset), in: range)
    var end = min(max(after, range.lowerBound + 1), range.upperBound - 1)
    while end + 1 < range.upperBound, shapePlaces[end] == shapePlaces[end - 1] { end += 1 }
    let along = LocalRuler(at: shapePlaces[end - 1]).point(shapePlaces[end])
    return edge.isForward ? Geodesy.bearing(from: .origin, to: along) : Geodesy.bearing(from: along, to: .origin)
  }

  /// The places of a stretch in the order driven.
  ///
  /// At least two places. Bends at one of its ends are not repeated.
  package func shape(of stretch: EdgeStretch) -> [Place] {
    let segment = stretch.edge.segment
    let first = millimetres(on: stretch.edge, at: stretch.begin)
    let last = millimetres(on: stretch.edge, at: stretch.end)
    let between = shapeRange(of: segment)
      .filter { shapeDistances[$0] > min(first, last) && shapeDistances[$0] < max(first, last) }
      .map { shapePlaces[$0] }
    let ends = (place(on: segment, atMillimetre: first), place(on: segment, atMillimetre: last))
    return [ends.0] + (first <= last ? between : between.reversed()) + [ends.1]
  }

  /// Appends the places of ``shape(of:)-(EdgeStretch)`` to a line, without places equal to their predecessor.
  package func appendShape(of stretch: EdgeStretch, to line: inout [Place]) {
    func add(_ place: Place) { if line.last != place { line.append(place) } }
    let edge = stretch.edge
    if stretch.begin == 0, stretch.end == length(of: edge), stretch.end > 0 { return appendShape(of: edge, to: &line) }
    let first = millimetres(on: edge, at: stretch.begin)
    let last = millimetres(on: edge, at: stretch.end)
    let between = (min(first, last), max(first, last))
    add(place(on: edge.segment, atMillimetre: first))
    let range = shapeRange(of: edge.segment)
    for step in 0..<range.count {
      let index = first <= last ? range.lowerBound + step : range.upperBound - 1 - step
      let distance = shapeDistances[index]
      if distance > between.0, distance < between.1 { add(shapePlaces[index]) }
    }
    add(place(on: edge.segment, atMillimetre: last))
  }

  /// Appends all places of an edge with a length, without places equal to their predecessor.
  private func appendShape(of edge: EdgeID, to line: inout [Place]) {
    let range = shapeRange(of: edge.segment)
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    let length = lengthInMillimetres(of: edge.segment)
    let step = edge.isForward ? 1 : -1
    var index = edge.isForward ? first : last
    var latest = line.last
    for _ in first...last {
      let distance = shapeDistances[index]
      let place = shapePlaces[index]
      if distance > 0 && distance < length || index == first || index == last, place != latest {
        line.append(place)
        latest = place
      }
      index += step
    }
  }

  /// Millimetres from the start of the segment to the place `offset` metres along an edge.
  private func millimetres(on edge: EdgeID, at offset: Metres) -> UInt32 {
    let length = lengthInMillimetres(of: edge.segment)
    let along = UInt32(nearestInteger(min(max(0, offset * 1000), Double(length))))
    return edge.isForward ? along : length - along
  }

  private func place(on segment: SegmentID, atMillimetre millimetre: UInt32) -> Place {
    let range = shapeRange(of: segment)
    let after = shapeDistances.firstIndex(notBefore: millimetre, in: range)
    guard after > range.lowerBound else { return shapePlaces[range.lowerBound] }
    guard after < range.upperBound else { return shapePlaces[range.upperBound - 1] }
    let travelled = Double(millimetre - shapeDistances[after - 1])
    let piece = Double(shapeDistances[after] - shapeDistances[after - 1])
    return shapePlaces[after - 1].interpolated(to: shapePlaces[after], fraction: travelled / piece)
  }
}

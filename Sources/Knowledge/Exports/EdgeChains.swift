package import Geodesy
package import RoadGraph
internal import Storage

/// Finds the roads of the map beneath lines of another program's map, by the places that both have from OpenStreetMap.
///
/// Places are compared in millionths of a degree, one unit more or less in each direction, because programs round
/// differently.
///
/// Memory: 24 bytes for each two neighbouring places of the map, and 8 for each place.
package struct EdgeChains: Sendable {
  /// A place in millionths of a degree, as one number.
  package struct Place6: Hashable, Comparable, Sendable {
    fileprivate let bits: UInt64

    package init(latitude: Int32, longitude: Int32) {
      bits = UInt64(UInt32(bitPattern: latitude)) << 32 | UInt64(UInt32(bitPattern: longitude))
    }

    fileprivate init(_ place: Place) {
      self.init(latitude: Self.rounded(place.latitudeE7), longitude: Self.rounded(place.longitudeE7))
    }

    private static func rounded(_ degreesE7: Int32) -> Int32 { (degreesE7 + (degreesE7 < 0 ? -5 : 5)) / 10 }

    fileprivate var latitude: Int32 { Int32(bitPattern: UInt32(truncatingIfNeeded: bits >> 32)) }
    fileprivate var longitude: Int32 { Int32(bitPattern: UInt32(truncatingIfNeeded: bits)) }

    fileprivate func moved(_ north: Int32, _ east: Int32) -> Place6 {
      Place6(latitude: latitude &+ north, longitude: longitude &+ east)
    }

    fileprivate var place: Place {
      Place(latitudeE7: Int32(clamping: 10 * Int64(latitude)), longitudeE7: Int32(clamping: 10 * Int64(longitude)))
    }

    package static func < (a: Place6, b: Place6) -> Bool { a.bits < b.bits }
  }

  private struct Pair: Sendable {
    var from: Place6
    var to: Place6
    var segment: UInt32

    var ends: (Place6, Place6) { (from, to) }
  }

  private let graph: RoadGraph
  private let mode: TravelMode
  /// In the order of the places, ascending.
  private let pairs: [Pair]
  private let places: [Place6]

  package init(on graph: RoadGraph, mode: TravelMode) {
    self.graph = graph
    self.mode = mode
    var pairs: [Pair] = []
    for index in 0..<graph.segmentCount {
      var last: Place6?
      for place in graph.shape(of: SegmentID(index).forward).lazy.map({ Place6($0) }) where place != last {
        if let last { pairs.append(Pair(from: last, to: place, segment: UInt32(index))) }
        last = place
      }
    }
    pairs.sort { ($0.from, $0.to, $0.segment) < ($1.from, $1.to, $1.segment) }
    self.pairs = pairs
    var places: [Place6] = []
    for place in pairs.flatMap({ [$0.from, $0.to] }).sorted() where places.last != place { places.append(place) }
    self.places = places
  }

  /// The roads along a line in the direction driven, each with the length that the line has on it; `nil` if a part of the
  /// line is on none that the mode may use.
  package func roads(along line: [Place6]) -> [(edge: EdgeID, length: Metres)]? {
    var found: [(edge: EdgeID, length: Metres)] = []
    let line = line.map(onMap)
    for (from, to) in zip(line, line.dropFirst()) where from != to {
      guard let edge = edge(from, to) else { return nil }
      let length = groundDistance(from.place, to.place)
      if found.last?.edge == edge { found[found.count - 1].length += length } else { found.append((edge, length)) }
    }
    return found.isEmpty ? nil : found
  }

  /// The nearest place of the map, at most one unit away; else the place itself.
  private func onMap(_ place: Place6) -> Place6 {
    for north in [Int32(0), -1, 1] {
      for east in [Int32(0), -1, 1] {
        let near = place.moved(north, east)
        let index = places.partitioningIndex { $0 >= near }
        if index < places.count, places[index] == near { return near }
      }
    }
    return place
  }

  private func edge(_ from: Place6, _ to: Place6) -> EdgeID? {
    for (ends, isForward) in [((from, to), true), ((to, from), false)] {
      var index = pairs.partitioningIndex { $0.ends >= ends }
      while index < pairs.count, pairs[index].ends == ends {
        let segment = SegmentID(Int(pairs[index].segment))
        let edge = isForward ? segment.forward : segment.backward
        if graph.access(of: edge)[mode] != .no { return edge }
        index += 1
      }
    }
    return nil
  }
}

package import Geodesy
internal import Matching
package import RoadGraph
internal import Storage
internal import Traces
internal import Trips

/// The traces of a run that are outside its maps, and where they are.
package struct OutsideTraces: Sendable, Equatable {
  package private(set) var count = 0
  /// The number of traces that would be inside if latitude and longitude were exchanged.
  package private(set) var exchanged = 0
  /// The corners of the box around their first and last fixes, in plain longitudes; `nil` without such traces.
  package private(set) var southWest: Place?
  package private(set) var northEast: Place?

  init(count: Int = 0, exchanged: Int = 0, southWest: Place? = nil, northEast: Place? = nil) {
    self.count = count
    self.exchanged = exchanged
    self.southWest = southWest
    self.northEast = northEast
  }

  /// Adds a trip if its trace is outside the map.
  mutating func add(_ trip: Trip, on graph: RoadGraph) {
    guard trip.liesOutsideMap else { return }
    let fixes = trip.matched.trace.fixes
    let ends = [fixes.first { $0.isUsable }, fixes.last { $0.isUsable }].compactMap { $0?.place }
    if !ends.isEmpty { add(between: ends, on: graph) }
  }

  /// Adds a trace outside the map that began and ended at these places.
  mutating func add(between ends: [Place], on graph: RoadGraph) {
    count += 1
    if ends.allSatisfy({ $0.exchanged.map { graph.covers($0, margin: 0) } ?? false }) { exchanged += 1 }
    for place in ends { extend(to: place, place) }
  }

  mutating func add(_ other: OutsideTraces) {
    count += other.count
    exchanged += other.exchanged
    if let low = other.southWest, let high = other.northEast { extend(to: low, high) }
  }

  private mutating func extend(to low: Place, _ high: Place) {
    let (south, north) = (southWest ?? low, northEast ?? high)
    southWest = Place(
      latitudeE7: min(south.latitudeE7, low.latitudeE7), longitudeE7: min(south.longitudeE7, low.longitudeE7))
    northEast = Place(
      latitudeE7: max(north.latitudeE7, high.latitudeE7), longitudeE7: max(north.longitudeE7, high.longitudeE7))
  }
}

extension Trip {
  var liesOutsideMap: Bool { status == .unmatched && reason == FixReason.outsideMap.rawValue }
}

extension Fix {
  fileprivate var isUsable: Bool { refusal == nil && place != nil }
}

extension RunCounts {
  /// How many traces are outside the maps, and where maps and traces are; `nil` if all are inside.
  package func sentenceOnOutsideTraces(maps: [(name: String, graph: RoadGraph)]) -> String? {
    guard outside.count > 0, let low = outside.southWest, let high = outside.northEast else { return nil }
    let places = maps.map { name, graph in
      graph.corners.map { "\(name), which covers \(box($0.southWest, $0.northEast))" } ?? "\(name), which is empty"
    }
    let count =
      "\(grouped(outside.count)) of \(grouped(located)) \(located == 1 ? "trace lies" : "traces lie") outside "
    let place = isSmall(low, high) ? "near \(short(low))" : "within \(box(low, high))"
    let exchanged =
      outside.exchanged == 0
      ? ""
      : " With latitude and longitude exchanged, \(grouped(outside.exchanged)) would lie inside: --columns names them."
    return count + places.joined(separator: ", and outside ") + "; \(outside.count == 1 ? "it lies" : "they lie") "
      + "\(place): \(maps.count == 1 ? "is it the right map?" : "is a map missing?")" + exchanged
  }
}

/// At most half a degree wide and high.
private func isSmall(_ low: Place, _ high: Place) -> Bool {
  high.latitude - low.latitude <= 0.5 && high.longitude - low.longitude <= 0.5
}

/// `47.05, 9.47 to 47.27, 9.64`
private func box(_ low: Place, _ high: Place) -> String { "\(short(low)) to \(short(high))" }

/// Two decimals, about a kilometre.
private func short(_ place: Place) -> String {
  [place.latitude, place.longitude].map { decimalText($0, 2) }.joined(separator: ", ")
}

/// `1,204`
private func grouped(_ count: Int) -> String {
  let digits = Array(String(count))
  return digits.indices.map { ($0 > 0 && (digits.count - $0) % 3 == 0 ? "," : "") + String(digits[$0]) }.joined()
}

package import Geodesy
package import RoadGraph

/// A part of a route, and its position in the route.
package struct RoutePart: Hashable, Sendable {
  /// Indices into ``Route/legs``; it leads from waypoint `legs.lowerBound` to waypoint `legs.upperBound`.
  package let legs: Range<Int>
  /// Its elements, counted through all legs of the route.
  package let elements: Range<Int>
  package var length: Metres
  /// The time of departure, counted from the start of the route.
  package let departure: Seconds
  package var duration: Seconds

  /// In traffic; `nil` if it is unknown.
  package var departureInTraffic: Seconds?
  package var durationInTraffic: Seconds?

  package var arrival: Seconds { departure + duration }
  package var delay: Seconds? { durationInTraffic.map { $0 - duration } }
  package var arrivalInTraffic: Seconds? { total([departureInTraffic, durationInTraffic]) }
}

/// The division of a route: into sections from halt to halt, and these into legs from waypoint to waypoint.
///
/// The duration of halts is unknown: the vehicle leaves when it arrives.
package struct RouteOutline: Sendable {
  /// One per leg.
  package private(set) var legs: [RoutePart] = []
  /// One per pair of neighbouring stopovers; their legs cover all.
  package private(set) var sections: [RoutePart] = []

  package init(of route: Route) {
    var section: RoutePart?
    for (i, leg) in route.legs.enumerated() {
      let first = legs.last?.elements.upperBound ?? 0
      var part = RoutePart(
        legs: i..<i + 1, elements: first..<first + leg.elements.count, length: leg.length,
        departure: legs.last?.arrival ?? 0, duration: leg.duration)
      part.departureInTraffic = legs.last.map(\.arrivalInTraffic) ?? leg.durationInTraffic.map { _ in 0 }
      part.durationInTraffic = leg.durationInTraffic
      legs.append(part)
      section = section.map { $0.joined(to: part) } ?? part
      guard route.waypoints[i + 1].waypoint.kind == .stopover, let whole = section else { continue }
      sections.append(whole)
      section = nil
    }
  }

  /// The number of the section that contains a leg.
  package func section(ofLeg leg: Int) -> Int { sections.firstIndex { $0.legs.contains(leg) } ?? 0 }
}

extension Route {
  /// All of it.
  package var whole: RoutePart {
    RoutePart(
      legs: legs.indices, elements: 0..<legs.reduce(0) { $0 + $1.elements.count }, length: length, departure: 0,
      duration: duration, departureInTraffic: durationInTraffic.map { _ in 0 }, durationInTraffic: durationInTraffic)
  }
}

extension RoutePart {
  fileprivate func joined(to next: RoutePart) -> RoutePart {
    RoutePart(
      legs: legs.lowerBound..<next.legs.upperBound, elements: elements.lowerBound..<next.elements.upperBound,
      length: length + next.length, departure: departure, duration: duration + next.duration,
      departureInTraffic: departureInTraffic,
      durationInTraffic: total([durationInTraffic, next.durationInTraffic]))
  }
}

/// A straight line between a waypoint away from the roads and its place on the road.
package struct OffRoadStretch: Hashable, Sendable {
  /// The number of the waypoint in the route.
  package let waypoint: Int
  /// In the direction travelled.
  package let begin: Place
  package let end: Place
  package var length: Metres
}

extension Route {
  /// The stretches on which the vehicle leaves the road to reach a waypoint or returns from it, in the order travelled.
  ///
  /// It does both at an intermediate halt. At a pass-through waypoint it stays on the road.
  package var offRoadStretches: [OffRoadStretch] {
    var stretches: [OffRoadStretch] = []
    for (i, waypoint) in waypoints.enumerated()
    where waypoint.snapped.isOffRoad && waypoint.waypoint.kind == .stopover {
      let (place, road) = (waypoint.waypoint.place, waypoint.snapped.place)
      let length = waypoint.snapped.distance
      if i > 0 { stretches.append(OffRoadStretch(waypoint: i, begin: road, end: place, length: length)) }
      if i < waypoints.count - 1 {
        stretches.append(OffRoadStretch(waypoint: i, begin: place, end: road, length: length))
      }
    }
    return stretches
  }

  /// The places along the roads in the order travelled, without consecutive duplicates.
  package func course(on graph: RoadGraph) -> [Place] {
    var places: [Place] = []
    for element in legs.lazy.flatMap(\.elements) {
      graph.appendShape(of: element.stretch, to: &places)
    }
    return places
  }
}

/// The box around a line. If it crosses the antimeridian, its west is greater than its east.
///
/// - Source: RFC 7946 §5.2.
package struct RouteBounds: Hashable, Sendable {
  package let southWest: Place
  package let northEast: Place

  /// `nil` for a line without places.
  package init?(of line: [Place]) {
    guard let first = line.first else { return nil }
    var (west, east): (Int64, Int64) = (0, 0)
    var (south, north) = (first.latitudeE7, first.latitudeE7)
    var (before, eastward) = (first, Int64(0))
    for place in line {
      eastward += place.longitudeE7(eastOf: before)
      before = place
      (west, east) = (min(west, eastward), max(east, eastward))
      (south, north) = (min(south, place.latitudeE7), max(north, place.latitudeE7))
    }
    let origin = Place(latitudeE7: 0, longitudeE7: first.longitudeE7)
    southWest = origin.moved(latitudeE7: Int64(south), longitudeE7: west)
    northEast = origin.moved(latitudeE7: Int64(north), longitudeE7: east)
  }
}

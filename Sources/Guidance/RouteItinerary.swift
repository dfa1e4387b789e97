internal import Geodesy
internal import Moments
package import RoadGraph
internal import RoadRules
package import Routing

/// The maneuvers of a route: every section, from halt to halt, begins with a `depart` and ends with an `arrive`.
/// Pass-through waypoints have no maneuver.
///
/// ``Maneuver/edge`` is the number of an element, counted through all legs; for `arrive`, the last one of its section.
/// Times count from 1970, so only ``Maneuver/duration`` is meaningful.
///
/// - Parameter memory: for the same map and settings.
package func itinerary(
  of route: Route, on graph: RoadGraph, settings: GuidanceSettings = GuidanceSettings(), memory: JunctionMemory? = nil
) -> Itinerary {
  let outline = RouteOutline(of: route).sections
  let (path, sections) = sections(of: route)
  var itinerary = itinerary(
    along: sections, ends: outline.map { route.ends(of: $0, on: graph, settings) }, on: graph,
    for: route.options.mode, settings: settings, memory: memory)
  for i in itinerary.maneuvers.indices {
    let elements = path.elements[itinerary.maneuvers[i].edge]
    itinerary.maneuvers[i].edge = itinerary.maneuvers[i].type == .arrive ? elements.upperBound : elements.lowerBound
  }
  return itinerary
}

/// The spans of a route. ``Span/edges`` are numbers of elements, counted through all legs.
package func spans(of route: Route, on graph: RoadGraph) -> [Span] {
  let (path, sections) = sections(of: route)
  return spans(along: sections, on: graph, for: route.options.mode).map { span in
    var span = span
    span.edges = path.elements[span.edges.lowerBound].lowerBound...path.elements[span.edges.upperBound].upperBound
    return span
  }
}

/// The lanes of a route. ``LaneStretch/edge`` is the number of an element, counted through all legs.
package func laneStretches(of route: Route, on graph: RoadGraph) -> [LaneStretch] {
  let (path, sections) = sections(of: route)
  return laneStretches(along: sections, on: graph, for: route.options.mode).map {
    LaneStretch(
      edge: path.elements[$0.edge].upperBound, place: $0.place, distance: $0.distance, maneuver: $0.maneuver,
      lanes: $0.lanes)
  }
}

private func sections(of route: Route) -> (RoutePath, [[PathEdge]]) {
  var path = RoutePath()
  let sections = RouteOutline(of: route).sections.map { section in
    var edges: [PathEdge] = []
    for leg in section.legs { path.append(route.legs[leg].elements, to: &edges) }
    return edges
  }
  return (path, sections)
}

extension Route {
  fileprivate func ends(of section: RoutePart, on graph: RoadGraph, _ settings: GuidanceSettings) -> LegEnds {
    LegEnds(
      headingAtBegin: waypoints[section.legs.lowerBound].waypoint.heading,
      sideAtEnd: side(of: waypoints[section.legs.upperBound], settings.leastBesideRoad, on: graph))
  }

  /// The side of its road on which a destination is; `nil` if it is nearer to the line than `leastDistance`.
  private func side(of waypoint: RouteWaypoint, _ leastDistance: Metres, on graph: RoadGraph) -> RoadSide? {
    let (edge, offset) = (waypoint.position.edge, waypoint.position.offset)
    let before = max(0, min(offset, graph.length(of: edge) - 1) - 5)
    let (from, to) = (graph.place(on: edge, at: before), graph.place(on: edge, at: before + 6))
    guard waypoint.snapped.distance >= leastDistance, let along = graph.bearing(from: from, to: to),
      let across = graph.bearing(from: graph.place(on: edge, at: offset), to: waypoint.waypoint.place)
    else { return nil }
    let turn = turn(from: along, to: across)
    // A place straight ahead or behind is on no side, as at the end of a road.
    guard (30...150).contains(abs(turn)) else { return nil }
    return turn > 0 ? .right : .left
  }
}

/// The edges of a route with their times. Edges split by a waypoint are joined again.
private struct RoutePath {
  /// The elements of each edge.
  private(set) var elements: [ClosedRange<Int>] = []
  private var elementCount = 0
  private var time: Seconds = 0

  /// - Parameter edges: the edges of the same section so far.
  mutating func append(_ leg: [RouteElement], to edges: inout [PathEdge]) {
    edges.reserveCapacity(edges.count + leg.count)
    elements.reserveCapacity(elements.count + leg.count)
    var exitTime = routeBegin.adding(seconds: time)
    for (i, element) in leg.enumerated() {
      let enterTime = exitTime
      time += element.duration
      exitTime = routeBegin.adding(seconds: time)
      if i == 0, let last = edges.last, last.edge == element.edge, last.end <= element.begin {
        edges[edges.count - 1].stretch.end = element.end
        edges[edges.count - 1].exitTime = exitTime
        elements[elements.count - 1] = elements[elements.count - 1].lowerBound...elementCount
      } else {
        edges.append(PathEdge(element.stretch, enterTime: enterTime, exitTime: exitTime))
        elements.append(elementCount...elementCount)
      }
      elementCount += 1
    }
  }
}

/// The times of routes count from here.
let routeBegin = Timestamp(millisecondsSince1970: 0)

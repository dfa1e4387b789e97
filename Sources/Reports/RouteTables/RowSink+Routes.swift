internal import Geodesy
internal import Moments
internal import RoadGraph
internal import Routing
internal import Traces

/// Columns common to several tables of routes.
extension RowSink where Self: ~Copyable {
  /// The number of a row of a route.
  @inline(__always)
  mutating func routeSeq(_ seq: @autoclosure () -> Int) {
    integer("seq", "Number within the route, from 0.", seq())
  }

  /// A section or leg.
  @inline(__always)
  mutating func part(_ part: @autoclosure () -> RoutePart, departure: @autoclosure () -> ZonedTime?) {
    integer("from_waypoint", "`seq` in `waypoints` of the waypoint where it begins.", part().legs.lowerBound)
    integer("to_waypoint", "`seq` in `waypoints` of the waypoint where it ends.", part().legs.upperBound)
    quantity("length_m", .metres, "Length along the roads.", part().length)
    quantity("duration_s", .seconds, "Duration on empty roads.", part().duration)
    times(of: part(), departure: departure())
    quantity(
      "departure_s", .seconds, "Time from the start of the route until it begins, without halts.", part().departure)
    quantity("arrival_s", .seconds, "Time from the start of the route until it ends, without halts.", part().arrival)
    integer("first_element", "`seq` of its first row in `elements`.", part().elements.lowerBound)
    integer("last_element", "`seq` of its last row in `elements`.", part().elements.upperBound - 1)
  }

  /// The times of a route or a part of it in traffic.
  ///
  /// - Parameter departure: of the whole route.
  @inline(__always)
  mutating func times(of part: @autoclosure () -> RoutePart?, departure: @autoclosure () -> ZonedTime?) {
    quantity(
      "duration_in_traffic_s", .seconds,
      "Duration with traffic and timed rules, each road at the time of passing.", nullWhen: untimed,
      part()?.durationInTraffic)
    quantity(
      "delay_s", .seconds, "`duration_in_traffic_s` minus `duration_s`.",
      nullWhen: untimed, part()?.delay)
    time(
      "departure", "Time at which it begins.", nullWhen: "no time was given",
      part()?.departureInTraffic.flatMap { departure()?.adding(seconds: $0).moment })
    time(
      "arrival", "Time at which it ends, in traffic.", nullWhen: "no time was given",
      part()?.arrivalInTraffic.flatMap { departure()?.adding(seconds: $0).moment })
  }

  /// The start and the end of a stretch.
  @inline(__always)
  mutating func ends(_ begin: @autoclosure () -> Place, _ end: @autoclosure () -> Place) {
    latitude("begin_lat", "Latitude where it begins.", begin())
    longitude("begin_lon", "Longitude where it begins.", begin())
    latitude("end_lat", "Latitude where it ends.", end())
    longitude("end_lon", "Longitude where it ends.", end())
  }

  /// The leg of a row of a route.
  @inline(__always)
  mutating func ofLeg(_ leg: @autoclosure () -> Int) {
    integer("leg", "`seq` in `legs` of its leg.", leg())
  }
}

/// When times in traffic are null.
var untimed: String { "neither a time nor a policy nor traffic was given" }

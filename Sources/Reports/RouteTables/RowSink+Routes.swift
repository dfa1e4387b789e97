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
    integer("from_waypoint", "`seq` in `waypoints` of where it begins.", part().legs.lowerBound)
    integer("to_waypoint", "`seq` in `waypoints` of where it ends.", part().legs.upperBound)
    quantity("length_m", .metres, "Length along the roads.", part().length)
    quantity("duration_s", .seconds, "Time along empty roads.", part().duration)
    times(of: part(), departure: departure())
    quantity(
      "departure_s", .seconds, "Time from the begin of the route to its begin, without halts.", part().departure)
    quantity("arrival_s", .seconds, "Time from the begin of the route to its end, without halts.", part().arrival)
    integer("first_element", "`seq` in `elements` of its first one.", part().elements.lowerBound)
    integer("last_element", "`seq` in `elements` of its last one.", part().elements.upperBound - 1)
  }

  /// The times of a route or a part of it in traffic.
  ///
  /// - Parameter departure: of the whole route.
  @inline(__always)
  mutating func times(of part: @autoclosure () -> RoutePart?, departure: @autoclosure () -> ZonedTime?) {
    quantity(
      "duration_in_traffic_s", .seconds,
      "Time with traffic and all that holds at times, each road at the time it is passed.", nullWhen: untimed,
      part()?.durationInTraffic)
    quantity(
      "delay_s", .seconds, "How much longer that is than `duration_s`; negative where it is shorter.",
      nullWhen: untimed, part()?.delay)
    time(
      "departure", "When it begins.", nullWhen: "no time was asked for",
      part()?.departureInTraffic.flatMap { departure()?.adding(seconds: $0).moment })
    time(
      "arrival", "When it ends, in traffic.", nullWhen: "no time was asked for",
      part()?.arrivalInTraffic.flatMap { departure()?.adding(seconds: $0).moment })
  }

  /// The begin and the end of a stretch.
  @inline(__always)
  mutating func ends(_ begin: @autoclosure () -> Place, _ end: @autoclosure () -> Place) {
    latitude("begin_lat", "Latitude of where it begins.", begin())
    longitude("begin_lon", "Longitude of where it begins.", begin())
    latitude("end_lat", "Latitude of where it ends.", end())
    longitude("end_lon", "Longitude of where it ends.", end())
  }

  /// The leg of a row of a route.
  @inline(__always)
  mutating func ofLeg(_ leg: @autoclosure () -> Int) {
    integer("leg", "`seq` in `legs` of the one it belongs to.", leg())
  }
}

/// When times in traffic are null.
var untimed: String { "no time was asked for, and neither policy nor traffic is given" }

internal import Geodesy
internal import Knowledge
internal import RoadGraph
internal import RoadRules

extension RowSink where Self: ~Copyable {
  /// What names a directed piece of road, and tells it apart from all others.
  @inline(__always)
  mutating func piece(_ edge: @autoclosure () -> EdgeID, on ground: @autoclosure () -> LearnedGround) {
    ends(of: edge(), on: ground())
    integer("edge", "Number of the edge in the map file.", edge().index)
    roadName(ground().graph.name(of: edge()), number: ground().graph.ref(of: edge()))
    code("class", "OSM's `highway` value, or `ferry`.", ground().graph.roadClass(of: edge()))
    quantity("length_m", .metres, "Its length.", ground().graph.length(of: edge()))
  }

  @inline(__always)
  private mutating func ends(of edge: @autoclosure () -> EdgeID, on ground: @autoclosure () -> LearnedGround) {
    id("way", "Id of the way in the source of the map.", ground().graph.way(of: edge()).rawValue)
    id(
      "from_node", "Source id of the node at its start, in the direction driven.", nullWhen: nodeless,
      ground().graph.source(of: ground().graph.tail(of: edge()))?.rawValue)
    id(
      "to_node", "Source id of the node at its end, in the direction driven.", nullWhen: nodeless,
      ground().graph.source(of: ground().graph.head(of: edge()))?.rawValue)
    code("direction", "With or against the node order of the way.", Direction(of: edge()))
    integer(
      "piece", "Its number among the pieces that the columns before do not tell apart, from 1.",
      nullWhen: "they tell it apart from all others", ground().pieces[edge()])
  }

  /// The hours of the week that a row is about, by local time.
  @inline(__always)
  mutating func hours(_ hours: @autoclosure () -> WeekHours, on ground: @autoclosure () -> LearnedGround) {
    text(
      "hours", "The hours of the week, by local time, as opening hours: `Mo-Fr 07:00-08:00`.",
      ground().classes.openingHours(of: hours()))
    text("days", "The days in them: `Mo-Fr`.", ground().classes.dayName(hours().days))
    integer("begin_hour", "The hour at which they begin, 0 … 23.", hours().hours.lowerBound)
    integer("end_hour", "The hour at which they end, 1 … 24.", hours().hours.upperBound)
  }

  /// On how much a row stands.
  ///
  /// - Parameter counted: what its passages are.
  @inline(__always)
  mutating func support(_ counted: String, _ support: @autoclosure () -> Support) {
    integer("passages", counted, support().passages)
    integer("trips", "Number of the trips that they are from.", support().trips)
    integer("vehicles", "Number of the vehicles that they are from.", support().vehicles)
  }
}

private let nodeless = "the map has no node ids"

extension RoadGraph {
  /// The line of a directed piece of road.
  func course(of edge: EdgeID) -> Geometry { .line(shape(of: edge)) }
}

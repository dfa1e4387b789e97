internal import RoadGraph

extension RowSink where Self: ~Copyable {
  /// The map's attributes of a road.
  @inline(__always)
  mutating func road(_ edge: @autoclosure () -> EdgeID, on graph: @autoclosure () -> RoadGraph) {
    roadName(edge(), on: graph())
    code("class", "OSM's `highway` value, or `ferry`.", graph().roadClass(of: edge()))
    integer(
      "speed_limit_kmh", unit: "km/h", "Speed limit in the direction driven.",
      nullWhen: "unknown, or without limit where `speed_limit_source` says `tag`", graph().speedLimit(of: edge())?.kmh)
    code(
      "speed_limit_source", "From the map's source, or the default of the class.", nullWhen: "no speed limit is known",
      graph().speedLimit(of: edge())?.source)
    codes("flags", "What the road is besides its class.", graph().flags(of: edge()))
  }

  @inline(__always)
  mutating func roadName(_ edge: @autoclosure () -> EdgeID, on graph: @autoclosure () -> RoadGraph) {
    name("name", "Name of the road.", nullWhen: "it has none", graph().name(of: edge()))
    name("ref", "Number of the road.", nullWhen: "it has none", graph().ref(of: edge()))
  }
}

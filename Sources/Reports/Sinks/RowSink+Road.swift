internal import RoadGraph

extension RowSink where Self: ~Copyable {
  /// The map's attributes of a road.
  @inline(__always)
  mutating func road(_ edge: @autoclosure () -> EdgeID, on graph: @autoclosure () -> RoadGraph) {
    roadName(edge(), on: graph())
    code("class", "OSM's `highway` value, or `ferry`.", graph().roadClass(of: edge()))
    integer(
      "speed_limit_kmh", unit: "km/h", "Speed limit in the direction driven.",
      nullWhen: "unknown, or no limit if `speed_limit_source` is `tag`", graph().speedLimit(of: edge())?.kmh)
    code(
      "speed_limit_source", "Tagged in the source of the map, or the default of the class.",
      nullWhen: "no speed limit is known",
      graph().speedLimit(of: edge())?.source)
    codes("flags", "Properties of the road besides its class.", graph().flags(of: edge()))
  }

  @inline(__always)
  mutating func roadName(_ edge: @autoclosure () -> EdgeID, on graph: @autoclosure () -> RoadGraph) {
    name("name", "Name of the road.", nullWhen: "it has none", graph().name(of: edge()))
    name("ref", "Number of the road.", nullWhen: "it has none", graph().ref(of: edge()))
  }
}

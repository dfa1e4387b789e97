internal import RoadGraph

/// A row about one edge of the map.
///
/// What the map says of it are properties of the row: a closure that returned the map would copy the row for each column.
protocol RoadRow {
  var road: EdgeID { get }
  var graph: RoadGraph { get }
}

extension RoadRow {
  @inline(__always) var way: Int64 { graph.way(of: road).rawValue }
  @inline(__always) var fromNode: Int64? { graph.source(of: graph.tail(of: road))?.rawValue }
  @inline(__always) var toNode: Int64? { graph.source(of: graph.head(of: road))?.rawValue }
  @inline(__always) var name: String { graph.name(of: road) }
  @inline(__always) var ref: String { graph.ref(of: road) }
  @inline(__always) fileprivate var roadClass: RoadClass { graph.roadClass(of: road) }
  @inline(__always) fileprivate var speedLimit: SpeedLimit? { graph.speedLimit(of: road) }
  @inline(__always) fileprivate var flags: RoadFlags { graph.flags(of: road) }
}

extension RowSink where Self: ~Copyable {
  /// The map's attributes of the edge.
  @inline(__always)
  mutating func road<Row: RoadRow>(of row: some RowSource<Row>) {
    roadName(row().name, number: row().ref)
    code("class", "OSM's `highway` value, or `ferry`.", row().roadClass)
    integer(
      "speed_limit_kmh", unit: "km/h", "Speed limit in the direction driven.",
      nullWhen: "unknown, or no limit if `speed_limit_source` is `tag`", row().speedLimit?.kmh)
    code(
      "speed_limit_source", "Tagged in the source of the map, or the default of the class.",
      nullWhen: "no speed limit is known", row().speedLimit?.source)
    codes("flags", "Properties of the road besides its class.", row().flags)
  }

  @inline(__always)
  mutating func roadName(_ road: @autoclosure () -> String, number: @autoclosure () -> String) {
    name("name", "Name of the road.", nullWhen: "it has none", road())
    name("ref", "Number of the road.", nullWhen: "it has none", number())
  }
}

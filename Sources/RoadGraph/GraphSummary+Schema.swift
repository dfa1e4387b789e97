package import Records

extension GraphSummary {
  /// The JSON Schema of ``json``.
  package static var jsonSchema: JSONValue { schema.document(title: "A road graph, as tracemill map info prints it") }

  private static let schema = JSONSchema.object([
    .init("path", .text, "Path of the file."), .init("bytes", .integer, "Its size."),
    .init("format", .integer, "Number of the file format."), .init("version", .text, "Hash of the content."),
    .init("source", source, "What the map was built from."),
    .init("bounds", .nullable(.list(.number)), "South, west, north, east in degrees; null for an empty map."),
    .init("counts", counts, "Sizes of the graph."),
    .init("classes", .list(share), "Road by class."), .init("modes", .list(share), "Road by who may use it."),
    .init("flags", .list(share), "Road by property."),
    .init(
      "node_flags", .list(.object([.init("name", .text, "Property."), .init("nodes", .integer, "Number of nodes.")])),
      "Nodes by property."),
    .init("speed_limits", speedLimits, "Edges that cars may use, by the source of their speed limit."),
    .init(
      "sections",
      .list(.object([.init("name", .text, "Section of the file."), .init("bytes", .integer, "Its size.")])),
      "The parts of the file."),
  ])

  private static let source = JSONSchema.object([
    .init("name", .text, "Name of the file from which the map was built."), .init("kind", .text, "Its format."),
    .init("data_time", .text, "Timestamp of the map data; empty if it has none."),
    .init("options", .map(.text), "Options of the build."), .init("counts", .map(.integer), "Counts of the build."),
  ])

  private static let counts = JSONSchema.object([
    .init("nodes", .integer, "Junctions and ends."), .init("segments", .integer, "Pieces of road between them."),
    .init("edges", .integer, "Directions of segments that somebody may use."), .init("ways", .integer, "Ways."),
    .init("places", .integer, "Places along the segments."), .init("restrictions", .integer, "Turn rules."),
    .init("conditional_restrictions", .integer, "Turn rules that hold at times."),
    .init("backdrop_tiles", .integer, "Tiles of the ground that is drawn under the roads; 0 without one."),
  ])

  private static let share = JSONSchema.object([
    .init("name", .text, "Class, mode or property."), .init("edges", .integer, "Number of edges."),
    .init("length_km", .number, "Length of road, every segment counted once."),
  ])

  private static let speedLimits = JSONSchema.object([
    .init("tagged", .integer, "From the source of the map."), .init("default_of_class", .integer, "Of the class."),
    .init("unknown", .integer, "None is known."),
    .init("tagged_share", .nullable(.number), "Share of the tagged ones; null without roads for cars."),
  ])
}

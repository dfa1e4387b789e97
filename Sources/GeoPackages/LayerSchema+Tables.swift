internal import SQLite

extension LayerSchema {
  /// Creates the table, and enters it into the tables of the standard.
  func create(in database: Database) throws {
    var definitions = ["\"\(Standard.key)\" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL"]
    if let shape { definitions.append("\"\(Standard.geometry)\" \(shape.rawValue)") }
    definitions += columns.map { "\"\($0.name)\" \($0.kind.rawValue)" }
    try database.execute("CREATE TABLE \"\(name)\" (\(definitions.joined(separator: ", ")))")
    try database.execute(
      "INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change, srs_id) "
        + "VALUES (?, ?, ?, ?, ?, ?)",
      [
        name, shape == nil ? "attributes" : "features", name, Self.mark + meaning, Standard.lastChange,
        shape.map { _ in Standard.srs },
      ])
    for column in columns {
      try database.execute(
        "INSERT INTO gpkg_data_columns (table_name, column_name, description) VALUES (?, ?, ?)",
        [name, column.name, column.meaning])
    }
    if let shape { try createIndex(of: shape, in: database) }
  }

  /// How the description of each table begins in a file of tracemill.
  static let mark = "tracemill: "

  private func createIndex(of shape: Shape, in database: Database) throws {
    try database.execute(
      "INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 0, 0)",
      [name, Standard.geometry, shape.rawValue, Standard.srs])
    try database.execute(
      "INSERT INTO gpkg_extensions VALUES (?, ?, 'gpkg_rtree_index', ?, 'write-only')",
      [name, Standard.geometry, Standard.document + "#extension_rtree"])
    try database.execute(
      "CREATE VIRTUAL TABLE \"\(Standard.index(of: name))\" USING rtree(id, minx, maxx, miny, maxy)")
  }
}

extension LayerWriter {
  /// Completes the index, enters the extent of the layer, and adds the triggers, which would slow down the insertion of
  /// its rows.
  func finish(in database: Database) throws {
    guard schema.shape != nil else { return }
    try finishIndex()
    if let bounds {
      try database.execute(
        "UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?",
        [bounds.west, bounds.south, bounds.east, bounds.north, schema.name])
    }
    try database.execute(Standard.indexTriggers(of: schema.name))
  }
}

/// Whether the database at `path` is a GeoPackage whose tables were all written by tracemill.
package func isOwnGeoPackage(at path: String) -> Bool {
  let others: Int? = try? Database(path: path, for: .reading).value(
    "SELECT coalesce(sum(description NOT LIKE ? || '%'), 1) FROM gpkg_contents", [LayerSchema.mark])
  return others == 0
}

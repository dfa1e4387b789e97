internal import SQLite

/// How QGIS draws a layer when it is opened, as a document of QGIS (QML).
package struct LayerStyle: Hashable, Sendable {
  package let name: String
  package let qml: String

  package init(name: String, qml: String) {
    self.name = name
    self.qml = qml
  }
}

extension LayerStyle {
  /// Where QGIS keeps the styles of a database.
  ///
  /// - Source: the table that QGIS 3 creates when it saves a style into a GeoPackage.
  private static let table = """
    CREATE TABLE layer_styles (
      id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
      f_table_catalog TEXT(256),
      f_table_schema TEXT(256),
      f_table_name TEXT(256),
      f_geometry_column TEXT(256),
      styleName TEXT(30),
      styleQML TEXT,
      styleSLD TEXT,
      useAsDefault BOOLEAN,
      description TEXT,
      owner TEXT(30),
      ui TEXT(30),
      update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now'))
    )
    """

  /// Stores the styles of layers, if there are any.
  static func store(of layers: [LayerSchema], in database: Database) throws {
    let styled = layers.compactMap { layer in layer.style.map { (layer: layer, style: $0) } }
    guard !styled.isEmpty else { return }
    try database.execute(table)
    try database.execute(
      "INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change) VALUES "
        + "('layer_styles', 'attributes', 'layer_styles', ?, ?)",
      [LayerSchema.mark + "styles of QGIS", Standard.lastChange])
    for (layer, style) in styled {
      try database.execute(
        "INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName, "
          + "styleQML, useAsDefault, description, update_time) VALUES ('', '', ?, ?, ?, ?, 1, ?, ?)",
        [layer.name, Standard.geometry, style.name, style.qml, LayerSchema.mark + style.name, Standard.lastChange])
    }
  }
}

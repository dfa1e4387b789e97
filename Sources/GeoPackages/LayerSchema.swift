/// One table of a GeoPackage: its name, its columns, and the geometry of its rows.
package struct LayerSchema: Hashable, Sendable {
  /// The geometries of a layer. Raw values are the standard's names.
  package enum Shape: String, Sendable {
    case point = "POINT"
    case lines = "MULTILINESTRING"
    /// Points in some rows and lines in others.
    case any = "GEOMETRY"
  }

  package struct Column: Hashable, Sendable {
    /// Raw values are the standard's names of types.
    package enum Kind: String, Sendable {
      case integer = "INTEGER"
      case real = "REAL"
      case text = "TEXT"
      case time = "DATETIME"
      case flag = "BOOLEAN"
    }

    package let name: String
    package let kind: Kind
    package let meaning: String

    package init(_ name: String, _ kind: Kind, _ meaning: String) {
      self.name = name
      self.kind = kind
      self.meaning = meaning
    }
  }

  package let name: String
  package let meaning: String
  /// `nil` for a table without geometry.
  package let shape: Shape?
  package let columns: [Column]
  /// `nil` if QGIS may choose.
  package let style: LayerStyle?

  package init(_ name: String, _ meaning: String, shape: Shape?, _ columns: [Column], style: LayerStyle? = nil) {
    self.name = name
    self.meaning = meaning
    self.shape = shape
    self.columns = columns
    self.style = style
  }
}

internal import Records

/// The trace and the vehicle that the properties of a line of GeoJSON name.
struct JSONNames {
  let trace: String?
  let vehicle: String?

  init(_ feature: JSONValue) {
    let row = JSONRow(feature["properties"] ?? .null, line: 0)
    let trace = Self.field(.trace, of: row)
    self.trace = trace?.text
    let vehicle = Self.field(.vehicle, of: row)
    self.vehicle = vehicle?.name == trace?.name ? nil : vehicle?.text
  }

  /// The field with the most certain name.
  private static func field(_ column: CSVColumn, of row: JSONRow) -> (name: String, text: String)? {
    let ranks = row.fields.compactMap { field in
      field.text.isEmpty ? nil : rank(of: field.name, as: column).map { (field: field, rank: $0) }
    }
    return ranks.min { $0.rank < $1.rank }?.field
  }

  private static func rank(of name: String, as column: CSVColumn) -> Int? {
    ColumnVocabulary.rank(of: HeaderName(name).word, as: column)
  }
}

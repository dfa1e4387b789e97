internal import Moments

/// What the columns of a file were taken for, and which were not used. Files with equal uses have the same layout.
package struct ColumnUse: Hashable, Sendable, Codable {
  /// A column that is read.
  package struct Field: Hashable, Sendable, Codable {
    /// What it means, as `--columns` names it.
    package var field: String
    /// Its name, or its number in a file without a header.
    package var column: String
    /// The unit or form of its values; `nil` where there is only one.
    package var unit: String?
  }

  /// `csv`, `json`, `ndjson` or `geojson`.
  package var format: String
  package var fields: [Field]
  package var unused: [String]

  package init(format: String, fields: [Field], unused: [String]) {
    (self.format, self.fields, self.unused) = (format, fields, unused)
  }

  /// - Returns: `nil` for a format without columns.
  init?(_ format: TraceFileFormat) {
    guard let layout = format.layout else { return nil }
    self.format = format.name
    func name(_ column: Int) -> String { layout.header.map { $0[column] } ?? String(column + 1) }
    fields = CSVColumn.allCases.compactMap { column in
      layout.columns[column].map { Field(field: column.rawValue, column: name($0), unit: layout.unit(of: column)) }
    }
    fields += layout.flags.map { Field(field: CSVColumn.valid.rawValue, column: name($0.column), unit: nil) }
    unused = layout.unusedColumns
  }

  /// `trace=trip_id lat=lat lon=lon time=ts speed=v (km/h)`; what is usual is left out.
  var description: String {
    let usual: Set<String?> = [nil, CoordinateForm.degrees.description, HeadingForm.degrees.rawValue]
    return fields.map { field in
      let unit = field.field == "speed" || !usual.contains(field.unit) ? field.unit : nil
      return "\(field.field)=\(field.column)\(unit.map { " (\($0))" } ?? "")"
    }.joined(separator: " ")
  }
}

extension CSVLayout {
  /// The unit or form of a column that is read; `nil` where there is only one.
  fileprivate func unit(of column: CSVColumn) -> String? {
    switch column {
    case .latitude, .longitude: coordinates.description
    case .speed: speedUnit.rawValue
    case .heading: headings.rawValue
    case .accuracy: "m"
    case .time: timeShape.map { hasLocalTimes ? "\($0), local" : $0 }
    default: nil
    }
  }
}

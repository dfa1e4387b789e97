internal import Records
internal import Storage

/// The rows of one table on their way into a format.
struct TableRows {
  let columns: TableColumns
  /// The columns that are written; `nil` for all.
  let selection: ColumnSelection?
  /// About the number of rows that are in memory at a time.
  let expectedCount: Int
  /// As ``TableForm/fill``, of one report.
  let fill: (RowPlace?, RowGeometries, inout Cells, RowBody) -> RowPlace?

  /// Rows that are written into a file of their table.
  ///
  /// - Parameter identity: the beginning of every row of text; `nil` for that in the cells.
  func written(
    _ style: RowStyle, from place: RowPlace? = nil, identity: [UInt8]? = nil, _ cells: inout Cells
  ) -> WrittenRows {
    switch style {
    case .csv(let texts):
      let beginning = identity ?? (selection == nil ? columns.csvIdentity(texts, &cells) : [])
      var rows = CSVRows(
        selection?.cells ?? columns.own, texts, identity: beginning, capacity: 256 + 160 * expectedCount)
      let next = fill(place, .ignored, &cells) { cells, _ in rows.write(&cells) }
      let count = rows.rowCount
      return WrittenRows(bytes: rows.bytes, count: count, next: next)
    case .json, .ndjson:
      let form =
        selection.map { JSONForm($0.columns, $0.cells) }
        // After the name of the table, a row without an identity goes on as well.
        ?? (identity?.isEmpty ?? true ? columns.rows : columns.properties)
      let beginning = identity ?? (selection == nil ? columns.jsonIdentity(&cells) : [])
      let (separator, terminator) = style.aroundObjects
      var rows = JSONRows(
        form, identity: beginning, separator: separator, terminator: terminator,
        bytes: ByteWriter(capacity: 512 + 440 * expectedCount))
      let next = fill(place, .ignored, &cells) { cells, _ in rows.write(&cells) }
      let count = rows.rowCount
      return WrittenRows(bytes: rows.bytes, count: count, next: next)
    case .arrow:
      var rows = ArrowRows(selection?.cells ?? columns.all, capacity: 256 + 240 * expectedCount)
      let next = fill(place, .ignored, &cells) { cells, _ in rows.write(&cells) }
      let count = rows.rowCount
      return WrittenRows(bytes: rows.bytes, count: count, next: next)
    }
  }

  /// Appends the rows as features, separated by commas; the columns are their properties.
  func writeFeatures(to rows: inout JSONRows, count: inout Int, _ cells: inout Cells) {
    if let selection {
      rows.beginTable(JSONForm(selection.columns, selection.cells, opening: columns.table + ","))
    } else {
      rows.beginTable(columns.properties, identity: columns.featureIdentity(&cells))
    }
    var next: RowPlace?
    repeat {
      next = fill(next, .wanted, &cells) { cells, geometry in
        rows.write(&cells, featureOf: geometry, isFirst: count == 0)
        count += 1
      }
    } while next != nil
  }

  /// Appends the rows to a layer.
  ///
  /// - Returns: the place of the next row if the table was too long to finish; otherwise `nil`.
  func writeLayer(_ layer: Int, from place: RowPlace? = nil, to rows: inout PackedRows, _ cells: inout Cells)
    -> RowPlace?
  {
    rows.beginTable(layer: layer, selection?.cells ?? columns.all)
    return fill(place, .wanted, &cells) { cells, geometry in rows.write(&cells, geometry) }
  }
}

/// Some rows of a table as bytes.
struct WrittenRows: ~Copyable {
  let bytes: ByteWriter
  let count: Int
  /// The place of the next row; `nil` at the end of the table.
  let next: RowPlace?
}

extension JSONRows {
  fileprivate mutating func write(_ cells: inout Cells, featureOf geometry: Geometry, isFirst: Bool) {
    if !isFirst { bytes.text(",\n") }
    bytes.text("{\"type\":\"Feature\",\"geometry\":")
    bytes.geometry(geometry)
    bytes.text(",\"properties\":")
    write(&cells)
    bytes.text("}")
  }
}

/// One table: the meaning of its rows, and its columns in order.
///
/// The header of the CSV file, the keys of JSON rows, the JSON Schema of the trip document and the output of `tracemill
/// schema` all derive from it.
package struct TableSchema: Sendable {
  /// The name in `tracemill schema`.
  package let name: String
  /// The meaning of one row.
  package let meaning: String
  package let columns: [ColumnSchema]
  /// The columns except the ones that only identify the trip or route of the row.
  let ownColumns: [ColumnSchema]

  /// - Parameter identity: the leading columns that identify the report of the row.
  init(_ name: String, _ meaning: String, identity: [ColumnSchema], _ columns: [ColumnSchema]) {
    self.name = name
    self.meaning = meaning
    self.columns = identity + columns
    ownColumns = columns
  }

  /// The number of the cell of each column.
  var cells: [Int] {
    let identityCount = columns.count - ownColumns.count
    return columns.indices.map { $0 < identityCount ? $0 : Cells.identityCount + $0 - identityCount }
  }
}

/// One column of a table.
package struct ColumnSchema: Hashable, Sendable {
  package let name: String
  package let type: ColumnType
  /// One sentence.
  package let meaning: String
  /// When the value is missing, as a clause; `nil` for a column that is never null.
  package let nullWhen: String?
  /// What each of its codes means, as a clause; empty if it has none.
  package let meanings: [String: String]
  /// Where the value is in documents, unless it is at their top level under the column's name.
  package internal(set) var documentPath: DocumentPath?

  init(
    _ name: String, _ type: ColumnType, _ meaning: String, nullWhen: String? = nil, meanings: [String: String] = [:]
  ) {
    self.name = name
    self.type = type
    self.meaning = meaning
    self.nullWhen = nullWhen
    self.meanings = meanings
  }

  package var isNullable: Bool { nullWhen != nil }
  package var unit: String? { type.unit }
}

/// A place in an object within a document.
package struct DocumentPath: Hashable, Sendable {
  package let object: String
  package let key: String

  /// The column `map_id` is `id` in the object `map`.
  init(of column: String, in object: String) {
    self.object = object
    key = column.hasPrefix(object + "_") ? String(column.dropFirst(object.count + 1)) : column
  }
}

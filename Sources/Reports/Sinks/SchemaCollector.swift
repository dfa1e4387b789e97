internal import Moments
internal import Traces

/// A sink that collects the descriptions of a table's columns.
struct SchemaCollector: RowSink {
  private(set) var columns: [ColumnSchema] = []
  private var object: String?
  /// What this run adds.
  let added: AddedColumns
  var clock: LocalClock? { added.clock }

  init(_ added: AddedColumns) { self.added = added }

  mutating func take<Value: CellValue>(_ column: () -> ColumnSchema, _ value: () -> Value?) {
    add(column())
  }

  mutating func take(kept texts: () -> [String]?) {
    for name in added.kept {
      add(ColumnSchema(name, .text, "Value of the input, with `--keep`.", nullWhen: "it is empty there"))
    }
  }

  mutating func take(kept summaries: () -> [KeptValues.Summary]) {
    beginObject("kept")
    for name in added.kept {
      add(ColumnSchema(name, .text, "First value of the input, with `--keep`.", nullWhen: "all are empty there"))
      add(ColumnSchema(KeptNames.counting(name), .integer(unit: nil), "Number of different values."))
    }
    endObject()
  }

  private mutating func add(_ column: ColumnSchema) {
    var column = column
    column.documentPath = object.map { DocumentPath(of: column.name, in: $0) }
    columns.append(column)
  }

  mutating func beginObject(_ name: String) { object = name }
  mutating func endObject() { object = nil }
}

extension SchemaCollector {
  static func columns<Row: Columned>(of _: Row.Type, with added: AddedColumns = AddedColumns()) -> [ColumnSchema] {
    var collector = SchemaCollector(added)
    Row.columns(of: NoRow(), in: &collector)
    return collector.columns
  }
}

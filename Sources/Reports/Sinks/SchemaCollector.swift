/// A sink that collects the descriptions of a table's columns.
struct SchemaCollector: RowSink {
  private(set) var columns: [ColumnSchema] = []
  private var object: String?

  mutating func take<Value: CellValue>(_ column: () -> ColumnSchema, _ value: () -> Value?) {
    var column = column()
    column.documentPath = object.map { DocumentPath(of: column.name, in: $0) }
    columns.append(column)
  }

  mutating func beginObject(_ name: String) { object = name }
  mutating func endObject() { object = nil }
}

extension SchemaCollector {
  static func columns<Row: Columned>(of _: Row.Type) -> [ColumnSchema] {
    var collector = SchemaCollector()
    Row.columns(of: { preconditionFailure("a value was asked for where there is no row") }, in: &collector)
    return collector.columns
  }
}

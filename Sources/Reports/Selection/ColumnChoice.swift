internal import Records

/// Columns chosen by their names, in the order in which they are written.
package struct ColumnChoice<Table: ReportTable>: Hashable, Sendable {
  /// `nil` for the only table that is written.
  package let table: Table?
  package let names: [String]

  package init(of table: Table?, _ names: [String]) {
    self.table = table
    self.names = names
  }

  /// As in the option: `points=trip_id,time`.
  var text: String { (table.map { $0.rawValue + "=" } ?? "") + names.joined(separator: ",") }
}

/// The chosen columns of one table.
struct ColumnSelection: Sendable {
  let columns: [ColumnSchema]
  /// The same in their cells.
  let cells: WrittenColumns

  /// - Throws: ``ReportError/unknownColumn(_:table:known:)``, ``ReportError/repeatedColumn(_:table:)``.
  init(_ names: [String], of schema: TableSchema) throws(ReportError) {
    let known = schema.columns.map(\.name)
    var chosen: [Int] = []
    for name in names {
      guard let index = known.firstIndex(of: name) else {
        throw .unknownColumn(name, table: schema.name, known: known)
      }
      guard !chosen.contains(index) else { throw .repeatedColumn(name, table: schema.name) }
      chosen.append(index)
    }
    columns = chosen.map { schema.columns[$0] }
    cells = WrittenColumns(columns, in: chosen.map { schema.cells[$0] })
  }
}

extension ReportOutput {
  /// The tables in the file whose columns can be chosen.
  var tables: [Table] {
    switch content {
    case .table(let table, _): [table]
    case .features(let tables), .layers(let tables, hasRejects: false): tables
    case .layers(let tables, hasRejects: true): tables + [Table.Subject.defaults.rejects].compactMap(\.self)
    case .rejects: [Table.Subject.defaults.rejects].compactMap(\.self)
    case .documents, .gpx, .page, .index: []
    }
  }
}

extension ReportSettings {
  /// The columns of each table with chosen columns.
  func selections(
    for outputs: [ReportOutput<Subject.Table>]
  ) throws(ReportError) -> [Subject.Table: ColumnSelection] {
    let written = outputs.flatMap(\.tables)
    var selections: [Subject.Table: ColumnSelection] = [:]
    for choice in columns {
      let table = try table(of: choice, among: written)
      guard selections[table] == nil else { throw .repeatedSelection(table: table.name) }
      selections[table] = try ColumnSelection(choice.names, of: table.form(with: added).schema)
    }
    return selections
  }

  private func table(
    of choice: ColumnChoice<Subject.Table>, among written: [Subject.Table]
  ) throws(ReportError) -> Subject.Table {
    guard let chosen = choice.table.map({ replacements[$0] ?? $0 }) else {
      if written.isEmpty { throw .noColumns(format) }
      guard written.count == 1 else { throw .selectionOfManyTables(written.map(\.name)) }
      return written[0]
    }
    if written.isEmpty { throw .noColumns(format) }
    guard written.contains(chosen) else { throw .selectionOfOtherTable(chosen.name, written: written.map(\.name)) }
    return chosen
  }
}

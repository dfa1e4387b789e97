package import Moments

/// The columns that tables have in some runs only.
package struct AddedColumns: Hashable, Sendable {
  /// The names, in reports, of the columns that are carried from the input into them.
  package var kept: [String] = []
  /// The clock by which each time is also given; `nil` for UTC only.
  package var clock: LocalClock?

  package init(kept: [String] = [], clock: LocalClock? = nil) {
    self.kept = kept
    self.clock = clock
  }

  var isEmpty: Bool { kept.isEmpty && clock == nil }
}

/// The tables and the document of trips in a run that adds columns to them.
package final class AddedForms: Sendable {
  let columns: AddedColumns
  private let forms: [TripTable: TableForm<TripReport>]
  let shape: DocumentShape<TripTable>

  /// - Returns: `nil` if no column is added.
  package init?(_ columns: AddedColumns) {
    guard !columns.isEmpty else { return nil }
    self.columns = columns
    let all = TripTable.allCases.map { ($0, $0.form(with: columns)) }
    forms = Dictionary(uniqueKeysWithValues: all.filter { $1.schema.columns != $0.schema.columns })
    shape = TripReport.document.adding(columns)
  }

  func form(of table: TripTable) -> TableForm<TripReport> { forms[table] ?? table.form }
}

/// The names of carried columns in reports.
package enum KeptNames {
  /// A name that one of the tables has itself begins with `kept_` in reports.
  package static func inReports(_ names: [String]) -> [String] {
    if names.isEmpty { return [] }
    let tables: [TripTable] = [.trips, .points, .plannedPoints]
    let own = AddedColumns(clock: .utc)
    var taken = Set(tables.flatMap { $0.form(with: own).schema.columns.map(\.name) })
    return names.map { name in
      var own = name
      while taken.contains(own) || taken.contains(counting(own)) { own = "kept_" + own }
      taken.formUnion([own, counting(own)])
      return own
    }
  }

  /// The column of `trips` that counts the different values.
  static func counting(_ name: String) -> String { name + "_values" }
}

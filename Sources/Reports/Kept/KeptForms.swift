/// The tables and the document of trips in a run that carries columns of the input into them.
package final class KeptForms: Sendable {
  private let forms: [TripTable: TableForm<TripReport>]
  let shape: DocumentShape<TripTable>

  /// - Returns: `nil` if no column is carried.
  package init?(_ settings: TripReportSettings) {
    guard !settings.kept.isEmpty else { return nil }
    let holders = TripTable.allCases.filter { $0.form(keeping: settings.kept).schema.columns != $0.schema.columns }
    forms = Dictionary(uniqueKeysWithValues: holders.map { ($0, $0.form(keeping: settings.kept)) })
    shape = TripReport.document.keeping(settings.kept)
  }

  func form(of table: TripTable) -> TableForm<TripReport> { forms[table] ?? table.form }
}

/// The names of carried columns in reports.
package enum KeptNames {
  /// A name that one of the tables has itself begins with `kept_` in reports.
  package static func inReports(_ names: [String]) -> [String] {
    let tables: [TripTable] = [.trips, .points, .plannedPoints]
    var taken = Set(tables.flatMap { $0.schema.columns.map(\.name) })
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

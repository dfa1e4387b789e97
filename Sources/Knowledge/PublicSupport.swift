/// On how much a row must stand so that others may see it.
package struct PublicSupport: Hashable, Sendable {
  /// The fewest vehicles; no vehicle may have more than half of the passages.
  package var vehicles: Int

  package init(vehicles: Int) { self.vehicles = vehicles }

  package func admits(_ support: Support) -> Bool {
    support.vehicles >= vehicles && 2 * support.mostOfOne <= support.passages
  }
}

extension LearnedTables {
  /// The tables that count the vehicles of each row.
  package static let countingVehicles: [LearnedTable] = [.speeds, .delays, .use, .flows, .stays]

  /// The same without the rows that stand on too little. Tables that do not count vehicles are left out whole.
  ///
  /// - Parameter omit: called for each row that is left out.
  package func admitted(by rule: PublicSupport, omit: @escaping () -> Void) -> LearnedTables {
    var tables = self
    (tables.coverage, tables.changes, tables.doubts) = (nil, nil, nil)
    tables.speeds = speeds?.admitted(by: rule, \.support, omit)
    tables.delays = delays?.admitted(by: rule, \.support, omit)
    tables.use = use?.admitted(by: rule, \.support, omit)
    tables.flows = flows?.admitted(by: rule, \.support, omit)
    tables.stays = stays?.admitted(by: rule, \.support, omit)
    return tables
  }
}

extension LearnedRows {
  fileprivate func admitted(
    by rule: PublicSupport, _ support: KeyPath<Row, Support>, _ omit: @escaping () -> Void
  ) -> LearnedRows {
    LearnedRows { body in
      try forEach { row in if rule.admits(row[keyPath: support]) { try body(row) } else { omit() } }
    }
  }
}

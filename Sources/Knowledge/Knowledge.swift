package import RoadRules

/// The tables that many drives make; `nil` where a table was not asked for.
package struct LearnedTables {
  /// The hours that the rows are about.
  package var classes: WeekClasses
  /// By edge and hours.
  package var speeds: LearnedRows<RoadSpeed>?
  /// By edges and hours.
  package var delays: LearnedRows<TurnDelay>?
  /// By edge.
  package var use: LearnedRows<RoadUse>?
  /// All first, then classes, then zones.
  package var coverage: LearnedRows<Coverage>?
  package var flows: LearnedRows<ZoneFlow>?
  package var stays: LearnedRows<StayPlace>?
  /// By day and edge.
  package var changes: LearnedRows<RoadBreak>?

  package init(classes: WeekClasses) { self.classes = classes }
}

/// A table of what was learned. Raw values are the names in options and of files.
package enum LearnedTable: String, CaseIterable, Sendable {
  case speeds, delays, use, coverage, flows, stays, changes
}

/// The rows of a table, which can be read as often as needed: of a country they are too many to be in memory.
package struct LearnedRows<Row> {
  private let each: ((Row) throws -> Void) throws -> Void

  package init(_ rows: [Row]) { each = { body in try rows.forEach(body) } }

  /// - Parameter each: calls its argument with each row, always in the same order.
  package init(_ each: @escaping ((Row) throws -> Void) throws -> Void) { self.each = each }

  package func forEach(_ body: (Row) throws -> Void) throws { try each(body) }
}

package import RoadRules

/// The tables that many drives make; `nil` where a table was not asked for.
package struct LearnedTables: Sendable {
  /// The hours that the rows are about.
  package var classes: WeekClasses
  /// Sorted by edge and hours.
  package var speeds: [RoadSpeed]?
  /// Sorted by edges and hours.
  package var delays: [TurnDelay]?
  /// Sorted by edge.
  package var use: [RoadUse]?
  /// All first, then classes, then zones.
  package var coverage: [Coverage]?
  package var flows: [ZoneFlow]?
  package var stays: [StayPlace]?
  /// Sorted by day and edge.
  package var changes: [RoadBreak]?

  package init(classes: WeekClasses) { self.classes = classes }
}

/// A table of what was learned. Raw values are the names in options and of files.
package enum LearnedTable: String, CaseIterable, Sendable {
  case speeds, delays, use, coverage, flows, stays, changes
}

package import Guidance
package import Reports

/// What a replay shows: one trip, or the answers to one request for a route.
package struct Drive: Sendable {
  package enum Kind: String, Sendable { case trip, route }

  package let kind: Kind
  /// The id of the trip or of the request.
  package let title: String
  /// Without the columns that identify the trip or the request; empty tables are left out.
  package var tables: [ColumnTable]
  /// `nil` without a map.
  package var roads: SurroundingRoads?
  /// The shields of its maneuvers, in the order of their codes.
  package var shields: [RoadShield] = []
  /// What a reader must know about the data: what was left out, and why.
  package var notes: [String] = []

  package init(_ kind: Kind, title: String, tables: [ColumnTable]) {
    self.kind = kind
    self.title = title
    self.tables = tables.filter { $0.rowCount > 0 }.map(\.withUTCOffset)
  }

  package subscript(name: String) -> ColumnTable? { tables.first { $0.name == name } }

  /// Of each sign one, sorted by code.
  mutating func take(_ shields: [RoadShield]) {
    let known = Dictionary(shields.map { ($0.code, $0) }) { first, _ in first }
    self.shields = known.sorted { $0.key < $1.key }.map(\.value)
  }
}

package import Geodesy

/// A value that fills some columns of a row.
package protocol Columned: Sendable {
  /// Names the columns in order, each once: type, unit, meaning, when it is null, and its value.
  ///
  /// - Parameter row: the source of the values; evaluated only by sinks that write values.
  static func columns(of row: some RowSource<Self>, in sink: inout some RowSink & ~Copyable)
}

/// One row of a table.
package protocol TableRow: Columned {
  /// The meaning of one row, as a sentence.
  static var meaning: String { get }
}

/// One row of a table of a report.
package protocol ReportRow<Subject>: TableRow {
  associatedtype Subject: Report

  /// The columns identify the report of the row themselves; in other tables the report's identity comes first.
  static var standsAlone: Bool { get }
  /// What the geometries of the rows are; `nil` if rows have none.
  static var shape: GeometryShape? { get }
  static func count(in report: Subject) -> Int
  static func forEach(in report: Subject, _ body: (Self) -> Void)
  /// About the number of rows that are in memory at a time.
  static func expectedCount(in report: Subject) -> Int
  /// Calls `body` with the rows from a place in the table on. A table too long to be in memory stops after some rows.
  ///
  /// - Parameter place: `nil` for the first row.
  /// - Returns: the place of the next row; `nil` at the end of the table.
  static func forEach(in report: Subject, from place: RowPlace?, _ body: (Self) -> Void) -> RowPlace?

  /// The geometry of the row in GeoJSON.
  func geometry(in report: Subject) -> Geometry
}

extension ReportRow {
  package static var standsAlone: Bool { false }
  package static var shape: GeometryShape? { .lines }
  package static func expectedCount(in report: Subject) -> Int { count(in: report) }

  @inline(__always)
  package static func forEach(in report: Subject, from place: RowPlace?, _ body: (Self) -> Void) -> RowPlace? {
    forEach(in: report, body)
    return nil
  }
}

/// One row of a table that is much of a document.
package protocol FrequentRow<Subject>: ReportRow {}

/// What the geometries of a table are.
package enum GeometryShape: Sendable {
  case point, lines
  /// Points in some rows and lines in others.
  case any
}

/// The geometry of a GeoJSON feature, or of a row of a GeoPackage.
package enum Geometry {
  /// None if there is no place.
  case point(Place?)
  /// None if there are no lines.
  case lines([[Place]])

  static let none = Geometry.point(nil)

  /// A line, cut where it crosses the antimeridian.
  static func line(_ places: [Place]) -> Geometry { .lines(cutAtAntimeridian(places)) }
}

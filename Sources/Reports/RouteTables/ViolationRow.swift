internal import Geodesy
internal import RoadGraph
internal import Routing

/// The row of one violation of a route, in `violations`.
struct ViolationRow: ReportRow {
  let seq: Int
  let violation: Violation
  let leg: Int
  /// Counted through all legs.
  let elements: ClosedRange<Int>
  /// The elements of the violation; for a turn, the element turned onto.
  let stretch: ArraySlice<RouteElement>
  let graph: RoadGraph

  static let meaning = "One row per violation of the request or the law."
  static var shape: GeometryShape? { .any }

  static func count(in report: RouteReport) -> Int { report.described?.route.violations.count ?? 0 }

  static func forEach(in report: RouteReport, _ body: (ViolationRow) -> Void) {
    guard let described = report.described else { return }
    var seq = 0
    for (leg, part) in zip(described.route.legs, described.outline.legs) {
      for violation in leg.violations {
        let first = part.elements.lowerBound + violation.elements.lowerBound
        body(
          ViolationRow(
            seq: seq, violation: violation, leg: part.legs.lowerBound,
            elements: first...first + violation.elements.count - 1, stretch: leg.elements[violation.elements],
            graph: report.graph))
        seq += 1
      }
    }
  }

  func geometry(in report: RouteReport) -> Geometry {
    isOfTurn ? .point(begin) : .line(graph.course(along: stretch))
  }

  @inline(__always)
  static func columns(of violation: some RowSource<ViolationRow>, in row: inout some RowSink & ~Copyable) {
    row.routeSeq(violation().seq)
    row.code("code", "Kind of violation.", violation().violation.kind)
    row.ofLeg(violation().leg)
    row.integer(
      "first_element", "`seq` of its first row in `elements`; for a turn, of the element turned onto.",
      violation().elements.lowerBound)
    row.integer("last_element", "`seq` of its last row in `elements`.", violation().elements.upperBound)
    row.ends(violation().begin, violation().end)
    row.quantity("length_m", .metres, "Its length; 0 for a turn.", violation().length)
  }

  private var isOfTurn: Bool { violation.kind.isOfTurn }

  private var begin: Place { graph.place(at: stretch[stretch.startIndex].stretch.beginPosition) }
  private var end: Place {
    isOfTurn ? begin : graph.place(at: stretch[stretch.endIndex - 1].stretch.endPosition)
  }
  private var length: Metres { isOfTurn ? 0 : stretch.reduce(0) { $0 + $1.length } }
}

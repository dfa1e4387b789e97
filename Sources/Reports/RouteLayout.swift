package import Records
package import Traces

/// The files that the answers to requests go to.
package struct RouteLayout: Sendable {
  private let renderers: [RouteRenderer]
  /// Into a file of their own, the last one.
  private let rejects: TripRenderer?
  /// What stands around the answers, in each file.
  package let frames: [OutputFrame]

  /// - Throws: ``ReportError/oneTableOnly(_:tables:)``.
  package init(_ settings: RouteReportSettings, for destination: ReportDestination) throws(ReportError) {
    var tables = settings.tables
    var rejects: ReportLayout?
    if case .directory = destination {
      if tables.isEmpty {
        let format = [.geojson, .gpx].contains(settings.format) ? ReportFormat.csv : settings.format
        rejects = try ReportLayout(ReportSettings(format: format, tables: [.rejects]), for: destination)
        if settings.format == .csv { tables = RouteTable.allCases }
      }
    } else if tables.count > 1 {
      throw .oneTableOnly(settings.format, tables: tables.count)
    }
    let single: [RouteTable?] = tables.isEmpty ? [nil] : tables
    renderers = single.map { RouteRenderer(RouteReportSettings(format: settings.format, table: $0)) }
    self.rejects = rejects.map { TripRenderer($0) }
    frames = renderers.map(\.frame) + (rejects?.outputs.map(\.frame) ?? [])
  }

  /// One chunk for each file.
  ///
  /// - Parameter known: what the worker keeps from route to route.
  package func render(_ report: RouteReport, _ known: inout ElementTexts) -> [RenderedChunk] {
    var chunks: [RenderedChunk] = []
    for renderer in renderers { chunks.append(renderer.render(report, &known)) }
    if rejects != nil { chunks.append(.empty) }
    return chunks
  }

  /// Requests without a route, one chunk for each file; none where there is no file for them.
  package func render(_ refusal: Refusal) -> [RenderedChunk] {
    guard let rejects else { return [] }
    return renderers.map { _ in .empty } + rejects.render([refusal]).chunks
  }
}

package import Replay
package import Reports
package import RoadGraph

/// Makes the pages of drives whose tables were written earlier.
package struct ViewRun {
  private let settings: ReplaySettings
  /// `nil` for pages without roads.
  private let graph: RoadGraph?
  /// The ids of the drives that are wanted; all if there are none.
  private let wanted: Set<String>
  private let claim: OutputClaim

  /// What became of the drives of a folder.
  package struct Counts: Equatable, Sendable {
    package var drives = 0
    package var pages = 0
    /// Ids that were wanted and are not in the tables, sorted.
    package var missing: [String] = []
  }

  package init(_ settings: ReplaySettings, on graph: RoadGraph?, only wanted: Set<String>, into claim: OutputClaim) {
    self.settings = settings
    self.graph = graph
    self.wanted = wanted
    self.claim = claim
  }

  /// The names of the files that a run writes besides the pages.
  package static func names(at destination: ReportDestination) throws(ReportError) -> [String] {
    try layout(for: destination).frames.map(\.name)
  }

  /// The page that lists others, or the only page.
  private static func layout(for destination: ReportDestination) throws(ReportError) -> ReportLayout<TripReport> {
    try ReportLayout(TripReportSettings(format: .html), for: destination, refusals: .notListed)
  }

  /// - Throws: ``ReplayError`` for tables that cannot be read or belong to another map, ``ReportError`` and
  ///   ``OutputError`` for pages that cannot be written.
  package func run(over folder: inout TableFolder) throws -> Counts {
    let layout = try Self.layout(for: claim.destination)
    let renderer = DrivePages(settings, isFolder: layout.indexPage != nil)
    let writer = try ReportWriter(renderer.frames(layout), to: claim.destination)
    let pages = try claim.pages(sharing: renderer.shared)
    var counts = Counts()
    var missing = wanted
    do {
      while let drive = try folder.next() {
        guard wanted.isEmpty || wanted.contains(drive.title) else { continue }
        missing.remove(drive.title)
        let page = try renderer.render(drive) { drive, shared in try add(to: &drive, sharing: shared) }
        let row = try pages.map { page.row(leadingTo: try $0.write(page)) }
        try writer.append([row ?? page.page ?? .empty])
        counts.drives += 1
        if page.page != nil { counts.pages += 1 }
      }
      try pages?.writeTiles()
    } catch {
      writer.abandon()
      throw error
    }
    try writer.finish(nil)
    if wanted.isEmpty { pages?.removeOthers() }
    counts.missing = missing.sorted()
    return counts
  }

  private func add(to drive: inout Drive, sharing shared: SharedTiles?) throws(ReplayError) {
    guard let graph else { return }
    if let version = drive.mapVersion, version != graph.version {
      throw .otherMap(id: drive.title, version: version, map: graph.path, mapVersion: graph.version)
    }
    drive.takeRoads(of: graph, sharing: shared)
  }
}

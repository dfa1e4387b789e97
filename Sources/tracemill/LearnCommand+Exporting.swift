internal import ArgumentParser
internal import Knowledge
internal import Moments
internal import Reports
internal import RoadGraph
internal import Storage
internal import Work

extension LearnCommand {
  /// Makes tables of a folder of knowledge.
  func export(of folder: String, _ console: Console) throws {
    let startedAt = Timestamp.now
    let (settings, writing) = (try exporting.settings(), try exporting.writing())
    let layout = try writing.layout(settings)
    let claim = try writing.claiming.claim(
      writing.destination, names: layout.frames.map(\.name), inputs: [joinedPath(folder, "knowledge.json")], console)
    defer { withExtendedLifetime(claim) {} }
    let store = try failing(.unreadableInput) { try KnowledgeStore(at: folder) }
    let graph = try map(of: store)
    var question = LearnedQuestion(mode: store.contents.mode, classes: try exporting.classes())
    question.tables = try exporting.chosenTables()
    question.clock = try clock(of: store)
    (question.zones, question.known) = (try exporting.foundZones(), try exporting.knownPlaces())
    var (rows, left) = (0, 0)
    var manifest = Manifest(
      program: Tracemill.program, options: options(question), graph: graph, files: [], startedAt: startedAt)
    try failing(.unreadableInput) {
      let drives = try StoredDrives(store, on: graph)
      var tables = try LearnedTables(of: drives, on: graph, question)
      if let least = exporting.atLeast {
        tables = tables.admitted(by: PublicSupport(vehicles: least)) { left += 1 }
      }
      rows = try write(tables, on: graph, layout, to: writing.destination, &manifest) { left }
      drives.readingCounts.tell(console)
      tell(tables.counts, console)
    }
    console.inform("\(exporting.destination ?? "-"): \(rows) rows")
    if left > 0 { console.inform("--at-least \(exporting.atLeast ?? 0) left out \(left) rows") }
  }

  /// - Returns: the number of rows.
  private func write(
    _ tables: LearnedTables, on graph: RoadGraph, _ layout: ReportLayout<LearnedReport>,
    to destination: ReportDestination, _ manifest: inout Manifest, leftOut: () -> Int
  ) throws -> Int {
    let writer = try ReportWriter(layout.frames, to: destination)
    do {
      let renderer = ReportRenderer(layout)
      var scratch = RenderingScratch()
      try LearnedReport.forEachPart(of: tables, on: LearnedGround(graph, tables.classes)) { part in
        try writer.append(renderer.render(part, &scratch))
      }
      let rows = writer.written.reduce(0) { $0 + $1.rows }
      manifest.tableRows = (written: rows, leftOut: leftOut())
      manifest.finishedAt = .now
      try writer.finish(manifest)
      return rows
    } catch {
      writer.abandon()
      throw error
    }
  }

  private func map(of store: KnowledgeStore) throws -> RoadGraph {
    if let name = adding.map { return try retrying { try MapVerification.open(adding.library.map(named: name)) } }
    let paths = store.contents.maps.map(\.path).filter { FileKind(at: $0) == .file }
    guard paths.count == 1 else {
      let cause = paths.isEmpty ? "its map is not where it was" : "its drives are of \(paths.count) maps"
      throw Failure(exit: .unreadableInput, description: "\(store.folder): \(cause); name the map with --map")
    }
    return try retrying { try MapVerification.open(adding.library.map(named: paths[0])) }
  }

  /// The clock that was given now, or else when the drives were learned.
  private func clock(of store: KnowledgeStore) throws -> LocalClock? {
    if let given = try clock.clock() { return given }
    return try store.clock()?.clock
  }

  private func tell(_ counts: [TableCounts], _ console: Console) {
    for counts in counts {
      let left = counts.leftOut.filter { $0.value > 0 }
      console.inform(
        "\(counts.table.rawValue): \(counts.counted) counted" + (left.isEmpty ? "" : "; left out: \(list(left))"))
    }
  }

  /// The options, for the manifest.
  private func options(_ question: LearnedQuestion) -> [String: String] {
    var options = clock.options
    options["tables"] = question.tables.map(\.rawValue).joined(separator: ",")
    options["hours"] = exporting.hours
    options["days"] = exporting.days
    (options["zones"], options["places"]) = (exporting.zones, exporting.places)
    options["at_least"] = exporting.atLeast.map { "\($0)" }
    return options
  }
}

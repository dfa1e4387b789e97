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
    if let format = exporting.foreign { return try export(of: folder, as: format, console) }
    let startedAt = Timestamp.now
    let (settings, writing) = (try exporting.settings(), try exporting.writing())
    let layout = try writing.layout(settings)
    let claim = try writing.claiming.claim(
      writing.destination, names: layout.frames.map(\.name), inputs: [joinedPath(folder, "knowledge.json")], console)
    defer { withExtendedLifetime(claim) {} }
    try withTables(of: folder, try exporting.chosenTables(), console) { tables, graph, question, leftOut in
      var manifest = Manifest(
        program: Tracemill.program, options: options(question), graph: graph, files: [], startedAt: startedAt)
      let rows = try write(tables, on: graph, layout, to: writing.destination, &manifest, leftOut: leftOut)
      console.inform("\(exporting.destination ?? "-"): \(rows) rows")
    }
  }

  /// Calls `body` with tables of a folder, without the rows that are not published, and with the number of these so far.
  func withTables(
    of folder: String, _ chosen: [LearnedTable], _ console: Console,
    _ body: (LearnedTables, RoadGraph, LearnedQuestion, () -> Int) throws -> Void
  ) throws {
    let store = try failing(.unreadableInput) { try KnowledgeStore(at: folder) }
    let graph = try map(of: store)
    var question = LearnedQuestion(mode: store.contents.mode, classes: try exporting.classes())
    question.tables = chosen
    question.clock = try clock(of: store)
    (question.zones, question.known) = (try exporting.foundZones(), try exporting.knownPlaces())
    var left = 0
    try exportingTables {
      let drives = try StoredDrives(store, on: graph)
      var tables = try LearnedTables(of: drives, on: graph, question)
      if let least = exporting.atLeast {
        tables = tables.admitted(by: PublicSupport(vehicles: least)) { left += 1 }
      }
      try body(tables, graph, question) { left }
      tell(drives.readingCounts, console)
      tell(tables.counts, console)
    }
    if left > 0 { console.inform("--at-least \(exporting.atLeast ?? 0) left out \(left) rows") }
  }

  /// Runs `body`; its errors end the program with the exit codes of runs. A reader that has gone is no failure.
  private func exportingTables(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch ReportError.brokenPipe {
    } catch let error as ReportError {
      throw Failure(exit: .unwritableOutput, description: error.description)
    } catch {
      throw Failure(exit: .unreadableInput, description: "\(error)")
    }
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
    guard let zone = store.contents.zone else { return nil }
    return try ClockOptions.parse(["--time-zone", zone]).clock()
  }

  private func tell(_ counts: ReadingCounts, _ console: Console) {
    if counts.repeatedDrives > 0 {
      console.inform("\(counts.repeatedDrives) drives left out that are another one of their vehicle once more")
    }
    guard counts.carriedDrives > 0 else { return }
    console.warn(
      "\(counts.carriedDrives) drives were carried over from other maps: \(counts.carriedSteps) pieces of road, "
        + "\(Int(counts.carriedLength / 1000)) km; \(counts.lostSteps) pieces, \(Int(counts.lostLength / 1000)) km, are "
        + "not on this map")
  }

  private func tell(_ counts: [TableCounts], _ console: Console) {
    for counts in counts {
      let left = counts.leftOut.filter { $0.value > 0 }
      console.inform(
        "\(counts.table.rawValue): \(counts.counted) counted" + (left.isEmpty ? "" : "; left out: \(list(left))"))
    }
  }

  /// The options, for the manifest.
  func options(_ question: LearnedQuestion) -> [String: String] {
    var options = clock.options
    options["tables"] = question.tables.map(\.rawValue).joined(separator: ",")
    options["hours"] = exporting.hours
    options["days"] = exporting.days
    (options["zones"], options["places"]) = (exporting.zones, exporting.places)
    options["at_least"] = exporting.atLeast.map { "\($0)" }
    return options
  }
}

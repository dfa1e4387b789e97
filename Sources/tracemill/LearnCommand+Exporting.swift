internal import ArgumentParser
internal import Knowledge
internal import Moments
internal import Reports
internal import RoadGraph
internal import RoadRules
internal import Storage
internal import Work

extension LearnCommand {
  /// Makes tables of a folder of knowledge.
  func export(of folder: String, _ console: Console) throws {
    if let format = exporting.foreign { return try export(of: folder, as: format, console) }
    let startedAt = Timestamp.now
    let (settings, writing) = (try exporting.settings(), try exporting.writing())
    let (layout, hiding) = (try writing.layout(settings), try exporting.hiding.hiding())
    let claim = try writing.claiming.claim(
      writing.destination, names: layout.frames.map(\.name),
      inputs: [joinedPath(folder, KnowledgeStore.contentsName)] + exporting.hiding.files, console)
    defer { withExtendedLifetime(claim) {} }
    try exporting.hiding.check(claim, hiding)
    try withTables(of: folder, try exporting.chosenTables(), hiding, console) { tables, graph, question in
      var manifest = Manifest(
        program: Tracemill.program, options: options(question, hiding), graph: graph, files: [], startedAt: startedAt)
      let rows = try write(tables, on: graph, layout, to: writing.destination, &manifest)
      console.inform("\(exporting.destination ?? "-"): \(rows) rows")
    }
  }

  /// Calls `body` with tables of a folder as they may be shown.
  func withTables(
    of folder: String, _ chosen: [LearnedTable], _ hiding: Hiding, _ console: Console,
    _ body: (LearnedTables, RoadGraph, LearnedQuestion) throws -> Void
  ) throws {
    let store = try failing(.unreadableInput) { try KnowledgeStore(at: folder) }
    tellOfMode(store, console)
    let graph = try map(of: store)
    var question = LearnedQuestion(mode: store.contents.mode, classes: try exporting.classes())
    question.tables = chosen
    question.wantsSums = exporting.foreign == .html
    question.clock = try clock(of: store)
    (question.zones, question.known) = (try exporting.foundZones(), try exporting.knownPlaces())
    let publication = try publication(of: store, on: graph, question, hiding)
    try exportingTables {
      let drives = try StoredDrives(store, on: graph)
      let tables = try learned(of: drives, on: graph, question, hiding)
      try body(publication?.publish(tables) ?? tables, graph, question)
      drives.readingCounts.tell(console)
      tell(tables.counts, console)
    }
    if let publication { tell(publication.counts, console) }
  }

  private func tellOfMode(_ store: KnowledgeStore, _ console: Console) {
    let (asked, known) = (adding.travelling.mode, store.contents.mode.name)
    guard ![known, TravelMode.car.name].contains(asked) else { return }
    console.warn("\(store.folder): its drives are of mode \(known); --mode \(asked) has no effect on tables of them")
  }

  private func learned(
    of drives: StoredDrives, on graph: RoadGraph, _ question: LearnedQuestion, _ hiding: Hiding
  ) throws -> LearnedTables {
    guard !hiding.isEmpty else { return try LearnedTables(of: drives, on: graph, question) }
    let tables = try LearnedTables(of: HiddenDrives(drives, by: hiding, on: graph), on: graph, question)
    return hiding.timeStep.map(tables.rounded) ?? tables
  }

  /// `nil` without `--at-least`.
  private func publication(
    of store: KnowledgeStore, on graph: RoadGraph, _ question: LearnedQuestion, _ hiding: Hiding
  ) throws -> Publication? {
    guard let least = exporting.atLeast else { return nil }
    let zone = "--time-zone \(clock.timeZone ?? store.contents.zone ?? "UTC")"
    let begins = question.classes.hours.map(String.init).joined(separator: ",")
    let hours = "--days \(question.classes.dayNames)" + (question.classes.hours.count < 24 ? " --hours \(begins)" : "")
    let hide = exporting.hiding.options(hiding)["hide"].map { "--hide \($0)" }
    let place = exporting.places.map { "--places \($0)" }
    let parts: [LearnedTable: [String?]] = [
      .speeds: [hours, zone, hide], .delays: [hours, zone, hide], .use: [hide],
      .flows: [hours, zone, "--zones \(exporting.zones ?? "hex=1km")", hide], .stays: [zone, place, hide],
    ]
    let circumstances = parts.mapValues { $0.compactMap(\.self).joined(separator: " ") }
    let publication = try storing {
      try Publication(
        of: store, on: graph, by: PublicSupport(vehicles: least), circumstances: circumstances,
        waiting: try LearnAddingOptions.wait())
    }
    try failing(.unwritableOutput) { try publication.check(question.tables) }
    return publication
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
    to destination: ReportDestination, _ manifest: inout Manifest
  ) throws -> Int {
    let writer = try ReportWriter(layout.frames, to: destination)
    do {
      let renderer = ReportRenderer(layout)
      var scratch = RenderingScratch()
      try LearnedReport.forEachPart(of: tables, on: LearnedGround(graph, tables.classes)) { part in
        try writer.append(renderer.render(part, &scratch))
      }
      let rows = writer.written.reduce(0) { $0 + $1.rows }
      manifest.tableRows = rows
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

  private func tell(_ counts: Publication.Counts, _ console: Console) {
    console.inform(
      "published: \(counts.added) new rows, \(counts.renewed) renewed, \(counts.kept) as before; \(counts.withheld) "
        + "withheld")
  }

  private func tell(_ counts: [TableCounts], _ console: Console) {
    for counts in counts {
      let left = counts.leftOut.filter { $0.value > 0 }
      console.inform(
        "\(counts.table.rawValue): \(counts.counted) counted" + (left.isEmpty ? "" : "; left out: \(list(left))"))
    }
  }

  /// The options, for the manifest.
  func options(_ question: LearnedQuestion, _ hiding: Hiding) -> [String: String] {
    var options = clock.options.merging(exporting.hiding.options(hiding)) { $1 }
    options["tables"] = question.tables.map(\.rawValue).joined(separator: ",")
    options["hours"] = exporting.hours
    options["days"] = exporting.days
    (options["zones"], options["places"]) = (exporting.zones, exporting.places)
    options["at_least"] = exporting.atLeast.map { "\($0)" }
    return options
  }
}

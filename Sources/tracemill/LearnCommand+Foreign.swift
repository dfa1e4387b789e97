internal import Detection
internal import Knowledge
internal import Moments
internal import Records
internal import Replay
internal import Reports
internal import RoadGraph
internal import RoadRules
internal import Storage
internal import Work

extension LearnCommand {
  /// Makes files for other programs of a folder of knowledge, or a page.
  ///
  /// - Parameter history: for the page, a file with sums of nights.
  func export(
    of folder: String, as format: ForeignFormat, _ console: Console, page: ReplaySettings? = nil,
    history: String? = nil
  ) throws {
    let startedAt = Timestamp.now
    let (destination, hiding) = (try exporting.writing().destination, try exporting.hiding.hiding())
    let edges = try exporting.tileEdges.map { path in try failing(.unreadableInput) { try ValhallaEdges(path: path) } }
    let claim = try exporting.writing().claiming.claim(
      destination, names: names(of: format, edges),
      inputs: [joinedPath(folder, KnowledgeStore.contentsName), exporting.tileEdges, history] + exporting.hiding.files,
      console, isOwn: format.isOwn)
    defer { withExtendedLifetime(claim) {} }
    try exporting.hiding.check(claim, hiding)
    let files = ForeignFiles(to: destination)
    let nights = try history.map(Self.nights)
    try withTables(of: folder, exporting.tables(of: format), hiding, console) { tables, graph, question in
      if format == .html {
        try writePage(tables, on: graph, page ?? Self.pictures, nights, into: files)
      } else {
        try write(format, tables, on: graph, question.mode, edges, into: files, console)
      }
      var options = options(question, hiding)
      options["format"] = format.rawValue
      var manifest = Manifest(
        program: Tracemill.program, options: options, graph: graph, files: [], startedAt: startedAt)
      manifest.tableRows = files.rowCount
      manifest.finishedAt = .now
      try files.finish(manifest)
    }
    console.inform("\(exporting.destination ?? "-"): \(files.rowCount) rows in \(files.written.count) files")
  }

  /// The files that are written into a directory.
  private func names(of format: ForeignFormat, _ edges: ValhallaEdges?) throws -> [String] {
    let classes = try exporting.classes()
    return switch format {
    case .traffic, .maproulette, .osmose, .html: [format.fileName]
    case .osrm: (0..<classes.count).map(classes.fileName).flatMap { ["speeds-\($0).csv", "turns-\($0).csv"] }
    case .valhalla: edges?.tiles.map(\.fileName) ?? []
    case .svg:
      (0..<classes.count).map { "speeds-\(classes.fileName($0)).svg" }
        + [LearnedPictures.Subject.use, .busiestHour].map { $0.rawValue + ".svg" }
    }
  }

  private func write(
    _ format: ForeignFormat, _ tables: LearnedTables, on graph: RoadGraph, _ mode: TravelMode, _ edges: ValhallaEdges?,
    into files: ForeignFiles, _ console: Console
  ) throws {
    switch format {
    case .traffic: try writeTraffic(tables, into: files)
    case .osrm: try writeOSRM(tables, on: graph, mode, into: files)
    case .valhalla:
      guard let edges else { return }
      try writeValhalla(tables, on: graph, mode, edges, into: files, console)
    case .svg: try writePictures(tables, on: graph, into: files)
    case .maproulette, .osmose: try writeDoubts(tables, as: format, on: graph, into: files)
    case .html: break  // has settings of its own
    }
  }

  private static var pictures: ReplaySettings { ReplaySettings(program: "tracemill \(Tracemill.program.version)") }

  private static func nights(of path: String) throws -> NightHistory {
    try failing(.unreadableInput) {
      try NightHistory(String(decoding: try wholeFile(path, atMost: .document), as: UTF8.self), path: path)
    }
  }

  private func writePage(
    _ tables: LearnedTables, on graph: RoadGraph, _ settings: ReplaySettings, _ nights: NightHistory?,
    into files: ForeignFiles
  ) throws {
    let month = try FleetMonth(of: tables, on: graph, atLeast: exporting.atLeast, settings: settings)
    try files.write(ForeignFormat.html.fileName, MonthPage(settings).render(month, history: nights), rows: 1)
  }

  private func writeTraffic(_ tables: LearnedTables, into files: ForeignFiles) throws {
    try files.write(ForeignFormat.traffic.fileName) { append in
      try TrafficRows(tables.classes).forEachChunk(of: tables.speeds) { (bytes: consuming ByteWriter, rows: Int) in
        try append(RenderedChunk(bytes, rowCount: rows))
      }
    }
  }

  private func writeOSRM(
    _ tables: LearnedTables, on graph: RoadGraph, _ mode: TravelMode, into files: ForeignFiles
  ) throws {
    try OSRMFiles(try tables.times(on: graph), on: graph, mode: mode).forEachClass { hours, speeds, turns in
      try files.write("speeds-\(hours).csv", speeds)
      try files.write("turns-\(hours).csv", turns)
    }
  }

  private func writeValhalla(
    _ tables: LearnedTables, on graph: RoadGraph, _ mode: TravelMode, _ edges: ValhallaEdges, into files: ForeignFiles,
    _ console: Console
  ) throws {
    let traffic = try ValhallaTraffic(tables, on: graph, mode: mode, workers: 2)
    var counts = ValhallaTraffic.Counts()
    try edges.forEachTile { tile, edges in
      try files.write(tile.fileName, try traffic.lines(of: tile, edges, &counts))
    }
    console.inform(
      "\(edges.path): \(counts.written) edges with speeds, \(counts.notOnMap) not on roads of the map for "
        + "\(mode), \(counts.unknown) of which nothing is known")
    if counts.written == 0 {
      console.warn("\(edges.path): none of these edges lies on the map; name the edges of tiles of the same extract")
    }
  }

  private func writePictures(_ tables: LearnedTables, on graph: RoadGraph, into files: ForeignFiles) throws {
    let pictures = try LearnedPictures(
      of: tables, on: graph, settings: Self.pictures)
    if let subject = exporting.picture {
      return try files.write(subject.rawValue + ".svg", picture(subject, pictures), rows: 1)
    }
    for number in tables.speeds == nil ? [] : pictures.drivenClasses {
      try files.write("speeds-\(pictures.fileName(of: number)).svg", pictures.speeds(in: number), rows: 1)
    }
    for subject in [LearnedPictures.Subject.use, .busiestHour] where subject == .use || pictures.hasHours {
      try files.write(subject.rawValue + ".svg", picture(subject, pictures), rows: 1)
    }
  }

  private func picture(_ subject: LearnedPictures.Subject, _ pictures: LearnedPictures) -> ByteWriter {
    switch subject {
    case .speeds: pictures.speeds(in: pictures.slowestClass ?? 0)
    case .use: pictures.use()
    case .busiestHour: pictures.busiestHour()
    }
  }

  private func writeDoubts(
    _ tables: LearnedTables, as format: ForeignFormat, on graph: RoadGraph, into files: ForeignFiles
  ) throws {
    var doubts: [LearnedDoubt] = []
    try tables.doubts?.forEach { doubts.append($0) }
    let tasks = doubts.compactMap { MapperTask($0, on: graph) }
    let bytes = format == .osmose ? MapperFile.osmose(tasks) : MapperFile.mapRoulette(tasks)
    try files.write(format.fileName, bytes, rows: tasks.count)
  }
}

extension ForeignFiles {
  fileprivate func write(_ name: String, _ lines: consuming ExportedLines) throws {
    let count = lines.count
    try write(name, lines.finished(), rows: count)
  }
}

internal import ArgumentParser
internal import Knowledge
internal import Moments
internal import Records
internal import RoadGraph
internal import Storage

/// What is added to a folder of knowledge.
struct LearnAddingOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of knowledge that the drives are added to.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(
    name: [.customShort("m"), .customLong("map")],
    help: """
      The map on which the reports were matched: a file, or the name of an installed map. With --export, the map whose \
      roads the tables have; by default the last one that drives were learned on.
      """, completion: .file(extensions: ["tmg"]))
  var map: String?

  @OptionGroup var library: LibraryOptions
  @OptionGroup var travelling: ModeOptions

  @Flag(help: "End with exit code 0 even if no drive was learned.")
  var allowEmpty = false

  func validate() throws { _ = try travelMode(travelling.mode) }

  /// How long another writer of the folder is waited for.
  static func wait() throws -> LockWait { try LockWait.ofSettings() ?? .seconds(60) }
}

extension LearnCommand {
  /// Adds reports and other folders of knowledge to one.
  func add(to folder: String, _ console: Console) throws {
    let stores = try inputs.filter(KnowledgeStore.isStore).map { path in
      try failing(.unreadableInput) { try KnowledgeStore(at: path) }
    }
    let reports = inputs.filter { !KnowledgeStore.isStore(at: $0) }
    let mode = try reports.isEmpty ? stores[0].contents.mode : travelMode(adding.travelling.mode)
    let spool = try storing { try DriveSpool(for: folder, mode: mode, zone: clock.timeZone) }
    for store in stores { try storing { try spool.append(allOf: store) } }
    let counts = try reports.isEmpty ? ReportCounts() : read(reports, for: mode, into: spool, console)
    let added = try storing { try KnowledgeStore.add(spool, to: folder, waiting: try LearnAddingOptions.wait()) }
    summarise(counts, added, in: folder, console)
    guard spool.driveCount == 0, !adding.allowEmpty else { return }
    throw Failure(
      exit: .notAllWell,
      description: "\(folder): no drive was learned; --allow-empty makes that a success")
  }

  private func read(
    _ reports: [String], for mode: TravelMode, into spool: DriveSpool, _ console: Console
  ) throws -> ReportCounts {
    guard let name = adding.map else {
      throw Failure(
        exit: .usage,
        description: "\(reports[0]): reports are learned with the map they were matched on; name it with --map")
    }
    let graph = try retrying { try MapVerification.open(adding.library.map(named: name)) }
    let reader = try failing(.unreadableInput) { try ReportReader(reports, on: graph, mode: mode) }
    var teller = RefusalTeller(console: console, isSilent: false, place: "the counts have all of them")
    var counts = ReportCounts()
    for first in stride(from: 0, to: reader.sourceCount, by: Self.sourcesAtOnce) {
      let sources = first..<min(first + Self.sourcesAtOnce, reader.sourceCount)
      counts += try readingReports { try reader.read(sources, into: spool) { teller.tell([$0]) } }
      console.progress("\(counts.drives) drives")
    }
    console.progress("")
    return counts
  }

  /// After so many, progress is shown.
  private static let sourcesAtOnce = 8

  private func summarise(_ counts: ReportCounts, _ added: AddedDrives, in folder: String, _ console: Console) {
    let sentence =
      "\(folder): \(added.added) drives added, \(added.replaced) replaced, \(added.unchanged) unchanged"
    console.note(sentence)
    console.inform(sentence)
    let left = [
      "without times": counts.timeless, "off the roads": counts.roadless, "of another mode": counts.otherMode,
    ].filter { $0.value > 0 }
    if !left.isEmpty { console.inform("\(counts.trips) trips; not learned from: \(list(left))") }
    if !counts.refused.isEmpty { console.warn("rows that cannot be used: \(list(counts.refused))") }
  }
}

/// Runs `body`; its errors end the program with the exit codes of runs.
private func readingReports<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try storing(body)
  } catch let error as ReportReadingError {
    throw Failure(exit: .unreadableInput, description: error.description)
  }
}

extension Forgotten {
  /// - Throws: `ValidationError` for a text that names no drives.
  init(_ text: String) throws {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard sides.count == 2, !sides[1].isEmpty else { throw Self.refusal(of: text) }
    switch sides[0] {
    case "vehicle": self = .vehicle(sides[1])
    case "source": self = .source(sides[1])
    case "day":
      guard let day = CivilDate(iso8601: sides[1]) else { throw Self.refusal(of: text) }
      self = .day(day.daysSince1970)
    default: throw Self.refusal(of: text)
    }
  }

  private static func refusal(of text: String) -> ValidationError {
    ValidationError("--forget is vehicle=ID, day=2026-05-04 or source=FILE, not '\(text)'.")
  }
}

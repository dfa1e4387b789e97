internal import ArgumentParser
internal import Replay
internal import Reports
internal import Work

struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Makes pages of the tables that match or route wrote into a directory.",
    discussion: """
      Each trip, or each request for a route, becomes a page that replays it and opens in any browser, without a server \
      and without a network. The pages of a directory share script and map in pages/shared; a page that is to be sent \
      alone is one file (-o drive.html). Reads CSV, NDJSON and JSON, plain or compressed. With the map of the run, the \
      roads are drawn; without it, the fixes and events.

      Examples:
        tracemill view reports/ --map city.tmg
        tracemill view reports/ --map city.tmg --trip van-7 -o van-7.html
        tracemill view reports/ --map city.tmg --pages flagged
      """)

  @Argument(help: "The directory that was given to match -o or route -o.", completion: .directory)
  var folder: String

  @Option(
    name: [.customShort("m"), .customLong("map")],
    help: "The map on which the tables were made: a file, or the name of an installed map.",
    completion: .file(extensions: ["tmg"]))
  var map: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      A directory, which gets a page for each drive and an index, a file for one drive, or - for standard output. \
      (default: the directory of the tables)
      """, valueName: "dir|file|-"), completion: .file())
  var output: String?

  @Option(
    name: .customLong("trip"),
    help: ArgumentHelp("Only this trip or request; may be repeated.", valueName: "id"))
  var trips: [String] = []

  @OptionGroup var replaying: ReplayOptions
  @OptionGroup var speaking: PageLanguageOptions
  @OptionGroup var paging: PageOptions
  @OptionGroup var claiming: ClaimOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var verbosity: VerbosityOptions

  func run() async throws {
    let console = Console(verbosity)
    var tables = try failing(.unreadableInput) { try TableFolder(folder) }
    let place = try map.map { try library.map(named: $0) }
    let destination = tracemill.destination(output ?? (folder.hasSuffix("/") ? folder : folder + "/"))
    try paging.check(nil, to: destination)
    let names = try failing(.usage) { try ViewRun.names(at: destination) }
    let claim = try claiming.claim(
      destination, names: names, inputs: tables.files + [place?.path] + replaying.files, console)
    let graph = try place.map { place in try retrying { try MapVerification.open(place) } }
    var settings = try replaying.settings()
    settings.words = speaking.words
    settings.pages = paging.pages ?? .all
    let run = ViewRun(settings, on: graph, only: Set(trips), into: claim)
    let counts = try await endingOrderly {
      do { return try run.run(over: &tables) } catch  where !(error is ReportError || error is OutputError) {
        throw Failure(exit: .unreadableInput, description: "\(error)")
      }
    }
    tell(counts, of: tables, console)
    if !counts.missing.isEmpty { throw Exit.notAllWell.code }
  }

  private func tell(_ counts: ViewRun.Counts, of tables: TableFolder, _ console: Console) {
    let share = counts.pages == counts.drives ? "" : " for \(counts.drives) drives"
    console.inform("\(counts.pages) page\(counts.pages == 1 ? "" : "s")\(share)")
    for id in counts.missing {
      console.warn("\(folder): no table has \(id); --trip takes a trip_id of the table trips, or an id of routes")
    }
    for (file, count) in tables.faults.rowsOfOthers.sorted(by: { $0.key < $1.key }) {
      console.warn("\(file): \(count) rows left out, since the main table does not have their ids")
    }
    for (column, count) in tables.faults.badCells.sorted(by: { $0.key < $1.key }) {
      console.warn("\(column): \(count) values cannot be read and are empty in the page")
    }
  }
}

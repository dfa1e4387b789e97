internal import ArgumentParser
internal import Knowledge
internal import Replay
internal import Reports
internal import RoadGraph
internal import Summaries
internal import Work

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Sums up the reports that match wrote into a directory.",
    discussion: """
      Prints totals, trips by status and reason, how confidence, coverage and length are spread, events by type, jobs by \
      state, tours, refused records by reason, and the worst traces. Reads manifest.json and the files that it lists: \
      tables and documents in CSV, JSON, NDJSON, GeoJSON and GeoPackage, plain or compressed.

      With --format html, writes one page that shows the whole night: what needs a look and why, the roads by use and \
      speed, the day of each vehicle, the stops by lateness, the quality of the data and the errors of the map. It reads \
      CSV, NDJSON and JSON, needs no network, and links to the pages of trips in pages/ beside it.

      Of a folder of knowledge, the page shows what all its drives say of the roads: use, speeds by the hour, delays at \
      turns, changes, errors of the map, and curves of the nights in --history. tracemill learn --export month.html makes \
      the same with --hide and --at-least.

      Examples:
        tracemill report reports/
        tracemill report reports/ --worst 50
        tracemill report reports/ --format json | jq '.trips.by_status'
        tracemill report reports/ --format html --map city.tmg -o night.html
        tracemill report reports/ --format html --map city.tmg --history fleet.ndjson
        tracemill report reports/ --format html --map city.tmg --traffic knowledge/
        tracemill report knowledge/ --format html --map city.tmg --history fleet.ndjson -o month.html
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, html }

  @Argument(
    help: "The directory that was given to match -o; with --format html, also a folder of knowledge.",
    completion: .directory)
  var folder: String

  @Option(help: "Output format.")
  var format = Format.text

  @Option(help: ArgumentHelp("For text and json: name this many of the worst traces.", valueName: "n"))
  var worst = ReportCommand.usualWorst

  private static let usualWorst = 10

  @Option(
    name: [.customShort("m"), .customLong("map")],
    help: "For html: the map on which the tables were made: a file, or the name of an installed map.",
    completion: .file(extensions: ["tmg"]))
  var map: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "For html: the file of the page, or - for standard output. (default: night.html in the directory)",
      valueName: "dir|file|-"), completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      For html: a file with a line of sums for each night of this fleet. The page compares the night with those before, \
      and the night is entered; one that is run again replaces its line.
      """, valueName: "file.ndjson"), completion: .file(extensions: ["ndjson"]))
  var history: String?

  @Option(
    help: ArgumentHelp(
      "For html: a folder of knowledge, whose free flow the speeds of the night are compared with.",
      valueName: "folder"), completion: .directory)
  var traffic: String?

  @OptionGroup var replaying: ReplayOptions
  @OptionGroup var speaking: PageLanguageOptions
  @OptionGroup var claiming: ClaimOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    guard (0...100_000).contains(worst) else { throw ValidationError("--worst is 0 to 100000.") }
    guard format != .html else {
      if worst != Self.usualWorst { throw ValidationError("--worst is for text and json; leave it out.") }
      return
    }
    let forPages = [
      ("--map", map), ("--output", output), ("--history", history), ("--traffic", traffic),
      ("--language", speaking.language),
    ]
    if let given = forPages.first(where: { $0.1 != nil }) {
      throw ValidationError("\(given.0) is for the page of a night; add --format html.")
    }
    _ = try replaying.settings(for: .csv, isDrawing: false)
  }

  func run() async throws {
    if KnowledgeStore.isStore(at: folder) { return try writeMonth() }
    if format == .html { return try await writePage() }
    let summary = try failing(.unreadableInput) { try RunSummary(of: folder, worst: worst) }
    try Console.put(format == .text ? summary.text : summary.json)
  }

  private func writePage() async throws {
    let console = Console(verbosity)
    let place = try map.map { try library.map(named: $0) }
    let graph = try place.map { place in try retrying { try MapVerification.open(place) } }
    let freeFlow = try freeFlow(on: graph, console)
    var reader = try failing(.unreadableInput) { try NightReader(of: folder, on: graph, freeFlow: freeFlow) }
    let destination = NightRun.destination(
      tracemill.destination(output ?? (folder.hasSuffix("/") ? folder : folder + "/")))
    let claim = try claiming.claim(
      destination, inputs: reader.paths + [place?.path, history, traffic] + replaying.files, console)
    var settings = try replaying.settings()
    settings.words = speaking.words
    let run = NightRun(settings, history: history, into: claim)
    let (night, had) = try await endingOrderly {
      do {
        let night = try reader.read()
        return (night, try run.run(night))
      } catch  where !(error is ReportError || error is OutputError) {
        throw Failure(exit: .unreadableInput, description: "\(error)")
      }
    }
    if had, let history { console.inform("\(history): the line of \(night.date) is replaced") }
    for (table, count) in reader.strangers.sorted(by: { $0.key < $1.key }) {
      console.warn("\(table): \(count) rows left out, since the table of trips does not have their ids")
    }
  }

  /// By edge, in km/h; empty without --traffic.
  private func freeFlow(on graph: RoadGraph?, _ console: Console) throws -> [Float] {
    guard let traffic else { return [] }
    guard let graph else {
      throw Failure(exit: .usage, description: "--traffic: speeds lie on the roads of a map; name it with --map.")
    }
    guard KnowledgeStore.isStore(at: traffic) else {
      throw Failure(
        exit: .usage, description: "\(traffic): is no folder of knowledge; free flow is known from the drives in one.")
    }
    return try KnowledgeUse().freeFlow(of: traffic, on: graph, console)
  }

  /// The page of a folder of knowledge, as learn --export makes it.
  private func writeMonth() throws {
    guard format == .html, let output, traffic == nil else {
      let cure =
        traffic != nil
        ? "its own speeds are compared with free flow; leave out --traffic"
        : "its page is made with --format html -o month.html"
      throw Failure(exit: .usage, description: "\(folder): is a folder of knowledge; \(cure).")
    }
    var words = ["--export", output, "--format", "html"]
    if let map { words += ["--map", map] }
    if claiming.overwrite { words.append("--overwrite") }
    let learn = try LearnCommand.parse(words + ["--", folder])
    var settings = try replaying.settings()
    settings.words = speaking.words
    try learn.export(of: folder, as: .html, Console(verbosity), page: settings, history: history)
  }
}

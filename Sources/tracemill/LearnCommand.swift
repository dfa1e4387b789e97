internal import ArgumentParser
internal import Knowledge
internal import Reports

struct LearnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn", abstract: "Keeps what many drives know of the roads, and makes tables of it.",
    discussion: """
      Adds the drives in reports of match to a folder of knowledge, night by night: a night that is run again replaces \
      its own part, and folders of knowledge are merged. From such a folder come speeds, delays, use, flows, places of \
      long stops, and changes. The folder is exact and private; what is shown of it is chosen with --hide and --at-least.

      The reports need the tables trips, edges, points and events, in CSV, Arrow, NDJSON, JSON, GeoJSON or GeoPackage.

      Examples:
        tracemill learn reports/ --map city.tmg -o knowledge/ --time-zone Europe/Rome
        tracemill learn 'nights/2026-05-04/' nights/2026-05-05/ --map city.tmg -o knowledge/
        tracemill learn shard-1/ shard-2/ -o knowledge/
        tracemill learn --export speeds.csv knowledge/
        tracemill learn --export tables/ --hours 0,6,9,15,19 --days Mo-Fr,Sa-Su knowledge/
        tracemill learn --export roads.gpkg --table speeds --table use knowledge/
        tracemill learn --export public/ --at-least 3 --hide ends=500m,key=key knowledge/
        tracemill learn --export traffic.csv knowledge/                  for route --traffic
        tracemill learn --export speeds.svg --hours 0,6,9,15,19 knowledge/
        tracemill learn --export osrm/ --format osrm --hours 0,6,9,15,19 knowledge/
        tracemill learn --export tiles/ --format valhalla --tile-edges edges.csv knowledge/
        tracemill learn --export tasks.geojson --format maproulette knowledge/
        tracemill learn --forget vehicle=van-7 knowledge/
      """)

  @Argument(
    help: ArgumentHelp(
      "Reports of match: folders with all below them, or files. With --export and --forget, the folder of knowledge.",
      valueName: "reports|knowledge"), completion: .directory)
  var inputs: [String]

  @OptionGroup var adding: LearnAddingOptions
  @OptionGroup(title: "Tables") var exporting: LearnExportOptions
  @Option(
    help: ArgumentHelp(
      """
      Forget the drives of a vehicle, those that began on a UTC day, or those of a file of traces, as if they had never \
      been learned: vehicle=van-7, day=2026-05-04, source=traces/van-7.gpx. May be repeated.
      """, valueName: "vehicle|day|source=…"))
  var forget: [String] = []

  @OptionGroup var clock: ClockOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    let tasks = [adding.output != nil, exporting.isGiven, !forget.isEmpty].count { $0 }
    guard tasks == 1 else {
      throw ValidationError(
        "Name what to do: -o adds reports to a folder of knowledge, --export makes tables of one, --forget removes drives "
          + "from one.")
    }
    if adding.output != nil { return try exporting.checkNotGiven() }
    guard inputs.count == 1 else {
      throw ValidationError(
        "Name one folder of knowledge, not \(inputs.count); tracemill learn A B -o ALL merges several.")
    }
    if exporting.isGiven {
      try exporting.check()
      return try exporting.checkPlace()
    }
    for text in forget { _ = try Forgotten(text) }
  }

  func run() async throws {
    let console = Console(verbosity)
    try clock.tell(console)
    if let output = adding.output {
      try add(to: output, console)
    } else if exporting.isGiven {
      try export(of: inputs[0], console)
    } else {
      try forget(in: inputs[0], console)
    }
  }

  private func forget(in folder: String, _ console: Console) throws {
    var store = try failing(.unreadableInput) { try KnowledgeStore(at: folder) }
    for text in forget {
      let what = try Forgotten(text)
      let count = try storing { try store.forget(what, waiting: LearnAddingOptions.wait()) }
      console.inform("\(folder): \(count) drives of \(text) forgotten")
      if count == 0 { console.warn("\(folder): there are no drives of \(text)") }
    }
  }
}

/// Runs `body`; its errors end the program with the exit codes of runs.
func storing<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch StoreError.busy(let path, let process) {
    throw Failure(exit: .busyOutput, description: StoreError.busy(path: path, process: process).description)
  } catch let error as StoreError {
    throw Failure(exit: .unwritableOutput, description: error.description)
  }
}

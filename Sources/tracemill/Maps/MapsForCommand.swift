internal import ArgumentParser
internal import Geodesy
internal import MapLibrary
internal import Records
internal import Traces

struct MapsForCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "for", abstract: "Names the fewest regions that cover traces.",
    discussion: """
      Each place takes part in the smallest regions around it, and as few of those as possible are named, with the number \
      of traces in each. Traces that lie in no single one of them are counted: one map of several regions, made with \
      install --as, takes them whole.

      Examples:
        tracemill maps for traces/
        tracemill maps install $(tracemill maps for traces/ --ids)
      """)

  @Argument(help: ArgumentHelp("Trace files, directories of them, or - for standard input.", valueName: "trace"))
  var traces: [String]

  @Flag(help: "Print the ids of the regions only.")
  var ids = false

  @OptionGroup var reading: ReadingOptions

  @OptionGroup var server: ServerOptions

  func run() async throws {
    try libraryFailing {
      // What is wrong with the files is said before anything is downloaded.
      let tracks = try tracks()
      guard !tracks.allSatisfy(\.isEmpty) else {
        throw Failure(
          exit: .notAllWell, description: "there is no fix in the traces; tracemill inspect says what is in them")
      }
      let cover = try RegionCover(of: tracks, in: server.open().index())
      guard !cover.regions.isEmpty else {
        throw Failure(exit: .notAllWell, description: "no region of the server contains a fix of the traces")
      }
      try Console.put(ids ? cover.regions.map { $0.region.id + "\n" }.joined() : text(cover))
      warn(cover)
    }
  }

  /// The places of each trace.
  private func tracks() throws -> [[Place]] {
    let found = try traceFiles(of: traces, reading, server.verbosity)
    for refusal in found.skipped { Console(server.verbosity).warn(refusal.description) }
    var settings = try reading.settings()
    settings.folders = found.folders
    let cleaner = TraceCleaner()
    var tracks: [[Place]] = []
    for file in found.files {
      let reader = TraceReader(path: file, settings: settings)
      while let item = reader.next() {
        guard case .trace(let trace) = item else { continue }
        tracks.append(RegionCover.thinned(cleaner.clean(trace).fixes.compactMap { $0.refusal == nil ? $0.place : nil }))
      }
    }
    return tracks
  }

  private func text(_ cover: RegionCover) -> String {
    columns(
      [["region", "name", "traces"]]
        + cover.regions.map { [$0.region.id, $0.region.name, "\($0.traces)"] })
  }

  private func warn(_ cover: RegionCover) {
    let console = Console(server.verbosity)
    if cover.outside > 0 { console.warn("\(cover.outside) traces have fixes in no region of the server") }
    guard cover.crossing > 0 else { return }
    let names = cover.regions.map(\.region.id).joined(separator: " ")
    console.warn(
      "\(cover.crossing) traces cross from one region into another; tracemill maps install \(names) --as NAME makes one map"
    )
  }
}

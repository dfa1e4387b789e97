internal import ArgumentParser
internal import Foundation
internal import Reports
internal import RoadGraph
internal import Traces
internal import Work

struct MatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match", abstract: "Finds the roads that traces were driven on and reports what happened.",
    discussion: """
      Reads GPX 1.0 and 1.1 and CSV, plain or gzipped. Bad records are refused with a reason, and the run goes on. \
      Results come in input order, whatever the number of jobs.

      Examples:
        tracemill match traces/ --map city.tmg -o reports/ --format csv
        tracemill match drive.gpx --map city.tmg --format geojson -o drive.geojson
        tracemill match drive.gpx --map city.tmg --alternatives 3 | jq .alternatives
        tracemill match pings.csv --map city.tmg --table points --format csv -o - | head
        zcat pings.csv.gz | tracemill match - --map city.tmg --format ndjson | jq -c .summary
        tail -n +1 -F pings.csv | tracemill match --online --lag 5 --map city.tmg | jq -c .way
      """)

  @Argument(help: ArgumentHelp("Trace files, directories of them, or - for standard input.", valueName: "trace"))
  var traces: [String] = ["-"]

  @Option(
    name: .shortAndLong, help: "The road graph, made by: tracemill map build.", completion: .file(extensions: ["tmg"]))
  var map: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A directory (an existing one, or a name that ends in / or has no extension), a file, or - for standard output.",
      valueName: "dir|file|-"))
  var output: String = "-"

  @Option(help: "How to write: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format: String?

  @Option(
    name: .customLong("table"),
    help: ArgumentHelp(
      "Write this table only; may be given again: \(TripTable.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "table"))
  var tables: [String] = []

  @Option(help: "Who travelled: \(TravelMode.allCases.map(\.name).joined(separator: ", ")).")
  var mode: String = TravelMode.car.name

  @Option(name: .shortAndLong, help: "Traces matched at the same time; as many as processors by default.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup(title: "Files that are there") var claiming: ClaimOptions
  @OptionGroup(title: "Online") var online: OnlineOptions
  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Matching") var matching: MatchingOptions

  @Flag(help: "Do not compare the map with its checksums before use.")
  var noVerify = false

  @Flag(help: "End with exit code 1 when anything was refused or not matched whole.")
  var strict = false

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if jobs < 1 { throw ValidationError("--jobs is at least 1.") }
    if matching.alternatives == 0, tables.contains(TripTable.alternatives.rawValue) {
      throw ValidationError("--table alternatives goes with --alternatives and a number.")
    }
    if online.isOnline { return try validateOnline() }
    do {
      _ = try ReportLayout(settings().report, for: destination)
    } catch let error as ReportError {
      throw ValidationError(error.description)
    }
  }

  private func validateOnline() throws {
    guard output == "-" else { throw ValidationError("--online writes to standard output; leave out -o.") }
    guard matching.alternatives == 0 else { throw ValidationError("--online has no --alternatives.") }
    guard traces.count == 1 else { throw ValidationError("--online reads one stream, not \(traces.count).") }
    let streamed = TripStream.allTables.map(\.rawValue)
    guard tables.allSatisfy(streamed.contains) else {
      throw ValidationError("--online writes the tables \(streamed.joined(separator: ", ")).")
    }
    if tables.count > 1, format == ReportFormat.csv.rawValue {
      throw ValidationError("--online writes one table as csv, and several as ndjson only.")
    }
    if let format, ![ReportFormat.csv, .ndjson].map(\.rawValue).contains(format) {
      throw ValidationError("--online writes csv or ndjson, not \(format).")
    }
    _ = try settings()
  }

  func run() async throws {
    let settings = try settings()
    let files = online.isOnline ? traces : try files(of: traces, verbosity)
    let claim = try claim(settings, reading: files)
    let graph = try failing(.unreadableInput) { try openMap() }
    let counts =
      if online.isOnline {
        try countsOnline(on: graph, settings)
      } else {
        try await counts(of: files, on: graph, settings, into: claim)
      }
    tell(counts)
    if strict && !counts.isAllWell { tellUnfinished(counts) }
    if counts.hasUnreadableFile || strict && !counts.isAllWell { throw Exit.notAllWell.code }
  }

  private func openMap() throws -> RoadGraph {
    let graph = try RoadGraph(path: map)
    if !noVerify { try graph.verify() }
    return graph
  }

  private func claim(_ settings: BatchSettings, reading files: [String]) throws -> OutputClaim {
    let names = online.isOnline ? [] : try ReportLayout(settings.report, for: settings.destination).outputs.map(\.name)
    return try claiming.claim(
      settings.destination, names: names, inputs: files + [map],
      content: OutputContent(.trips, format: settings.report.format.rawValue), Console(verbosity))
  }

  private func counts(
    of files: [String], on graph: RoadGraph, _ settings: BatchSettings, into claim: OutputClaim
  ) async throws -> RunCounts {
    let console = Console(verbosity)
    var teller = RefusalTeller(console: console, isSilent: hasFileOfRejects)
    defer { console.progress("") }
    do {
      return try await BatchRun(graph: graph, settings: settings).run(files: files, into: claim) { progress in
        teller.tell(progress.refusals)
        console.progress("\(progress.counts.trips) trips, \(progress.counts.fixes) fixes")
      }
    } catch ReportError.brokenPipe {
      throw Exit.success.code
    } catch let error as ReportError {
      throw Failure(exit: .unwritableOutput, description: error.description)
    }
  }

  private func countsOnline(on graph: RoadGraph, _ settings: BatchSettings) throws -> RunCounts {
    var teller = RefusalTeller(console: Console(verbosity), isSilent: false)
    do {
      return try OnlineRun(graph: graph, settings: settings, online: online.settings).run(file: traces[0]) {
        teller.tell([$0])
      }
    } catch ReportError.brokenPipe {
      throw Exit.success.code
    } catch let error as ReportError {
      throw Failure(exit: .unwritableOutput, description: error.description)
    }
  }

  private func tell(_ counts: RunCounts) {
    let console = Console(verbosity)
    console.inform("\(counts.trips) trips\(counts.tripsByStatus.isEmpty ? "" : ": " + list(counts.tripsByStatus))")
    console.inform("\(counts.fixes) fixes: \(list(counts.fixesByStatus))")
    if !counts.rejectsByReason.isEmpty {
      let place = hasFileOfRejects ? "; see the rejects in \(output)" : ""
      console.warn("refused: \(list(counts.rejectsByReason))\(place)")
    }
  }

  /// Why a strict run ends with 1, also where nothing was refused.
  private func tellUnfinished(_ counts: RunCounts) {
    let unfinished = counts.tripsByStatus.filter { $0.key != "ok" }
    guard !unfinished.isEmpty else { return }
    Console(verbosity).warn("trips not matched whole: \(list(unfinished)); because of \(list(counts.tripsByReason))")
  }

  private func list(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  // MARK: Settings

  private var hasFileOfRejects: Bool {
    if tables.contains(TripTable.rejects.rawValue) { return true }
    if case .directory = destination { return tables.isEmpty }
    return false
  }

  private var destination: ReportDestination { tracemill.destination(output) }

  private func report() throws -> TripReportSettings {
    TripReportSettings(
      format: try chosenFormat(), tables: try tables.map { try choice($0, "--table") },
      moreTables: matching.alternatives > 0 ? [.alternatives] : [])
  }

  /// As told, else by the ending of the output's name, else CSV into directories and for tables, NDJSON elsewhere.
  private func chosenFormat() throws -> ReportFormat {
    if let format { return try choice(format, "--format") }
    if case .file(let path) = destination, let known = ReportFormat(rawValue: (path as NSString).pathExtension) {
      return known
    }
    if case .directory = destination { return .csv }
    if online.isOnline { return .ndjson }
    return tables.isEmpty ? .ndjson : .csv
  }

  private func settings() throws -> BatchSettings {
    var settings = BatchSettings(
      mode: try travelMode(mode), report: try report(), destination: destination, version: Tracemill.version)
    settings.reading.take(try reading.settings())
    matching.apply(to: &settings.matching)
    settings.jobs = jobs
    settings.options = ["mode": mode, "format": settings.report.format.rawValue]
    settings.options.merge(matching.options) { $1 }
    settings.options.merge(reading.options) { $1 }
    return settings
  }
}

extension TraceReadingSettings {
  /// What the command line may say of reading; the rest stays.
  fileprivate mutating func take(_ options: TraceReadingSettings) {
    columns = options.columns
    delimiter = options.delimiter
    speedUnit = options.speedUnit
    timeFormat = options.timeFormat
    rows = options.rows
  }
}

internal import ArgumentParser
internal import Records
internal import Traces
internal import Trips
internal import Work

struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Reads traces without a map and reports what was found and what was refused.",
    discussion: """
      Examples:
        tracemill inspect traces/
        tracemill inspect pings.csv.gz --format ndjson | jq .refused_fixes
        tracemill inspect traces/ --format json | jq 'map(.fixes) | add'
        cat pings.csv | tracemill inspect -
        tracemill inspect month.csv --split gap=10min,stop=5min
        tracemill inspect 'day/*.csv' --newer-than 36h --limit 100
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, ndjson }

  @Argument(help: ArgumentHelp("Trace files, directories of them, or - for standard input.", valueName: "trace"))
  var traces: [String] = []

  @OptionGroup(title: "Inputs") var inputs: InputOptions
  @OptionGroup var reading: ReadingOptions

  @Option(help: ArgumentHelp("Say into how many trips match --split would cut the traces.", valueName: "rule,…"))
  var split: [String] = []

  @Option(help: "Output format: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.text

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    guard !traces.isEmpty || inputs.filesFrom != nil else {
      throw ValidationError(
        "Name trace files, directories of them or - for standard input, or a file that lists them with --files-from.")
    }
    _ = try splitter(reading.settings())
  }

  func run() async throws {
    let found = try inputs.traceFiles(naming: traces, reading, verbosity)
    try checkOutput(against: found.files)
    for refusal in found.skipped { Console(verbosity).warn(refusal.description) }
    let cleaner = TraceCleaner()
    var settings = try reading.settings()
    settings.folders = found.folders
    let splitter = try splitter(settings)
    var selection = try inputs.selection()
    // Refusals are counted while they pass. Refusals of traces that are not taken must not be counted.
    if selection.shard != nil { settings.refusalsPerTrace = .max }
    var isAllWell = true
    if format == .json { try Console.put("[\n") }
    for (number, file) in found.files.enumerated() where selection.limit != 0 {
      let summary = summary(of: TraceReader(path: file, settings: settings), cleaner, splitter, &selection)
      if summary.traces == 0 && selection.shard == nil || summary.notices[ReadingReason.unreadable.rawValue] != nil {
        isAllWell = false
      }
      try Console.put(number > 0 && format == .json ? "," : "")
      try Console.put(format == .text ? summary.text : summary.jsonLine)
    }
    if format == .json { try Console.put("]\n") }
    if !isAllWell { throw Exit.notAllWell.code }
  }

  /// `nil` if nobody asked for trips.
  private func splitter(_ settings: TraceReadingSettings) throws -> TraceSplitter? {
    guard !split.isEmpty else { return nil }
    do throws(SplitError) {
      return TraceSplitter(try SplitSettings(split, clock: settings.clock))
    } catch {
      throw ValidationError("--split: \(error.description).\(error.hint)")
    }
  }

  /// - Parameter selection: its limit becomes smaller by the traces of this file.
  private func summary(
    of reader: TraceReader, _ cleaner: TraceCleaner, _ splitter: TraceSplitter?, _ selection: inout TraceSelection
  ) -> TraceSummary {
    var summary = TraceSummary(file: reader.path)
    while selection.limit != 0, let item = reader.next() {
      guard selection.takes(item) else { continue }
      switch item {
      case .trace(let trace):
        selection.limit = selection.limit.map { $0 - 1 }
        summary.add(.trace(cleaner.clean(trace)))
        if let splitter { summary.add(parts: splitter.parts(of: trace).parts.compactMap(\.part)) }
      case .refusal(let refusal):
        summary.add(item)
        if format == .text { Console(verbosity).warn(refusal.description) }
      }
    }
    summary.format = reader.format
    if selection.shard == nil { summary.complete(with: reader.refusedByReason) }
    return summary
  }
}

internal import ArgumentParser
internal import Summaries

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Sums up the reports that match wrote into a directory.",
    discussion: """
      Prints totals, trips by status and reason, how confidence, coverage and length are spread, events by type, jobs by \
      state, tours, refused records by reason, and the worst traces. Reads manifest.json and the files that it lists: \
      tables and documents in CSV, JSON, NDJSON, GeoJSON and GeoPackage, plain or compressed.

      Examples:
        tracemill report reports/
        tracemill report reports/ --worst 50
        tracemill report reports/ --format json | jq '.trips.by_status'
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Argument(help: "The directory that was given to match -o.", completion: .directory)
  var folder: String

  @Option(help: "Output format: \(Format.allCases.map(\.rawValue).joined(separator: " or ")).")
  var format = Format.text

  @Option(help: ArgumentHelp("Name this many of the worst traces.", valueName: "n"))
  var worst = 10

  func validate() throws {
    guard (0...100_000).contains(worst) else { throw ValidationError("--worst is 0 to 100000.") }
  }

  func run() async throws {
    let summary = try failing(.unreadableInput) { try RunSummary(of: folder, worst: worst) }
    try Console.put(format == .text ? summary.text : summary.json)
  }
}

internal import ArgumentParser
internal import RoadGraph

struct MapInfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Prints what a road graph contains.",
    discussion: """
      Examples:
        tracemill map info city.tmg
        tracemill map info city.tmg --format json | jq .counts
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Argument(help: "The road graph.", completion: .file(extensions: ["tmg"]))
  var map: String

  @Option(help: "Output format: \(Format.allCases.map(\.rawValue).joined(separator: " or ")).")
  var format = Format.text

  func run() async throws {
    let graph = try MapVerification.open(MapPlace(path: map), again: true)
    let summary = GraphSummary(of: graph)
    try Console.put(format == .text ? summary.text : summary.json)
  }
}

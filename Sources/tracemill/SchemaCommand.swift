internal import ArgumentParser
internal import Knowledge
internal import Records
internal import Reports
internal import RoadGraph
internal import Summaries
internal import Traces

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON Schema of a document, or the columns of a table.",
    discussion: """
      Examples:
        tracemill schema > trip.schema.json
        tracemill schema route > route.schema.json
        tracemill schema inspect > inspect.schema.json
        tracemill schema points | jq -r '.columns[] | [.name, .type, .unit] | @tsv'
        tracemill schema --format markdown
        tracemill schema trips --time-zone Europe/Vaduz     with the columns of local times
      """)

  enum Format: String, CaseIterable {
    case json, markdown
  }

  @Argument(
    help: ArgumentHelp(
      """
      Of trips: \(TripTable.allCases.map(\.schemaName).joined(separator: ", ")); of routes: \
      \(RouteTable.allCases.map(\.schemaName).joined(separator: ", ")); of what was learned: \
      \(LearnedTable.allCases.map(\.schemaName).joined(separator: ", ")); route for the route document, matrix, inspect, \
      map-info and report for what these commands print as JSON, nothing for the trip document.
      """))
  var table: String?

  @Option(
    help: "Output format: json, or markdown for the columns of one table, or of all if none is named.",
    completion: .list(Format.allCases.map(\.rawValue)))
  var format: String = Format.json.rawValue

  @OptionGroup var clock: ClockOptions

  func validate() throws {
    _ = try choice(format, "--format") as Format
  }

  func run() async throws {
    switch try choice(format, "--format") as Format {
    case .json: try Console.put(String(decoding: try json().rendered(), as: UTF8.self))
    case .markdown: try Console.put(try markdown())
    }
  }

  private func json() throws -> JSONValue {
    switch table {
    case nil: TripReport.document.jsonSchema(with: try added())
    case "route": RouteReport.document.jsonSchema()
    case "matrix": MatrixReport.jsonSchema
    case "inspect": TraceSummary.jsonSchema
    case "map-info": GraphSummary.jsonSchema
    case "report": RunSummary.jsonSchema
    case .some(let name): try schema(of: name).json
    }
  }

  private func markdown() throws -> String {
    let ofRoutes = RouteTable.allCases.map(\.schema)
    let learned = LearnedTable.allCases.map(\.schema)
    switch table {
    case nil:
      let added = try added()
      return (TripTable.allCases.map { $0.schema(with: added) } + ofRoutes + learned)
        .map(\.section).joined(separator: "\n")
    case "route": return ofRoutes.map(\.section).joined(separator: "\n")
    case .some(let name): return try schema(of: name).markdown
    }
  }

  private func schema(of name: String) throws -> TableSchema {
    if let table = RouteTable.allCases.first(where: { $0.schemaName == name }) { return table.schema }
    if let table = LearnedTable.allCases.first(where: { $0.schemaName == name }) {
      return table.schema(with: try added())
    }
    return try (choice(name, "The table") as TripTable).schema(with: added())
  }

  /// The columns that tables of trips have only with these options.
  private func added() throws -> AddedColumns { AddedColumns(clock: try clock.clock()) }
}

extension TableSchema {
  /// The columns as a section with the name of the table.
  fileprivate var section: String { "## `\(name)`\n\n" + markdown }
}

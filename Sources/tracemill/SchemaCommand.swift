internal import ArgumentParser
internal import Records
internal import Reports

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON Schema of a document, or the columns of a table.",
    discussion: """
      Examples:
        tracemill schema > trip.schema.json
        tracemill schema route > route.schema.json
        tracemill schema points | jq -r '.columns[] | [.name, .type, .unit] | @tsv'
      """)

  @Argument(
    help: ArgumentHelp(
      """
      Of trips: \(TripTable.allCases.map(\.rawValue).joined(separator: ", ")); of routes: \
      \(RouteTable.allCases.map(\.schemaName).joined(separator: ", ")); route for the route document, nothing for the \
      trip document.
      """))
  var table: String?

  func run() async throws {
    try Console.put(String(decoding: try json().rendered(), as: UTF8.self))
  }

  private func json() throws -> JSONValue {
    guard let table else { return TripReport.document.jsonSchema }
    if table == "route" { return RouteReport.document.jsonSchema }
    if let table = RouteTable.allCases.first(where: { $0.schemaName == table }) { return table.schema.json }
    return try (choice(table, "The table") as TripTable).schema.json
  }
}

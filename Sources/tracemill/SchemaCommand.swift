internal import ArgumentParser
internal import Reports

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON Schema of the trip document, or the columns of a table.",
    discussion: """
      Examples:
        tracemill schema > trip.schema.json
        tracemill schema points | jq -r '.columns[] | [.name, .type, .unit] | @tsv'
      """)

  @Argument(help: "\(ReportTable.allCases.map(\.rawValue).joined(separator: ", ")); without one, the trip document.")
  var table: String?

  func run() async throws {
    let json: JSONValue
    if let table {
      json = try (choice(table, "The table") as ReportTable).schema.json
    } else {
      json = tripDocumentSchema()
    }
    try Console.put(String(decoding: json.rendered(), as: UTF8.self))
  }
}

internal import ArgumentParser
internal import Records

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Says what a code of a table or an exit code means, and what to do about it.",
    discussion: """
      Why a fix is on its road and not on another, match --table +candidates says.

      Examples:
        tracemill explain null_island
        tracemill explain 3
        tracemill explain wrong_way detour
        tracemill explain
        tracemill explain --format json | jq -r '.[] | [.code, .subject, .meaning] | @tsv'
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Argument(
    help: "The codes, or exit codes; all of them if none is named.",
    completion: .list(Array(Set(Explanation.all.map(\.code))).sorted()))
  var codes: [String] = []

  @Option(help: "Output format: \(Format.allCases.map(\.rawValue).joined(separator: " or ")).")
  var format = Format.text

  func validate() throws {
    for code in codes where Explanation.of(code).isEmpty {
      let hint = didYouMean(code, among: Explanation.all.map(\.code))
      throw ValidationError("There is no code \(code).\(hint) tracemill explain lists all codes.")
    }
  }

  func run() async throws {
    let chosen = codes.isEmpty ? Explanation.all : codes.flatMap(Explanation.of)
    switch format {
    case .text: try Console.put(chosen.map(\.text).joined(separator: "\n"))
    case .json: try Console.put(String(decoding: JSONValue.list(chosen.map(\.json)).rendered(), as: UTF8.self))
    }
  }
}

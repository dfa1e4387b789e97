internal import ArgumentParser
internal import Guidance

/// Prints the file of a language, as the beginning of another one.
struct LanguageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "language", abstract: "Prints the texts of instructions in one language, to be changed or translated.",
    discussion: """
      --guidance language=FILE of match and route takes the changed file.

      Examples:
        tracemill language de > schweiz.json
        tracemill route --map city.tmg --waypoint 47.141,9.521 --waypoint 47.166,9.511 --guidance language=schweiz.json
      """)

  @Argument(
    help: "The language: \(Language.builtIn.map(\.code).joined(separator: ", ")).",
    completion: .list(Language.builtIn.map(\.code)))
  var language: String = "en"

  func validate() throws { _ = try text() }

  func run() async throws { try Console.put(String(decoding: try text(), as: UTF8.self)) }

  private func text() throws -> [UInt8] {
    guard let known = Language.builtIn.first(where: { $0.code == language }) else {
      let codes = Language.builtIn.map(\.code).joined(separator: ", ")
      throw ValidationError("The language is one of \(codes), not \(language).")
    }
    return known.text
  }
}

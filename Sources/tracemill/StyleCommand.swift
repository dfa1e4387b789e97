internal import ArgumentParser
internal import Replay

/// Prints the style of pages, as the beginning of another one.
struct StyleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "style", abstract: "Prints the colours and the behaviour of pages, to be changed.",
    discussion: """
      The option --style of match, route and view takes the changed file; what the file leaves out stays as it is.

      Examples:
        tracemill style > mine.json
        tracemill match drive.gpx --map city.tmg --style mine.json --format html -o drive.html
      """)

  func run() async throws { try Console.put(ReplayStyle.text) }
}

internal import ArgumentParser

@main
struct Tracemill: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tracemill", abstract: "Turns piles of GPS traces into answers.", version: "0.1.0")
}

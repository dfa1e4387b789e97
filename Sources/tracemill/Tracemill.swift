internal import ArgumentParser
internal import Foundation
internal import Storage

struct Tracemill: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tracemill",
    abstract: "Turns piles of GPS traces into answers.",
    discussion: """
      Reads traces in GPX, CSV and other formats, finds the roads they were driven on, and writes the trips as JSON, \
      CSV, GeoJSON or GPX. Standard output carries data only; everything else goes to standard error.

      Examples:
        tracemill map build monaco.osm.pbf -o monaco.tmg
        tracemill match traces/ --map monaco.tmg -o reports/ --format csv
        tracemill match drive.gpx --map monaco.tmg --format ndjson | jq .summary
        tracemill inspect traces/
      """,
    version: "tracemill \(version)",
    subcommands: [
      MapCommand.self, MatchCommand.self, RouteCommand.self, InspectCommand.self, ReportCommand.self,
      CompareCommand.self, SimulateCommand.self, ExplainCommand.self,
      SchemaCommand.self,
    ])

  static let version = "0.1.0"
}

@main
enum Program {
  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    keepFreedMemory()
    do {
      var command = try Tracemill.parseAsRoot()
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch {
      end(with: error)
    }
  }

  /// Help and version are not failures; what the parser refuses is wrong usage.
  private static func end(with error: any Error) -> Never {
    if let failure = error as? Failure {
      Console().error(failure.description)
      exit(failure.exit.rawValue)
    }
    let code = Tracemill.exitCode(for: error)
    let message = Tracemill.fullMessage(for: error)
    if !message.isEmpty && code != .success { Console.tell(message + "\n") }
    if !message.isEmpty && code == .success {
      do { try Console.put(message + "\n") } catch { end(with: error) }
    }
    exit(code == .validationFailure ? Exit.usage.rawValue : code.rawValue)
  }
}

internal import ArgumentParser

@main
struct Tracemill: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tracemill",
    abstract: "Turns piles of GPS traces into answers.",
    discussion: """
      Reads GPX and CSV traces, finds the roads they were driven on, and writes what happened as JSON, CSV, GeoJSON or \
      GPX. Standard output carries data only; everything else goes to standard error.

      Examples:
        tracemill map build monaco.osm.pbf -o monaco.tmg
        tracemill match traces/ --map monaco.tmg -o reports/ --format csv
        tracemill match drive.gpx --map monaco.tmg --format ndjson | jq .summary
        tracemill inspect traces/
      """,
    version: "tracemill \(Version.current)",
    subcommands: [MapCommand.self])
}

enum Version {
  static let current = "0.1.0"
}

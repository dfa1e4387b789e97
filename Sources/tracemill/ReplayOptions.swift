internal import ArgumentParser
internal import Foundation
internal import Replay
internal import Reports

/// How pages look. Every command that writes pages has these options.
struct ReplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "For html: colours, arrow and camera of pages, as changes to the style that tracemill style prints.",
      valueName: "file.json"), completion: .file(extensions: ["json"]))
  var style: String?

  @Option(
    help: ArgumentHelp(
      """
      For html: raster tiles beneath the roads, for readers who are online; an address with {z}, {x} and {y}. Without \
      this, a page needs no network.
      """, valueName: "url"))
  var tiles: String?

  @Option(
    help: ArgumentHelp("For --tiles: whom the page names as the source of the tiles.", valueName: "text"))
  var tilesAttribution: String?

  func validate() throws {
    if tilesAttribution != nil, tiles == nil { throw ValidationError("--tiles-attribution goes with --tiles.") }
    _ = try settings()
  }

  var isGiven: Bool { style != nil || tiles != nil }

  /// The files that the options name.
  var files: [String?] { [style] }

  /// - Returns: `nil` unless pages are written.
  func settings(for format: ReportFormat) throws -> ReplaySettings? {
    if format == .html { return try settings() }
    if isGiven { throw ValidationError("--style and --tiles are for pages; add --format html.") }
    return nil
  }

  func settings() throws -> ReplaySettings {
    var settings = ReplaySettings(program: "tracemill \(Tracemill.version)")
    do throws(ReplayError) {
      settings.tiles = try tiles.map { url throws(ReplayError) in
        try TileSource(url: url, attribution: tilesAttribution ?? "")
      }
      if let style { settings.style = try ReplayStyle(try read(style), path: style) }
    } catch {
      throw ValidationError(error.description)
    }
    return settings
  }

  private func read(_ path: String) throws(ReplayError) -> [UInt8] {
    guard let content = FileManager.default.contents(atPath: path) else {
      throw .badStyle(path: path, reason: "it cannot be read; name a file of JSON with --style")
    }
    return Array(content)
  }
}

internal import ArgumentParser
internal import Foundation
internal import Replay
internal import Reports
internal import Storage

/// How pages and still pictures look. Every command that writes pages has these options.
struct ReplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "For html and --plot: colours, arrow and camera, as changes to the style that tracemill style prints.",
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

  /// The files that the options name.
  var files: [String?] { [style] }

  /// - Parameter isDrawing: whether still pictures are asked for.
  /// - Returns: `nil` if neither pages nor pictures are written.
  func settings(for format: ReportFormat, isDrawing: Bool) throws -> ReplaySettings? {
    if format == .html { return try settings() }
    if tiles != nil { throw ValidationError("--tiles is for pages; add --format html.") }
    if isDrawing { return try settings() }
    if style != nil { throw ValidationError("--style is for pages and pictures; add --format html or --plot.") }
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
    do throws(StorageError) {
      return try wholeFile(path, atMost: .settings)
    } catch .tooLarge {
      throw .badStyle(path: path, reason: "it is larger than any style; name a file of JSON with --style")
    } catch {
      throw .badStyle(path: path, reason: "it cannot be read; name a file of JSON with --style")
    }
  }
}

internal import ArgumentParser
internal import Glibc
internal import Replay
internal import Reports
internal import Settings
internal import Storage

/// How pages and still pictures look. Every command that writes pages has these options.
struct ReplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "For html and --plot: colours, arrow and camera, as changes to the style that tracemill style prints.",
      valueName: "file.json"), completion: .file(extensions: ["json"]))
  var style: String?

  static let keys = KeyedOption(
    "tiles",
    "For html: raster tiles beneath the roads, for readers who are online. Without this, a page needs no network.",
    lead: "url",
    [
      OptionKey("url", .text("address"), "an address with {z}, {x} and {y}; url= may be left out"),
      OptionKey("attribution", .text("text"), "whom the page names as the source of the tiles"),
    ])

  @Option(name: .customLong("tiles"), help: keys.argumentHelp)
  var tilesGiven: [String] = []

  private var tiles: KeyValues { Self.keys.checked(tilesGiven) }

  /// The keys of --tiles that were given.
  var tilesText: String { tiles.text }

  func validate() throws {
    let tiles = try Self.keys.values(tilesGiven)
    if tiles.has("attribution"), !tiles.has("url") {
      throw ValidationError(
        "attribution of --tiles goes with an address: --tiles https://…/{z}/{x}/{y}.png,attribution=….")
    }
    // The style of the program and the words of its pages are read only for pages.
    if tiles.has("url") || style != nil { _ = try settings() }
  }

  /// The files that the options name.
  var files: [String?] { [style] }

  /// - Parameter isDrawing: whether still pictures are asked for.
  /// - Returns: `nil` if neither pages nor pictures are written.
  func settings(for format: ReportFormat, isDrawing: Bool) throws -> ReplaySettings? {
    if format == .html { return try settings() }
    if !tilesGiven.isEmpty { throw ValidationError("--tiles is for pages; add --format html.") }
    if isDrawing { return try settings() }
    if style != nil { throw ValidationError("--style is for pages and pictures; add --format html or --plot.") }
    return nil
  }

  func settings() throws -> ReplaySettings {
    var settings = ReplaySettings(program: "tracemill \(Tracemill.version)")
    do throws(ReplayError) {
      let tiles = tiles
      settings.tiles = try tiles["url"].map { url throws(ReplayError) in
        try TileSource(url: url, attribution: tiles["attribution"] ?? "")
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

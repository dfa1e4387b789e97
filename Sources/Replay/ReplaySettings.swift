/// How replays are drawn.
package struct ReplaySettings: Sendable {
  package var style = ReplayStyle()
  package var words = PageWords.english
  /// `nil` for no pictures beneath the roads.
  package var tiles: TileSource?
  package var pages = Pages.all
  /// The name and the version of the program.
  package var program: String

  package init(program: String) { self.program = program }

  /// Which drives of a folder get a page.
  package enum Pages: String, CaseIterable, Sendable {
    case all
    /// Trips that need a look; routes always.
    case flagged
  }
}

/// A server of raster tiles, for readers who are online.
package struct TileSource: Sendable, Equatable {
  /// With `{z}`, `{x}` and `{y}`.
  package let url: String
  package let attribution: String

  /// - Throws: ``ReplayError/notATileSource(_:)``.
  package init(url: String, attribution: String = "") throws(ReplayError) {
    guard url.hasPrefix("https://") || url.hasPrefix("http://"), TileSource.host(of: url) != nil,
      ["{z}", "{x}", "{y}"].allSatisfy(url.contains)
    else { throw .notATileSource(url) }
    self.url = url
    self.attribution = attribution
  }

  /// The scheme and the host, for the page's permission to load pictures.
  var origin: String { Self.host(of: url) ?? "" }

  /// `nil` if there are characters that are in no host.
  private static func host(of url: String) -> String? {
    guard let origin = url.prefixMatch(of: /https?:\/\/[A-Za-z0-9.\-:]+(?=\/)/) else { return nil }
    return String(origin.output)
  }
}

/// Why a replay cannot be made.
package enum ReplayError: Error, Equatable, Sendable {
  case notATileSource(String)
  case badStyle(path: String, reason: String)
  case noTables(folder: String)
  /// The folder of a night has no table `trips`.
  case noTrips(folder: String)
  /// A file of a history has a line of something else.
  case notAHistory(path: String, line: Int)
  case badTable(path: String, reason: String)
  /// The rows of the tables of a folder are not in one order.
  case disordered(path: String, id: String, line: Int)
  /// The tables were made on another version of the map.
  case otherMap(id: String, version: String, map: String, mapVersion: String)
}

extension ReplayError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notATileSource(let url):
      "\(url) names no tiles; write an address such as https://tile.example.org/{z}/{x}/{y}.png"
    case .badStyle(let path, let reason), .badTable(let path, let reason): "\(path): \(reason)"
    case .noTables(let folder):
      "\(folder): there is neither a table trips nor a table routes in CSV, NDJSON or JSON; name a directory that match or "
        + "route wrote with -o DIR/ --format csv"
    case .noTrips(let folder):
      "\(folder): there is no table trips in CSV, NDJSON or JSON; name a directory that match wrote with "
        + "-o DIR/ --format csv"
    case .notAHistory(let path, let line):
      "\(path):\(line): this is no line of a history of nights; name a file that --history wrote, or a new one"
    case .disordered(let path, let id, let line):
      "\(path):\(line): the rows of \(id) are not in the order of the other tables; leave the tables of a directory in "
        + "the order in which they were written"
    case .otherMap(let id, let version, let map, let mapVersion):
      "\(id) was matched on version \(version) of its map, and \(map) is version \(mapVersion): its edges have other "
        + "numbers. Name the map of the run with --map, or leave --map out for a page without roads"
    }
  }
}

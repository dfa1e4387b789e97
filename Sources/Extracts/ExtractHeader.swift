internal import COsmium
package import Geodesy

/// What an extract says of itself as a whole.
package struct ExtractHeader: Equatable, Sendable {
  /// Everything up to this moment is in the extract: ISO 8601 in UTC, as `2021-04-21T20:21:46Z`; empty if unknown.
  package var timestamp: String
  /// The last change file that is in the extract, by its number on ``baseURL``.
  package var sequenceNumber: Int?
  /// Where change files come from; empty if unknown.
  package var baseURL: String
  package var bounds: ExtractBounds?
  /// The file says that it is sorted by kind, then id. Files that say nothing usually are as well.
  package var isSorted: Bool
  /// It is a change or history file, and no extract.
  package var hasVersions: Bool

  package init(
    timestamp: String = "", sequenceNumber: Int? = nil, baseURL: String = "", bounds: ExtractBounds? = nil
  ) {
    (self.timestamp, self.sequenceNumber) = (timestamp, sequenceNumber)
    (self.baseURL, self.bounds) = (baseURL, bounds)
    (isSorted, hasVersions) = (true, false)
  }
}

/// The corners of a rectangle of places; one that crosses the antimeridian cannot be given.
package struct ExtractBounds: Equatable, Sendable {
  package var southwest: Place
  package var northeast: Place

  package init(southwest: Place, northeast: Place) { (self.southwest, self.northeast) = (southwest, northeast) }

  /// The smallest rectangle around both.
  package func union(_ other: ExtractBounds) -> ExtractBounds {
    ExtractBounds(
      southwest: Place(
        latitudeE7: min(southwest.latitudeE7, other.southwest.latitudeE7),
        longitudeE7: min(southwest.longitudeE7, other.southwest.longitudeE7)),
      northeast: Place(
        latitudeE7: max(northeast.latitudeE7, other.northeast.latitudeE7),
        longitudeE7: max(northeast.longitudeE7, other.northeast.longitudeE7)))
  }
}

/// The header of an OSM file.
///
/// - Throws: ``ExtractError`` if the file is absent, unreadable, of another kind or damaged at its start.
package func extractHeader(of path: String) throws(ExtractError) -> ExtractHeader {
  var file = try OSMFile(path: path, format: OSMFormat(path: path), kinds: [])
  return try file.header()
}

/// Reads an extract to its end and keeps nothing of it.
///
/// - Throws: ``ExtractError`` if it is absent or damaged anywhere.
package func checkExtract(_ path: String) throws(ExtractError) {
  var file = try OSMFile(path: path, format: OSMFormat(path: path))
  while try file.next() != nil {}
}

extension ExtractHeader {
  init(_ source: cosmium_header) {
    unsafe self.init(timestamp: String(cString: source.timestamp), baseURL: String(cString: source.base_url))
    sequenceNumber = unsafe Int(String(cString: source.sequence_number))
    if unsafe source.has_bounds {
      bounds = unsafe ExtractBounds(
        southwest: Place(latitudeE7: source.south_e7, longitudeE7: source.west_e7),
        northeast: Place(latitudeE7: source.north_e7, longitudeE7: source.east_e7))
    }
    isSorted = unsafe source.is_sorted
    hasVersions = unsafe source.has_versions
  }

  /// Lends the header in the form of the shim.
  func withSource<Result>(_ body: (UnsafePointer<cosmium_header>) -> Result) -> Result {
    let number = sequenceNumber.map(String.init) ?? ""
    return unsafe timestamp.withCString { timestamp in
      unsafe number.withCString { number in
        unsafe baseURL.withCString { baseURL in
          var source = unsafe cosmium_header()
          unsafe (source.timestamp, source.sequence_number, source.base_url) = unsafe (timestamp, number, baseURL)
          unsafe source.is_sorted = true
          if let bounds {
            unsafe source.has_bounds = true
            unsafe (source.south_e7, source.west_e7) = (bounds.southwest.latitudeE7, bounds.southwest.longitudeE7)
            unsafe (source.north_e7, source.east_e7) = (bounds.northeast.latitudeE7, bounds.northeast.longitudeE7)
          }
          return unsafe withUnsafePointer(to: source) { unsafe body($0) }
        }
      }
    }
  }
}

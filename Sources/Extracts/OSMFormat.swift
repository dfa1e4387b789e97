internal import Storage

/// The format of an OSM file, recognised by its first bytes instead of its name.
///
/// - Source: the magic bytes of OSM wiki: PBF Format, OSM XML, O5m; RFC 1952 for gzip; bzip2's `BZh`.
package struct OSMFormat: Equatable {
  /// The name of the format in libosmium: `pbf`, `osm.gz`, …
  package let name: String

  /// - Throws: ``ExtractError`` if the file is absent, unreadable, or of another kind.
  package init(path: String) throws(ExtractError) {
    guard path != "-" else { throw .standardInput }
    guard FileKind(at: path) != .missing else { throw .notFound(path: path) }
    guard let start = Self.start(of: path) else {
      throw .unreadable(path: path, reason: "it is a folder, or reading it is not permitted")
    }
    guard let name = Self.name(start: start, path: path) else { throw .notOSM(path: path) }
    self.name = name
  }

  /// The first bytes, none for an empty file; `nil` if reading fails.
  private static func start(of path: String) -> [UInt8]? {
    do { return try RawFile(path: path).next() ?? [] } catch { return nil }
  }

  private static func name(start: [UInt8], path: String) -> String? {
    if start.starts(with: [0x1F, 0x8B]) { return textFormat(path) + ".gz" }
    if start.starts(with: Array("BZh".utf8)) { return textFormat(path) + ".bz2" }
    if start.dropFirst(4).starts(with: [0x0A, 0x09] + Array("OSMHeader".utf8)) { return "pbf" }
    if start.starts(with: [0xFF, 0xE0]) { return path.hasSuffix(".o5c") ? "o5c" : "o5m" }
    let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    if text.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") { return hasOSMElement(text) ? "osm" : nil }
    return looksLikeOPL(start) ? "opl" : nil
  }

  /// The text format inside a compressed file, by the name of the file; XML by default.
  private static func textFormat(_ path: String) -> String {
    path.contains(".opl") ? "opl" : "osm"
  }

  /// The document element `osm` or `osmChange` near the start, after any prolog and comments; web pages have none.
  private static func hasOSMElement(_ text: ArraySlice<UInt8>) -> Bool {
    String(decoding: text, as: UTF8.self).contains("<osm")
  }

  /// A line such as `n123 v1 …`.
  private static func looksLikeOPL(_ start: [UInt8]) -> Bool {
    guard let first = start.first, Array("nwr".utf8).contains(first) else { return false }
    let id = start.dropFirst().prefix { $0 != UInt8(ascii: " ") }
    return !id.isEmpty && id.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
  }
}

public import COsmium
public import Geodesy

/// One pass over an OSM file, object by object.
///
/// `next()` advances; the other members then describe the current object.
@safe
@usableFromInline package struct OSMFile: ~Copyable {
  /// Kinds of objects to read in one pass. Others are skipped, without decoding where the format allows it.
  @usableFromInline package struct Kinds: OptionSet, Hashable, Sendable {
    @usableFromInline package let rawValue: Int32

    @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let nodes = Kinds(rawValue: Int32(COSMIUM_NODE))
    package static let ways = Kinds(rawValue: Int32(COSMIUM_WAY))
    package static let relations = Kinds(rawValue: Int32(COSMIUM_RELATION))
    package static let all: Kinds = [.nodes, .ways, .relations]
  }

  /// One member of a relation.
  package struct Member: Equatable, Sendable {
    package let id: Int64
    package let kind: Kinds
    package let role: String
  }

  package let path: String
  @usableFromInline let reader: OpaquePointer
  @usableFromInline var current = unsafe cosmium_object()

  /// - Parameter metadata: versions and times are wanted as well.
  /// - Throws: ``ExtractError/damaged(path:reason:)`` if the file cannot be opened as `format`.
  package init(
    path: String, format: OSMFormat, kinds: Kinds = .all, metadata: Bool = false
  ) throws(ExtractError) {
    // libosmium treats `word:…` as an address to fetch. A path with a slash in front is always a file.
    let plainPath = path.hasPrefix("/") ? path : "./" + path
    let opened = unsafe cosmium_open(plainPath, format.name, kinds.rawValue, metadata)
    guard let opened = unsafe opened else { throw .unreadable(path: path, reason: "out of memory") }
    if let text = unsafe cosmium_error(opened) {
      let reason = unsafe String(cString: text)
      unsafe cosmium_close(opened)
      throw .damaged(path: path, reason: reason)
    }
    self.path = path
    unsafe self.reader = opened
  }

  deinit { unsafe cosmium_close(reader) }

  package mutating func header() throws(ExtractError) -> ExtractHeader {
    let header = unsafe cosmium_read_header(reader)
    if let damage = failure() { throw damage }
    return unsafe ExtractHeader(header)
  }

  /// Advances to the next object; `nil` at the end of the file.
  @inlinable package mutating func next() throws(ExtractError) -> Kinds? {
    let result = unsafe cosmium_next(reader, &current)
    if result == 0 { return nil }
    if result < 0 { throw damage }
    return unsafe Kinds(rawValue: current.kind)
  }

  @usableFromInline var damage: ExtractError { failure() ?? .damaged(path: path, reason: "unknown error") }

  private func failure() -> ExtractError? {
    guard let text = unsafe cosmium_error(reader) else { return nil }
    return unsafe .damaged(path: path, reason: String(cString: text))
  }

  /// The current object, lent until the next one.
  package var object: OSMObject {
    @_lifetime(borrow self)
    get { unsafe OSMObject(current, of: self) }
  }

  @inlinable package var id: Int64 { unsafe current.id }

  /// 0 if unknown or not requested.
  var version: UInt32 { unsafe current.version }

  /// False if a change file deletes the object.
  var isVisible: Bool { unsafe current.is_visible }

  /// The time when the object was last changed, in seconds since 1970; 0 if unknown or not requested.
  @inlinable package var timestamp: Int64 { unsafe current.timestamp }

  /// The place of a node; `nil` if the file has none or an invalid one.
  @inlinable package var place: Place? {
    guard unsafe current.has_location else { return nil }
    return unsafe Place(latitudeE7: current.latitude_e7, longitudeE7: current.longitude_e7)
  }

  @inlinable package var hasTags: Bool { unsafe current.tag_bytes > 0 }
}

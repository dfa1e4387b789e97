internal import COsmium
internal import Geodesy

/// One pass over an OSM file, object by object; the only place that touches libosmium's memory.
///
/// `next()` advances; the other members then describe the current object.
@safe
struct OSMFile: ~Copyable {
  /// Kinds of objects to read in one pass. Others are skipped, without decoding where the format allows it.
  struct Kinds: OptionSet {
    let rawValue: Int32
    static let nodes = Kinds(rawValue: Int32(COSMIUM_NODE))
    static let ways = Kinds(rawValue: Int32(COSMIUM_WAY))
    static let relations = Kinds(rawValue: Int32(COSMIUM_RELATION))
  }

  /// One member of a relation.
  struct Member: Equatable {
    let id: Int64
    let kind: Kinds
    let role: String
  }

  private let path: String
  private let reader: OpaquePointer
  private var object = unsafe cosmium_object()

  /// - Throws: ``MapImportError/damaged(path:reason:)`` if the file cannot be opened as `format`.
  init(path: String, format: OSMFormat, kinds: Kinds, metadata: Bool = false) throws(MapImportError) {
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

  /// The header of the file.
  struct Header {
    var timestamp: String
    var hasVersions: Bool
    var isSorted: Bool
  }

  mutating func header() throws(MapImportError) -> Header {
    let header = unsafe cosmium_read_header(reader)
    if let damage = failure() { throw damage }
    return unsafe Header(
      timestamp: String(cString: header.timestamp), hasVersions: header.has_versions, isSorted: header.is_sorted)
  }

  /// Advances to the next object; `nil` at the end of the file.
  mutating func next() throws(MapImportError) -> Kinds? {
    let result = unsafe cosmium_next(reader, &object)
    if result == 0 { return nil }
    if result < 0 { throw failure() ?? .damaged(path: path, reason: "unknown error") }
    return unsafe Kinds(rawValue: object.kind)
  }

  private func failure() -> MapImportError? {
    guard let text = unsafe cosmium_error(reader) else { return nil }
    return unsafe .damaged(path: path, reason: String(cString: text))
  }

  var id: Int64 { unsafe object.id }

  /// The time when the object was last changed, in seconds since 1970; 0 if unknown or not requested.
  var timestamp: Int64 { unsafe object.timestamp }

  /// The place of a node; `nil` if the file has none or an invalid one.
  var place: Place? {
    guard unsafe object.has_location else { return nil }
    return unsafe Place(latitudeE7: object.latitude_e7, longitudeE7: object.longitude_e7)
  }

  var hasTags: Bool { unsafe object.tag_bytes > 0 }

  func loadTags(into tags: inout Tags) {
    unsafe tags.load(UnsafeRawBufferPointer(start: object.tags, count: object.tag_bytes))
  }

  /// Appends the ids of a way's nodes to `ids`, in order.
  func appendNodeIDs(to ids: inout [Int64]) {
    let refs = unsafe UnsafeBufferPointer(start: object.node_refs, count: object.node_ref_count)
    unsafe ids.append(contentsOf: refs.lazy.map { $0.id })
  }

  /// The members of a relation, in order.
  var members: [Member] {
    let list = unsafe UnsafeBufferPointer(start: object.members, count: object.member_count)
    return unsafe list.map { member in
      unsafe Member(id: member.id, kind: Kinds(rawValue: member.kind), role: String(cString: member.role))
    }
  }
}

internal import COsmium
package import Geodesy

/// One pass over what an OSM file shows of the ground: its tagged nodes, then its ways and areas with their places.
///
/// Areas are closed ways and multipolygons, put together by libosmium's assembler. `next()` advances; the other members then
/// describe the current shape. The file is read three times, and the places of all its nodes are held in memory.
@safe
package struct GroundFile: ~Copyable {
  package enum Kind: Sendable { case node, way, area }

  /// A tag that makes an area of a closed way or a relation, or hinders it. The first rule that matches decides.
  package struct AreaRule: Sendable {
    package let isWanted: Bool
    package let key: String
    /// `nil` for any.
    package let value: String?

    package init(_ key: String, _ value: String? = nil, isWanted: Bool = true) {
      (self.key, self.value, self.isWanted) = (key, value, isWanted)
    }
  }

  private let path: String
  private let ground: OpaquePointer
  private var current = unsafe cosmium_shape()

  /// - Throws: ``ExtractError/damaged(path:reason:)`` if the file cannot be read as `format`.
  package init(path: String, format: OSMFormat, areas rules: [AreaRule]) throws(ExtractError) {
    // libosmium treats `word:…` as an address to fetch. A path with a slash in front is always a file.
    let plainPath = path.hasPrefix("/") ? path : "./" + path
    guard let created = unsafe cosmium_ground_create() else { throw .unreadable(path: path, reason: "out of memory") }
    for rule in rules { unsafe cosmium_ground_add_rule(created, rule.isWanted, rule.key, rule.value) }
    unsafe cosmium_ground_open(created, plainPath, format.name)
    if let damage = unsafe Self.failure(of: created, path) {
      unsafe cosmium_ground_close(created)
      throw damage
    }
    self.path = path
    unsafe ground = created
  }

  deinit { unsafe cosmium_ground_close(ground) }

  /// Advances to the next shape; `nil` at the end of the file.
  ///
  /// - Throws: ``ExtractError/unsorted(path:object:)`` if ways do not ascend by their ids.
  package mutating func next() throws(ExtractError) -> Kind? {
    let result = unsafe cosmium_ground_next(ground, &current)
    if result == 0 { return nil }
    if result < 0 { throw unsafe Self.failure(of: ground, path) ?? .damaged(path: path, reason: "unknown error") }
    return switch unsafe current.kind {
    case Int32(COSMIUM_NODE): .node
    case Int32(COSMIUM_WAY): .way
    default: .area
    }
  }

  private static func failure(of ground: OpaquePointer, _ path: String) -> ExtractError? {
    guard let text = unsafe cosmium_ground_error(ground) else { return nil }
    let reason = unsafe String(cString: text)
    if reason.contains("out of order") { return .unsorted(path: path, object: reason) }
    return .damaged(path: path, reason: reason)
  }

  /// For an area: 2 · way id, or 2 · relation id + 1, as libosmium numbers areas.
  package var id: Int64 { unsafe current.id }

  /// key, zero byte, value, zero byte, key, …
  package var tagBytes: RawSpan {
    @_lifetime(borrow self)
    get {
      let bytes = unsafe UnsafeRawBufferPointer(start: current.tags, count: current.tag_bytes)
      return unsafe _overrideLifetime(RawSpan(_unsafeBytes: bytes), borrowing: self)
    }
  }

  package var hasTags: Bool { unsafe current.tag_bytes > 0 }

  private var refs: UnsafeBufferPointer<cosmium_node_ref> {
    unsafe UnsafeBufferPointer(start: current.node_refs, count: current.node_ref_count)
  }

  /// The place of a node, or those of a way; without nodes that the file lacks.
  package var places: [Place] { unsafe refs.compactMap { Place($0) } }

  /// The ids of the nodes of a way whose places are known.
  package var nodeIDs: [Int64] { unsafe refs.filter { Place($0) != nil }.map(\.id) }

  /// The rings of an area; the last place of a ring is the first one.
  package var rings: [(places: [Place], isHole: Bool)] {
    let ends = unsafe Array(UnsafeBufferPointer(start: current.ring_ends, count: current.ring_count))
    var begin = 0
    var rings: [(places: [Place], isHole: Bool)] = []
    for end in ends {
      let places = unsafe refs[begin..<Int(abs(end))].compactMap { Place($0) }
      rings.append((places, end < 0))
      begin = Int(abs(end))
    }
    return rings
  }

  /// The box around all nodes, once ways are read.
  package var bounds: ExtractBounds? {
    var box = [Int32](repeating: 0, count: 4)
    let ground = unsafe self.ground
    guard unsafe box.withUnsafeMutableBufferPointer({ unsafe cosmium_ground_bounds(ground, $0.baseAddress) }) else {
      return nil
    }
    return ExtractBounds(
      southwest: Place(latitudeE7: box[1], longitudeE7: box[0]),
      northeast: Place(latitudeE7: box[3], longitudeE7: box[2]))
  }

  /// At the end of the file: areas whose rings do not close or cross each other, and relations that lack members.
  package var losses: (broken: Int, incomplete: Int) {
    var (broken, incomplete) = (0, 0)
    unsafe cosmium_ground_losses(ground, &broken, &incomplete)
    return (broken, incomplete)
  }
}

extension Place {
  /// `nil` for a node that the file lacks.
  fileprivate init?(_ ref: cosmium_node_ref) {
    guard ref.longitude_e7 != .max, abs(Int64(ref.latitude_e7)) <= 900_000_000 else { return nil }
    self.init(latitudeE7: ref.latitude_e7, longitudeE7: ref.longitude_e7)
  }
}

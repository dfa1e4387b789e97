internal import COsmium
package import Geodesy

/// One node, way or relation, lent by the file or the change set that holds it.
@safe
package struct OSMObject: ~Escapable {
  private let source: cosmium_object

  /// - Parameter owner: the value whose lifetime bounds the pointers of `source`.
  @unsafe
  @_lifetime(borrow owner)
  init<Owner: ~Copyable>(_ source: cosmium_object, of owner: borrowing Owner) {
    unsafe self.source = source
  }

  package var kind: OSMFile.Kinds { unsafe OSMFile.Kinds(rawValue: source.kind) }
  package var id: Int64 { unsafe source.id }
  /// 0 if unknown.
  package var version: UInt32 { unsafe source.version }
  /// In seconds since 1970; 0 if unknown.
  package var timestamp: Int64 { unsafe source.timestamp }
  /// False if a change file deletes it.
  package var isVisible: Bool { unsafe source.is_visible }

  /// The place of a node; `nil` if the file has none or an invalid one.
  package var place: Place? {
    guard unsafe source.has_location else { return nil }
    return unsafe Place(latitudeE7: source.latitude_e7, longitudeE7: source.longitude_e7)
  }

  package var hasTags: Bool { unsafe source.tag_bytes > 0 }

  /// key, zero byte, value, zero byte, key, …
  package var tagBytes: RawSpan {
    @_lifetime(copy self)
    get {
      let bytes = unsafe UnsafeRawBufferPointer(start: source.tags, count: source.tag_bytes)
      return unsafe _overrideLifetime(RawSpan(_unsafeBytes: bytes), copying: self)
    }
  }

  /// Appends the ids of a way's nodes to `ids`, in order.
  package func appendNodeIDs(to ids: inout [Int64]) {
    let refs = unsafe UnsafeBufferPointer(start: source.node_refs, count: source.node_ref_count)
    unsafe ids.append(contentsOf: refs.lazy.map { $0.id })
  }

  /// The ids of a way's nodes, in order.
  package var nodeIDs: [Int64] {
    var ids: [Int64] = []
    appendNodeIDs(to: &ids)
    return ids
  }

  /// The members of a relation, in order.
  package var members: [OSMFile.Member] {
    let list = unsafe UnsafeBufferPointer(start: source.members, count: source.member_count)
    return unsafe list.map { member in
      unsafe OSMFile.Member(
        id: member.id, kind: OSMFile.Kinds(rawValue: member.kind), role: String(cString: member.role))
    }
  }

  /// Whether both are the same version of the same object, down to tags, places and members.
  ///
  /// Ignores users, and the order of tags, which differs between extracts of one server.
  package func equals(_ other: borrowing OSMObject) -> Bool {
    unsafe source.hasHead(of: other.source) && source.hasBody(of: other.source) && members == other.members
      && hasTags(of: other)
  }

  private func hasTags(of other: borrowing OSMObject) -> Bool {
    let mine = unsafe UnsafeBufferPointer(start: source.tags, count: source.tag_bytes)
    let others = unsafe UnsafeBufferPointer(start: other.source.tags, count: other.source.tag_bytes)
    guard unsafe !mine.elementsEqual(others) else { return true }
    return unsafe sortedTags(Array(mine)) == sortedTags(Array(others))
  }
}

/// Each tag as key, zero byte, value.
private func sortedTags(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  let ends = bytes.indices.filter { bytes[$0] == 0 }
  let begins = [0] + ends.dropLast().map { $0 + 1 }
  return stride(from: 1, to: ends.count, by: 2).map { bytes[begins[$0 - 1]..<ends[$0]] }
    .sorted { $0.lexicographicallyPrecedes($1) }
}

extension cosmium_object {
  fileprivate func hasHead(of other: cosmium_object) -> Bool {
    unsafe kind == other.kind && id == other.id && version == other.version && timestamp == other.timestamp
      && is_visible == other.is_visible
  }

  fileprivate func hasBody(of other: cosmium_object) -> Bool {
    unsafe has_location == other.has_location
      && (!has_location || longitude_e7 == other.longitude_e7 && latitude_e7 == other.latitude_e7)
      && UnsafeBufferPointer(start: node_refs, count: node_ref_count).lazy.map(\.id)
        .elementsEqual(UnsafeBufferPointer(start: other.node_refs, count: other.node_ref_count).lazy.map(\.id))
  }
}

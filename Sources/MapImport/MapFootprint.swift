internal import Extracts
internal import RoadGraph
package import Storage

/// The objects of an extract on which a map depends: a change of no other known object can change a byte of the map.
///
/// These are all nodes that the import looked up, all ways that are roads, areas or parts of borders, and all relations
/// that it read; including ones that these refer to but the extract lacks. In memory and in the file they are ascending
/// ids, each as the distance from the one before, in as few bytes as it takes: 3.2 MB for 2.96 million objects.
package struct MapFootprint: Equatable, Sendable {
  private let nodes: [UInt8]
  private let ways: [UInt8]
  private let relations: [UInt8]

  init(_ survey: RoadSurvey, _ index: NodeIndex) {
    nodes = packed(index.ids)
    ways = packed(sortedUnique(survey.ways.map(\.id.rawValue) + survey.otherWayIDs))
    relations = packed(sortedUnique(survey.relationIDs))
  }

  /// The size in memory and in a file, in bytes.
  package var byteCount: Int { Self.headSize + nodes.count + ways.count + relations.count + Self.checksumSize }

  /// Whether one of the changed objects is in the footprint.
  ///
  /// - Complexity: O(*n* + *c* log *c*), for *n* ids here and *c* changes; ids that do not fit in memory are asked for in
  ///   groups, with *n* steps for each.
  func meets(_ changes: ChangeSet) throws(ExtractError) -> Bool {
    try changes.anyGroupOfIDs { kind, ids in
      switch kind {
      case .nodes: holds(ids, in: nodes)
      case .ways: holds(ids, in: ways)
      default: holds(ids, in: relations)
      }
    }
  }

  private func holds(_ ids: [Int64], in packed: [UInt8]) -> Bool {
    let wanted = sortedUnique(ids)
    var row = 0
    var known = PackedIDs(packed)
    while row < wanted.count, let id = known.next() {
      while row < wanted.count, wanted[row] < id { row += 1 }
      if row < wanted.count, wanted[row] == id { return true }
    }
    return false
  }
}

// MARK: In a file

extension MapFootprint {
  private static let mark = Array("TMFOOT01".utf8)
  private static let headSize = 8 + 3 * 8
  private static let checksumSize = 8

  /// Replaces the file at `path`: a mark, the sizes of three parts, the parts, and the checksum of all before it.
  package func write(to path: String) throws(StorageError) {
    var bytes = Self.mark
    for part in [nodes, ways, relations] { bytes += Storage.rawBytes(of: [UInt64(part.count).littleEndian]) }
    bytes += nodes + ways + relations
    bytes += Storage.rawBytes(of: [checksum(bytes).littleEndian])
    let file = try AtomicFile(path: path)
    do {
      try file.write(bytes)
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }

  /// Reads a file that ``write(to:)`` wrote.
  ///
  /// - Throws: ``MapImportError/noFootprint(path:)`` if it is damaged or of another kind, `unreadable` if it is absent.
  package init(path: String) throws(MapImportError) {
    let bytes: [UInt8]
    do {
      let file = try MappedFile(path: path)
      bytes = unsafe file.bytes.withUnsafeBytes { unsafe [UInt8]($0) }
    } catch {
      throw .unreadable(path: path, reason: error.description)
    }
    guard let parts = Self.parts(of: bytes) else { throw .noFootprint(path: path) }
    (nodes, ways, relations) = (parts[0], parts[1], parts[2])
  }

  private static func parts(of bytes: [UInt8]) -> [[UInt8]]? {
    let end = bytes.count - checksumSize
    guard end >= headSize, bytes.starts(with: mark) else { return nil }
    guard word(bytes, at: end) == checksum(Array(bytes[..<end])) else { return nil }
    var parts: [[UInt8]] = []
    var begin = headSize
    for number in 0..<3 {
      let size = word(bytes, at: mark.count + 8 * number)
      guard size <= UInt64(end - begin) else { return nil }
      parts.append(Array(bytes[begin..<begin + Int(size)]))
      begin += Int(size)
    }
    return begin == end ? parts : nil
  }

  private static func word(_ bytes: [UInt8], at offset: Int) -> UInt64 {
    bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

// MARK: Packing

/// Ascending ids as distances, seven bits to a byte, the lowest first; the first distance is from the least id of all.
private func packed(_ ids: [Int64]) -> [UInt8] {
  var bytes: [UInt8] = []
  var last = Int64.min
  for id in ids {
    var distance = UInt64(bitPattern: id &- last)
    while distance >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: distance) | 0x80)
      distance >>= 7
    }
    bytes.append(UInt8(distance))
    last = id
  }
  return bytes
}

private struct PackedIDs {
  private let bytes: [UInt8]
  private var position = 0
  private var last = Int64.min

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Int64? {
    guard position < bytes.count else { return nil }
    var distance: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      distance |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    last = last &+ Int64(bitPattern: distance)
    return last
  }
}

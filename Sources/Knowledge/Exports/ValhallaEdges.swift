internal import Records
internal import Storage

/// The edges of the tiles that a user has built with Valhalla: CSV with the columns `edge`, such as `2/779796/19389`, and
/// `shape`, an encoded polyline with six decimals in the direction of travel. The edges of a tile follow each other.
package struct ValhallaEdges: Sendable {
  package let path: String
  /// In the order of the file.
  package let tiles: [ValhallaTile]

  package struct Edge: Sendable {
    package let index: Int
    package let line: [EdgeChains.Place6]
  }

  /// Reads which tiles there are.
  package init(path: String) throws(ExportError) {
    self.path = path
    var tiles: [ValhallaTile] = []
    var known: Set<ValhallaTile> = []
    try Self.forEachRow(of: path) { tile, _, _, line throws(ExportError) in
      guard tile != tiles.last else { return }
      guard known.insert(tile).inserted else { throw .unsorted(path: path, line: line) }
      tiles.append(tile)
    }
    if tiles.isEmpty { throw .noEdges(path: path) }
    self.tiles = tiles
  }

  /// Calls `body` with each tile and its edges, in the order of the file.
  package func forEachTile(_ body: (ValhallaTile, [Edge]) throws -> Void) throws {
    var current: ValhallaTile?
    var edges: [Edge] = []
    var failure: (any Error)?
    try Self.forEachRow(of: path) { tile, index, shape, line throws(ExportError) in
      guard failure == nil else { return }
      if let done = current, done != tile {
        do { try body(done, edges) } catch { failure = error }
        edges.removeAll(keepingCapacity: true)
      }
      current = tile
      guard let places = Self.places(ofPolyline: shape) else { throw .badShape(path: path, line: line) }
      edges.append(Edge(index: index, line: places))
    }
    if let failure { throw failure }
    if let current { try body(current, edges) }
  }

  private static func forEachRow(
    of path: String, _ body: (ValhallaTile, Int, String, Int) throws(ExportError) -> Void
  ) throws(ExportError) {
    var table: CSVTable
    do { table = try CSVTable(path: path) } catch { throw .unreadable(error.description) }
    guard let edge = table.column("edge"), let shape = table.column("shape") else { throw .noColumns(path: path) }
    while try next(&table) {
      let texts = table.texts
      guard texts.count > max(edge, shape), let (tile, index) = Self.name(texts[edge]) else {
        throw .badEdge(path: path, line: table.line)
      }
      try body(tile, index, texts[shape], table.line)
    }
  }

  private static func next(_ table: inout CSVTable) throws(ExportError) -> Bool {
    do { return try table.next() } catch { throw .unreadable(error.description) }
  }

  private static func name(_ text: String) -> (ValhallaTile, Int)? {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let level = numbers[0], let tile = numbers[1], let index = numbers[2],
      (0...2).contains(level), (0..<1 << 22).contains(tile), (0..<1 << 21).contains(index)
    else { return nil }
    return (ValhallaTile(level: level, number: tile), index)
  }

  /// - Source: Google's Encoded Polyline Algorithm Format; with six decimals as in Valhalla.
  static func places(ofPolyline text: String) -> [EdgeChains.Place6]? {
    var places: [EdgeChains.Place6] = []
    var latitude: Int32?
    var last = (latitude: Int32(0), longitude: Int32(0))
    var (value, shift) = (UInt32(0), UInt32(0))
    for byte in text.utf8 {
      guard (63...126).contains(byte), shift <= 30 else { return nil }
      value |= UInt32((byte - 63) & 31) << shift
      shift += 5
      guard byte - 63 < 32 else { continue }
      let difference = Int32(bitPattern: value >> 1 ^ (value & 1 == 0 ? 0 : .max))
      (value, shift) = (0, 0)
      guard let north = latitude else {
        latitude = difference
        continue
      }
      last = (last.latitude &+ north, last.longitude &+ difference)
      places.append(EdgeChains.Place6(latitude: last.latitude, longitude: last.longitude))
      latitude = nil
    }
    return shift == 0 && latitude == nil ? places : nil
  }
}

/// A tile of Valhalla's map.
package struct ValhallaTile: Hashable, Sendable {
  package let level: Int
  package let number: Int

  /// The name of its file of traffic: `2/000/779/796.csv`.
  package var fileName: String {
    let digits = String(number)
    let width = level == 2 ? 9 : 6
    let padded = Array(String(repeating: "0", count: max(0, width - digits.count)) + digits)
    let parts = stride(from: 0, to: padded.count, by: 3).map { String(padded[$0..<min($0 + 3, padded.count)]) }
    return "\(level)/" + parts.joined(separator: "/") + ".csv"
  }
}

/// Why a file that an export needs cannot be used.
package enum ExportError: Error, Equatable, Sendable {
  case unreadable(String)
  case noColumns(path: String)
  case noEdges(path: String)
  case badEdge(path: String, line: Int)
  case badShape(path: String, line: Int)
  case unsorted(path: String, line: Int)
}

extension ExportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let reason): reason
    case .noColumns(let path):
      "\(path): this is no table of the edges of Valhalla's tiles; its columns are edge and shape, and "
        + "Documentation/Learning.md shows a script that writes it"
    case .noEdges(let path): "\(path): there is no edge in this table; write it anew from the tiles"
    case .badEdge(let path, let line):
      "\(path):\(line): an edge is level/tile/number, such as 2/779796/19389; write the table anew from the tiles"
    case .badShape(let path, let line):
      "\(path):\(line): the shape is no encoded polyline; write the table anew from the tiles"
    case .unsorted(let path, let line):
      "\(path):\(line): the edges of a tile do not follow each other; sort the rows"
    }
  }
}

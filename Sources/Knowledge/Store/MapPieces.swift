internal import Geodesy
internal import RoadGraph
internal import Storage

/// The roads of a map as far as is needed to find them on another map: ids, lengths and lines.
///
/// Shapes, for *s* segments and *p* places:
///
///     ways, backwardWays, tails, heads, lengths    s
///     firstPlaces                                  s + 1
///     places                                       p
struct MapPieces: Sendable {
  let version: String
  /// Ways of the segments forward and backward, which differ in maps from lists of edges.
  private(set) var ways: [Int64] = []
  private(set) var backwardWays: [Int64] = []
  /// Source ids of the nodes at the start and at the end, forward; empty if the map has none.
  private(set) var tails: [Int64] = []
  private(set) var heads: [Int64] = []
  /// In millimetres.
  private(set) var lengths: [UInt32] = []
  private(set) var firstPlaces: [UInt32] = [0]
  private(set) var places: [Place] = []

  func way(of edge: EdgeID) -> Int64 { edge.isForward ? ways[edge.segment.index] : backwardWays[edge.segment.index] }

  /// The nodes at the start and at the end of an edge; `nil` if the map has no ids.
  func nodes(of edge: EdgeID) -> (from: Int64, to: Int64)? {
    guard !tails.isEmpty else { return nil }
    let (tail, head) = (tails[edge.segment.index], heads[edge.segment.index])
    return edge.isForward ? (tail, head) : (head, tail)
  }

  func length(of edge: EdgeID) -> Metres { Double(lengths[edge.segment.index]) / 1000 }

  func shape(of edge: EdgeID) -> [Place] {
    let shape = places[Int(firstPlaces[edge.segment.index])..<Int(firstPlaces[edge.segment.index + 1])]
    return edge.isForward ? Array(shape) : shape.reversed()
  }

  func contains(_ edge: EdgeID) -> Bool { edge.segment.index < ways.count }
}

/// What a segment's packed form is a difference from: the segment before it in its block.
private struct PieceBefore {
  var way: Int64 = 0
  var node: Int64 = 0
  var place = Place(latitudeE7: 0, longitudeE7: 0)
}

extension MapPieces {
  private static let magic = Array("tmpieces".utf8)
  private static let format: UInt64 = 1
  private static let headerSize = 56

  /// Writes the pieces of a map: a header of 8 magic · 4 format · 4 has nodes · 16 map version · 8 segments · 8 blocks ·
  /// 8 checksum, and ``PackedBlocks``.
  static func write(_ graph: RoadGraph, to path: String) throws(StoreError) {
    try storing { () throws(StorageError) in
      let file = try AtomicFile(path: path, for: .ownerAlone)
      try file.write(header(of: graph, blockCount: 0))
      var block = ByteBuffer(capacity: PackedBlocks.size)
      var (before, blockCount) = (PieceBefore(), 0)
      for segment in 0..<graph.segmentCount {
        append(SegmentID(segment), of: graph, to: &block, after: &before)
        guard block.count >= PackedBlocks.size || segment + 1 == graph.segmentCount else { continue }
        try file.write(PackedBlocks.packed(block))
        block.removeAll()
        (before, blockCount) = (PieceBefore(), blockCount + 1)
      }
      try file.overwrite(header(of: graph, blockCount: blockCount), at: 0)
      try file.commit()
    }
  }

  private static func hasNodes(_ graph: RoadGraph) -> Bool { graph.nodeCount > 0 && graph.source(of: NodeID(0)) != nil }

  private static func header(of graph: RoadGraph, blockCount: Int) -> [UInt8] {
    var buffer = ByteBuffer(capacity: headerSize)
    buffer.append(magic)
    buffer.append(format, count: 4)
    buffer.append(hasNodes(graph) ? 1 : 0, count: 4)
    buffer.append(graph.version)
    buffer.append(UInt64(graph.segmentCount), count: 8)
    buffer.append(UInt64(blockCount), count: 8)
    buffer.append(checksum(buffer.bytes), count: 8)
    return buffer.array
  }

  private static func append(
    _ segment: SegmentID, of graph: RoadGraph, to bytes: inout ByteBuffer, after before: inout PieceBefore
  ) {
    let (way, backward) = (graph.way(of: segment.forward).rawValue, graph.way(of: segment.backward).rawValue)
    bytes.append(signed: way &- before.way)
    bytes.append(signed: backward &- way)
    before.way = way
    if let tail = graph.source(of: graph.tail(of: segment.forward))?.rawValue,
      let head = graph.source(of: graph.head(of: segment.forward))?.rawValue
    {
      bytes.append(signed: tail &- before.node)
      bytes.append(signed: head &- tail)
      before.node = head
    }
    bytes.append(packed: UInt64(graph.lengthInMillimetres(of: segment)))
    let shape = graph.shapeRange(of: segment)
    bytes.append(packed: shape.count)
    for index in shape {
      let place = graph.shapePlace(at: index)
      bytes.append(signed: Int64(place.latitudeE7) - Int64(before.place.latitudeE7))
      bytes.append(signed: Int64(place.longitudeE7) - Int64(before.place.longitudeE7))
      before.place = place
    }
  }

  /// Reads what ``write(_:to:)`` has written.
  ///
  /// - Throws: ``StoreError``.
  init(reading path: String) throws(StoreError) {
    var reader = try BlockReader(path)
    let header = try reader.bytes(Self.headerSize)
    guard header.starts(with: Self.magic) else { throw reader.damage }
    let format = header.span.number(at: 8, count: 4)
    guard format <= Self.format else { throw .newer(path: path, found: Int(format), known: Int(Self.format)) }
    guard header.span.number(at: 48, count: 8) == checksum(Array(header[..<48])) else { throw reader.damage }
    version = String(decoding: header[16..<32], as: UTF8.self)
    for _ in 0..<header.span.number(at: 40, count: 8) {
      let block = try reader.block()
      guard read(block, hasNodes: header.span.number(at: 12, count: 4) != 0) else { throw reader.damage }
    }
    guard reader.isAtEnd, header.span.number(at: 32, count: 8) == UInt64(ways.count) else { throw reader.damage }
  }

  /// - Returns: whether the block is sound.
  private mutating func read(_ block: [UInt8], hasNodes: Bool) -> Bool {
    var (reader, before) = (PackedReader(block.span), PieceBefore())
    while !reader.isAtEnd {
      before.way &+= reader.signed()
      ways.append(before.way)
      backwardWays.append(before.way &+ reader.signed())
      if hasNodes {
        tails.append(before.node &+ reader.signed())
        before.node = tails[tails.count - 1] &+ reader.signed()
        heads.append(before.node)
      }
      lengths.append(reader.fitting(Int64(clamping: reader.packed())))
      for _ in 0..<reader.count(ofAtLeast: 2) {
        before.place = Place(
          latitudeE7: reader.fitting(reader.signed() &+ Int64(before.place.latitudeE7)),
          longitudeE7: reader.fitting(reader.signed() &+ Int64(before.place.longitudeE7)))
        places.append(before.place)
      }
      firstPlaces.append(UInt32(places.count))
      if reader.isDamaged { return false }
    }
    return true
  }
}

extension KnowledgeStore {
  /// The roads of a map.
  ///
  /// - Parameter prefix: the first digits of its version.
  /// - Throws: ``StoreError/unknownMap(path:version:)`` and the errors of reading.
  func pieces(ofMap prefix: String) throws(StoreError) -> MapPieces {
    guard let map = contents.maps.first(where: { $0.version.hasPrefix(prefix) }),
      FileKind(at: piecesPath(ofMap: map.version)) == .file
    else { throw .unknownMap(path: folder, version: prefix) }
    return try MapPieces(reading: piecesPath(ofMap: map.version))
  }

  /// Writes the roads of a map unless they are there.
  func writePieces(of map: SpooledMap) throws(StoreError) {
    let path = piecesPath(ofMap: map.entry.version)
    guard FileKind(at: path) == .missing else { return }
    switch map.roads {
    case .graph(let graph): try MapPieces.write(graph, to: path)
    case .pieces(let source):
      try storing { () throws(StorageError) in
        let (source, file) = (try RawFile(path: source), try AtomicFile(path: path, for: .ownerAlone))
        while let bytes = try source.next() { try file.write(bytes) }
        try file.commit()
      }
    }
  }
}

package import Geodesy
package import Storage

/// The immutable directed road network of one map, used in place in its memory-mapped file.
///
/// Every segment of road is stored once and gives two edges, one per direction; whether a mode may use an edge is
/// its ``access(of:)``. Ids are dense from 0, so a caller's own columns can be indexed by them.
///
/// Shapes, for *n* nodes and *s* segments:
///
///     nodes       n
///     edges       2 s; edges 2 i and 2 i + 1 are the directions of segment i
///     outEdges    2 s; those leaving node v are one range
///
/// Safe to share between threads: nothing is written after opening.
package final class RoadGraph: Sendable {
  // Columns point into `file`; they never leave this class, which keeps the file mapped.
  private let file: MappedFile
  package let path: String
  package let provenance: Provenance
  /// The hash of the whole content, as 16 hexadecimal digits: the version of the map.
  package let version: String
  /// The box around all places.
  package let bounds: Bounds
  private let table: SectionTable

  private let nodePlaces: Column<Place>
  private let nodeFlags: Column<UInt8>
  private let nodeFirstOut: Column<UInt32>
  private let nodeSources: Column<Int64>
  private let outEdgeIDs: Column<UInt32>
  private let edgeHeads: Column<UInt32>
  private let edgeAccess: Column<UInt16>
  private let edgeTurnFlags: Column<UInt8>
  private let edgeSpeedLimits: Column<UInt16>
  private let edgeLanes: Column<UInt8>
  private let segmentWays: Column<UInt32>
  let segmentFirstPlace: Column<UInt32>
  let shapePlaces: Column<Place>
  let shapeDistances: Column<UInt32>
  private let shapeSources: Column<Int64>
  private let wayIDs: Column<Int64>
  private let wayClasses: Column<UInt8>
  private let wayFlags: Column<UInt32>
  private let waySurfaces: Column<UInt8>
  private let wayNames: Column<UInt32>
  private let wayRefs: Column<UInt32>
  private let strings: Strings
  private let turnLaneTexts: SparseTexts
  private let destinations: SparseTexts
  private let destinationRefs: SparseTexts
  private let conditionTexts: SparseTexts
  private let exitRefs: SparseTexts
  private let exitNames: SparseTexts
  private let barriers: SparseColumn<UInt16>
  let turns: TurnTable
  let index: SpatialIndex

  /// Opens a graph file: reads its header and table, maps the rest. Takes milliseconds whatever the size.
  ///
  /// - Throws: ``StorageError`` when the file cannot be read, ``RoadGraphError`` when it is no usable graph. Damage
  ///   inside a section is found by ``verify()``.
  package convenience init(path: String) throws {
    try self.init(file: MappedFile(path: path), path: path)
  }

  /// A graph that lies in memory.
  package convenience init(_ network: RoadNetwork, path: String = "memory") throws {
    try self.init(file: MappedFile(copying: RoadGraphWriter(network).bytes()), path: path)
  }

  package init(file: consuming MappedFile, path: String) throws(RoadGraphError) {
    let sections = try SectionReader(file, path: path)
    nodePlaces = try sections.column(.nodePlaces, of: file)
    let nodes = nodePlaces.count
    nodeFlags = try sections.column(.nodeFlags, of: file, count: nodes)
    nodeFirstOut = try sections.column(.nodeFirstOut, of: file, count: nodes + 1)
    nodeSources = try sections.optionalColumn(.nodeSources, of: file, count: nodes)
    edgeHeads = try sections.column(.edgeHeads, of: file)
    let edges = edgeHeads.count
    outEdgeIDs = try sections.column(.outEdges, of: file, count: edges)
    edgeAccess = try sections.column(.edgeAccess, of: file, count: edges)
    edgeTurnFlags = try sections.optionalColumn(.edgeTurnFlags, of: file, count: edges)
    edgeSpeedLimits = try sections.optionalColumn(.edgeSpeedLimits, of: file, count: edges)
    edgeLanes = try sections.optionalColumn(.edgeLanes, of: file, count: edges)
    segmentWays = try sections.column(.segmentWays, of: file, count: edges / 2)
    segmentFirstPlace = try sections.column(.segmentFirstPlace, of: file, count: edges / 2 + 1)
    shapePlaces = try sections.column(.shapePlaces, of: file)
    let places = shapePlaces.count
    shapeDistances = try sections.column(.shapeDistances, of: file, count: places)
    shapeSources = try sections.optionalColumn(.shapeSources, of: file, count: places)
    wayIDs = try sections.column(.wayIDs, of: file)
    let ways = wayIDs.count
    wayClasses = try sections.column(.wayClasses, of: file, count: ways)
    wayFlags = try sections.column(.wayFlags, of: file, count: ways)
    waySurfaces = try sections.optionalColumn(.waySurfaces, of: file, count: ways)
    wayNames = try sections.optionalColumn(.wayNames, of: file, count: ways)
    wayRefs = try sections.optionalColumn(.wayRefs, of: file, count: ways)
    strings = try Strings(sections, file)
    turnLaneTexts = try SparseTexts(sections, file, .turnLaneKeys, .turnLaneValues)
    destinations = try SparseTexts(sections, file, .destinationKeys, .destinationValues)
    destinationRefs = try SparseTexts(sections, file, .destinationRefKeys, .destinationRefValues)
    conditionTexts = try SparseTexts(sections, file, .conditionKeys, .conditionValues)
    exitRefs = try SparseTexts(sections, file, .exitRefKeys, .exitRefValues)
    exitNames = try SparseTexts(sections, file, .exitNameKeys, .exitNameValues)
    barriers = try SparseColumn(sections, file, .barrierKeys, .barrierValues)
    turns = try TurnTable(sections, file)
    index = try sections.spatialIndex(of: file)
    provenance = Provenance(text: try sections.text(.provenance, of: file))
    version = sections.table.contentHash.hexadecimal
    bounds = index.boxes.isEmpty ? .empty : index.boxes[index.boxes.count - 1]
    table = sections.table
    self.path = path
    self.file = file
  }

  /// Reads the whole file and compares every section with its checksum.
  ///
  /// - Throws: ``RoadGraphError/damaged(path:section:)`` for the first section that differs.
  package func verify() throws(RoadGraphError) {
    for (tag, entry) in table.entries.sorted(by: { $0.value.offset < $1.value.offset }) {
      guard file.checksum(of: entry.offset..<entry.offset + entry.byteCount) == entry.checksum else {
        throw .damaged(path: path, section: tag.name)
      }
    }
  }

  /// The size of the file and of each of its sections, in the order of the file.
  package var sectionSizes: [(name: String, byteCount: Int)] {
    table.entries.sorted { $0.value.offset < $1.value.offset }.map { ($0.key.name, $0.value.byteCount) }
  }

  package var byteCount: Int { file.byteCount }
  package static var formatVersion: Int { Int(GraphFormat.version) }
}

// MARK: - Nodes

extension RoadGraph {
  package var nodeCount: Int { nodePlaces.count }
  package var segmentCount: Int { edgeHeads.count / 2 }
  package var edgeCount: Int { edgeHeads.count }
  package var wayCount: Int { wayIDs.count }
  package var placeCount: Int { shapePlaces.count }

  package func place(of node: NodeID) -> Place { nodePlaces[node.index] }
  package func flags(of node: NodeID) -> NodeFlags { NodeFlags(rawValue: nodeFlags[node.index]) }

  /// The node's id in the source, `nil` in a map built without them.
  package func source(of node: NodeID) -> SourceNodeID? {
    nodeSources.isEmpty ? nil : SourceNodeID(nodeSources[node.index])
  }

  /// Whom a barrier at the node lets pass; `.all` where there is none.
  package func barrier(at node: NodeID) -> AccessSet {
    guard flags(of: node).contains(.barrier) else { return .all }
    return barriers[node.rawValue].map(AccessSet.init(rawValue:)) ?? .all
  }

  /// The number of the motorway exit at a node; empty where there is none.
  package func exitRef(of node: NodeID) -> String { strings[exitRefs[node.rawValue]] }
  package func exitName(of node: NodeID) -> String { strings[exitNames[node.rawValue]] }

  /// The edges that leave `node`, in both legal and illegal directions.
  package func edges(leaving node: NodeID) -> OutEdges {
    OutEdges(graph: self, range: Int(nodeFirstOut[node.index])..<Int(nodeFirstOut[node.index + 1]))
  }

  package func outRange(of node: NodeID) -> Range<Int> {
    Int(nodeFirstOut[node.index])..<Int(nodeFirstOut[node.index + 1])
  }

  package func outEdge(at index: Int) -> EdgeID { EdgeID(outEdgeIDs[index]) }
}

/// The edges leaving one node.
package struct OutEdges: RandomAccessCollection {
  fileprivate let graph: RoadGraph
  fileprivate let range: Range<Int>
  package var startIndex: Int { range.lowerBound }
  package var endIndex: Int { range.upperBound }
  package subscript(index: Int) -> EdgeID { graph.outEdge(at: index) }
}

// MARK: - Edges

extension RoadGraph {
  package func head(of edge: EdgeID) -> NodeID { NodeID(edgeHeads[edge.index]) }
  package func tail(of edge: EdgeID) -> NodeID { NodeID(edgeHeads[edge.reversed.index]) }
  package func access(of edge: EdgeID) -> AccessSet { AccessSet(rawValue: edgeAccess[edge.index]) }

  package func lengthInMillimetres(of segment: SegmentID) -> UInt32 {
    shapeDistances[Int(segmentFirstPlace[segment.index + 1]) - 1]
  }

  package func length(of edge: EdgeID) -> Metres { Metres(lengthInMillimetres(of: edge.segment)) / 1000 }

  /// The edge may not be used by `mode`, but its opposite may: driving here is driving the wrong way.
  package func isAgainstOneway(_ edge: EdgeID, for mode: TravelMode) -> Bool {
    access(of: edge)[mode] == .no && access(of: edge.reversed)[mode] > .no
  }

  package func way(of edge: EdgeID) -> WayID { WayID(wayIDs[wayIndex(of: edge)]) }
  package func flags(of edge: EdgeID) -> RoadFlags { RoadFlags(rawValue: wayFlags[wayIndex(of: edge)]) }
  package func name(of edge: EdgeID) -> String { wayNames.isEmpty ? "" : strings[wayNames[wayIndex(of: edge)]] }
  package func ref(of edge: EdgeID) -> String { wayRefs.isEmpty ? "" : strings[wayRefs[wayIndex(of: edge)]] }

  package func roadClass(of edge: EdgeID) -> RoadClass { RoadClass(rawValue: wayClasses[wayIndex(of: edge)]) ?? .road }

  package func surface(of edge: EdgeID) -> Surface {
    waySurfaces.isEmpty ? .unknown : Surface(rawValue: waySurfaces[wayIndex(of: edge)]) ?? .unknown
  }

  /// `nil` where it is not known.
  package func speedLimit(of edge: EdgeID) -> SpeedLimit? {
    edgeSpeedLimits.isEmpty ? nil : StoredSpeedLimit(rawValue: edgeSpeedLimits[edge.index]).limit
  }

  /// Lanes in this direction; `nil` where it is not known.
  package func lanes(of edge: EdgeID) -> Int? {
    edgeLanes.isEmpty || edgeLanes[edge.index] == 0 ? nil : Int(edgeLanes[edge.index])
  }

  /// `turn:lanes` as tagged; empty where there is none.
  package func turnLanes(of edge: EdgeID) -> String { strings[turnLaneTexts[edge.rawValue]] }
  package func destination(of edge: EdgeID) -> String { strings[destinations[edge.rawValue]] }
  package func destinationRef(of edge: EdgeID) -> String { strings[destinationRefs[edge.rawValue]] }
  /// Conditional access and the like, `key=value` lines; empty where there are none.
  package func conditions(of edge: EdgeID) -> String { strings[conditionTexts[edge.rawValue]] }

  private func wayIndex(of edge: EdgeID) -> Int { Int(segmentWays[edge.segment.index]) }
}

// MARK: - Geometry

extension RoadGraph {
  /// The indices of the places of a segment, both ends included, for ``shapePlace(at:)``.
  package func shapeRange(of segment: SegmentID) -> Range<Int> {
    Int(segmentFirstPlace[segment.index])..<Int(segmentFirstPlace[segment.index + 1])
  }

  package func shapePlace(at index: Int) -> Place { shapePlaces[index] }

  /// Metres from the begin of the segment to a place of its shape.
  package func shapeDistance(at index: Int) -> Metres { Metres(shapeDistances[index]) / 1000 }

  /// The source's node id of a place of a shape; `nil` where it has none.
  package func shapeSource(at index: Int) -> SourceNodeID? {
    shapeSources.isEmpty || shapeSources[index] == 0 ? nil : SourceNodeID(shapeSources[index])
  }

  /// The places of an edge in the order driven.
  package func shape(of edge: EdgeID) -> [Place] {
    let places = shapeRange(of: edge.segment).map { shapePlaces[$0] }
    return edge.isForward ? places : places.reversed()
  }

  /// The place `offset` metres from the begin of an edge; the nearer end when beyond it.
  package func place(on edge: EdgeID, at offset: Metres) -> Place {
    let onSegment = edge.isForward ? offset : length(of: edge) - offset
    let millimetres = UInt32(clamping: Int64((onSegment * 1000).rounded()))
    let range = shapeRange(of: edge.segment)
    let after = shapeDistances.firstIndex(notBefore: millimetres, in: range)
    guard after > range.lowerBound else { return shapePlaces[range.lowerBound] }
    guard after < range.upperBound else { return shapePlaces[range.upperBound - 1] }
    let piece = Double(shapeDistances[after] - shapeDistances[after - 1])
    let fraction = piece > 0 ? Double(millimetres - shapeDistances[after - 1]) / piece : 0
    let ruler = LocalRuler(at: shapePlaces[after - 1])
    let end = ruler.point(shapePlaces[after])
    return ruler.place(LocalPoint(x: end.x * fraction, y: end.y * fraction))
  }

  /// The places of an edge from one offset to another, both given in metres from its begin, in the order driven.
  package func shape(of edge: EdgeID, from begin: Metres, to end: Metres) -> [Place] {
    let range = shapeRange(of: edge.segment)
    let length = length(of: edge)
    let inner = range.filter {
      let along = edge.isForward ? shapeDistance(at: $0) : length - shapeDistance(at: $0)
      return along > begin && along < end
    }
    let between = inner.map { shapePlaces[$0] }
    return [place(on: edge, at: begin)] + (edge.isForward ? between : between.reversed()) + [place(on: edge, at: end)]
  }
}

extension UInt64 {
  fileprivate var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

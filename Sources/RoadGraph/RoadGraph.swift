public import Geodesy
public import Storage

/// The immutable directed road network of one map, used in place in its memory-mapped file.
///
/// Every segment of road is stored once and has two edges, one per direction. ``access(of:)`` says whether a mode may
/// use an edge. Ids are dense from 0, so they can index a caller's own columns.
///
/// Shapes, for *n* nodes and *s* segments:
///
///     nodes       n
///     edges       2 s; edges 2 i and 2 i + 1 are the directions of segment i
///     outEdges    2 s; those leaving node v are one range
///
/// Safe to share between threads: nothing is written after opening.
@usableFromInline package final class RoadGraph: Sendable {
  // Columns point into `file`; they never leave this class, which keeps the file mapped.
  let file: MappedFile
  package let path: String
  package let provenance: Provenance
  /// The hash of the whole content, as 16 hexadecimal digits: the version of the map.
  package let version: String
  /// The box around all places.
  package let bounds: Bounds
  let table: SectionTable
  /// A note says that this very file was checked before; nothing of it is checked again.
  package let isVerified: Bool
  private let notes: VerifiedFiles?
  /// When the file was opened, in nanoseconds since 1970.
  private let openedAt: Int64

  @usableFromInline let nodePlaces: Column<Place>
  @usableFromInline let nodeFlags: Column<UInt8>
  @usableFromInline let nodeFirstOut: Column<UInt32>
  let nodeSources: Column<Int64>
  @usableFromInline let outEdgeIDs: Column<UInt32>
  @usableFromInline let edgeHeads: Column<UInt32>
  @usableFromInline let edgeAccess: Column<UInt16>
  /// 1 if an edge is the last of a banned path; empty in a map without restrictions.
  @usableFromInline let edgeTurnFlags: Column<UInt8>
  @usableFromInline let edgeSpeedLimits: Column<UInt16>
  @usableFromInline let edgeLanes: Column<UInt8>
  @usableFromInline let segmentWays: Column<UInt32>
  @usableFromInline let segmentFirstPlace: Column<UInt32>
  @usableFromInline let segmentLengths: Column<UInt32>
  @usableFromInline let edgeBearings: Column<UInt8>
  @usableFromInline let shapePlaces: Column<Place>
  @usableFromInline let shapeDistances: Column<UInt32>
  let shapeSources: Column<Int64>
  @usableFromInline let wayIDs: Column<Int64>
  @usableFromInline let wayClasses: Column<UInt8>
  @usableFromInline let wayFlags: Column<UInt32>
  let waySurfaces: Column<UInt8>
  let wayNames: Column<UInt32>
  let wayRefs: Column<UInt32>
  let strings: Strings
  let texts: TextTable
  let barriers: SparseColumn<UInt16>
  let nodeSigns: SparseColumn<UInt8>
  let backwardWays: SparseColumn<Int64>
  let restrictionTable: RestrictionTable
  let zoneTable: ZoneTable
  let enforcementTable: EnforcementTable
  let backdropTable: BackdropTable
  let index: SpatialIndex

  /// Opens a graph file: maps it, and checks that its sections agree with each other.
  ///
  /// - Parameter notes: with a note of this file, only its header and table are checked, whatever its size. Every access
  ///   stays within its section all the same.
  /// - Throws: ``StorageError`` if the file cannot be read, ``RoadGraphError`` if it is not a usable graph. Damage that
  ///   leaves the sections in agreement is found by ``verify()``.
  package convenience init(path: String, noted notes: VerifiedFiles? = nil) throws {
    let moment = presentNanoseconds()
    try self.init(file: MappedFile(path: path), path: path, noted: notes, at: moment)
  }

  /// Whether the file begins as every graph does, of whatever version and however damaged.
  package static func isGraph(at path: String) -> Bool {
    guard FileKind(at: path) == .file, let stream = try? ByteStream(path: path) else { return false }
    return stream.peek(GraphFormat.magic.count) == GraphFormat.magic
  }

  /// A graph in memory.
  package convenience init(_ network: RoadNetwork, path: String = "memory") throws {
    try self.init(file: MappedFile(copying: RoadGraphWriter(network).bytes()), path: path)
  }

  package init(
    file: consuming MappedFile, path: String, noted notes: VerifiedFiles? = nil, at moment: Int64 = .min
  ) throws(RoadGraphError) {
    let sections = try SectionReader(file, path: path)
    nodePlaces = try sections.column(.nodePlaces, of: file)
    let nodes = nodePlaces.count
    nodeFlags = try sections.column(.nodeFlags, of: file, count: nodes)
    nodeSources = try sections.optionalColumn(.nodeSources, of: file, count: nodes)
    segmentWays = try sections.column(.segmentWays, of: file)
    let segments = segmentWays.count
    let edges = 2 * segments
    edgeHeads = try sections.column(.edgeHeads, of: file, count: edges)
    nodeFirstOut = try sections.firstIndices(.nodeFirstOut, of: file, rows: nodes, elements: edges)
    outEdgeIDs = try sections.column(.outEdges, of: file, count: edges)
    edgeAccess = try sections.column(.edgeAccess, of: file, count: edges)
    edgeBearings = try sections.column(.edgeBearings, of: file, count: edges)
    segmentLengths = try sections.column(.segmentLengths, of: file, count: segments)
    edgeTurnFlags = try sections.optionalColumn(.edgeTurnFlags, of: file, count: edges)
    edgeSpeedLimits = try sections.optionalColumn(.edgeSpeedLimits, of: file, count: edges)
    edgeLanes = try sections.optionalColumn(.edgeLanes, of: file, count: edges)
    shapePlaces = try sections.column(.shapePlaces, of: file)
    let places = shapePlaces.count
    segmentFirstPlace = try sections.firstIndices(.segmentFirstPlace, of: file, rows: segments, elements: places)
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
    texts = try TextTable(sections, file)
    backwardWays = try SparseColumn(sections, file, .backwardWayKeys, .backwardWayValues)
    barriers = try SparseColumn(sections, file, .barrierKeys, .barrierValues)
    nodeSigns = try SparseColumn(sections, file, .nodeSignKeys, .nodeSignValues)
    restrictionTable = try RestrictionTable(sections, file)
    zoneTable = try ZoneTable(sections, file)
    enforcementTable = try EnforcementTable(sections, file)
    backdropTable = try BackdropTable(sections, file)
    index = try sections.spatialIndex(of: file, segments: segments)
    provenance = Provenance(text: try sections.text(.provenance, of: file))
    version = sections.table.contentHash.hexadecimal
    bounds = index.bounds
    table = sections.table
    self.path = path
    openedAt = moment
    isVerified = notes?.contains(file.stamp, "map-\(version)") ?? false
    self.notes = notes
    self.file = file
    if !isVerified { try checkSoundness() }
  }

  /// Notes that this file was checked: opened without a note, ``verify()``, and what other modules stored in it.
  package func noteVerified() { note("map") }

  /// Whether a note says so of this very file.
  ///
  /// - Parameter check: a word.
  package func isNoted(_ check: String) -> Bool { notes?.contains(file.stamp, "\(check)-\(version)") ?? false }

  package func note(_ check: String) { notes?.add(file.stamp, takenAt: openedAt, "\(check)-\(version)") }

  /// Whether ``note(_:)`` can have an effect.
  package var keepsNotes: Bool { notes != nil && file.stamp?.isSettled(at: openedAt) ?? false }

  /// Reads the whole file and compares every section with its checksum.
  ///
  /// - Throws: ``RoadGraphError/damaged(path:section:)`` for the first part that differs.
  package func verify() throws(RoadGraphError) {
    try table.verify(file, path: path)
  }

  /// Gives back the memory of what was read so far; it is read again where it is needed.
  package func releasePages() { file.releasePages() }

  /// The size of each section, in the order of the file.
  package var sectionSizes: [(name: String, byteCount: Int)] { table.entries.map { ($0.tag.name, $0.range.count) } }

  package var byteCount: Int { file.byteCount }
  package static var formatVersion: Int { Int(GraphFormat.version) }
}

extension UInt64 {
  fileprivate var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

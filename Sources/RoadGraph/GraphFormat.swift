/// The layout of a road-graph file; Documentation/GraphFormat.md describes it byte by byte.
///
///     header     128 bytes
///     sections   each at a multiple of 64 bytes, zero-padded between
///     table      sectionCount × 32 bytes, at a multiple of 64 bytes
///
/// All numbers are little-endian; the file is mapped and used in place on little-endian machines.
enum GraphFormat {
  static let magic: [UInt8] = Array("TMGRAPH\0".utf8)
  /// Raised whenever a reader of the previous version could misread the file.
  static let version: UInt32 = 1
  static let byteOrderMark: UInt32 = 0x0102_0304
  static let headerSize = 128
  static let entrySize = 32
  static let alignment = 64
}

/// What a section contains. Raw values are four letters, the first one in the lowest byte.
///
/// Shapes, for *n* nodes, *s* segments, *e* = 2 *s* edges, *p* places, *w* ways, *r* restrictions, *b* banned paths:
struct SectionTag: Hashable {
  let rawValue: UInt32

  init(_ letters: StaticString) {
    let bytes = Array("\(letters)".utf8)
    precondition(bytes.count == 4)
    rawValue = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// - Parameters:
  ///   - begin: three letters.
  ///   - end: the last one.
  init(_ begin: StaticString, _ end: Character) {
    let bytes = Array("\(begin)\(end)".utf8)
    precondition(bytes.count == 4)
    rawValue = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The four letters, or their number if they are not letters.
  var name: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * UInt32($0))) }
    return bytes.allSatisfy { (32..<127).contains($0) } ? String(decoding: bytes, as: UTF8.self) : "\(rawValue)"
  }

  // Topology and geometry.
  /// n × Place.
  static let nodePlaces = SectionTag("NPLC")
  /// n + 1 × UInt32 into `outEdges`.
  static let nodeFirstOut = SectionTag("NOUT")
  /// n × NodeFlags.
  static let nodeFlags = SectionTag("NFLG")
  /// e × UInt32: the edges leaving node 0, node 1, …
  static let outEdges = SectionTag("EOUT")
  /// e × UInt32: the node an edge leads to.
  static let edgeHeads = SectionTag("EHED")
  /// e × UInt16 AccessSet.
  static let edgeAccess = SectionTag("EACC")
  /// e × UInt8: 1 if the edge is the last of a banned path.
  static let edgeTurnFlags = SectionTag("ETRN")
  /// s × UInt32 into the ways.
  static let segmentWays = SectionTag("SWAY")
  /// s + 1 × UInt32 into `shapePlaces`.
  static let segmentFirstPlace = SectionTag("SSHP")
  /// s × UInt32 millimetres.
  static let segmentLengths = SectionTag("SLEN")
  /// e × UInt8: the bearing in which an edge begins, in 256ths of a turn.
  static let edgeBearings = SectionTag("EBRG")
  /// p × Place, both ends of each segment included.
  static let shapePlaces = SectionTag("PPLC")
  /// p × UInt32: millimetres from the start of the segment.
  static let shapeDistances = SectionTag("PDST")
  /// w × Int64.
  static let wayIDs = SectionTag("WIDS")
  /// w × RoadClass.
  static let wayClasses = SectionTag("WCLS")
  /// w × RoadFlags.
  static let wayFlags = SectionTag("WFLG")

  // The index of places.
  /// Boxes of 4 × Int32: leaves first, then each level above, the root last.
  static let indexBoxes = SectionTag("XBOX")
  /// leaves × UInt32: the first place of the leaf's run in `shapePlaces`.
  static let indexPlaces = SectionTag("XPLC")
  /// leaves × UInt32: the leaf's segment.
  static let indexSegments = SectionTag("XSEG")

  // Optional: names.
  /// strings + 1 × UInt32 into `stringBytes`.
  static let stringFirst = SectionTag("STRF")
  static let stringBytes = SectionTag("STRB")
  static let wayNames = SectionTag("WNAM")
  static let wayRefs = SectionTag("WREF")

  // Optional: ids of the source.
  /// n × Int64.
  static let nodeSources = SectionTag("NSRC")
  /// p × Int64, 0 for none.
  static let shapeSources = SectionTag("PSRC")

  // Optional: attributes. Sparse ones are pairs of sorted keys (…K) and values (…V); see also ``TextAttribute``.
  /// e × UInt16: km/h in bits 0–9, bit 14 no limit, bit 15 default of the class; 0 unknown.
  static let edgeSpeedLimits = SectionTag("ESPD")
  static let edgeLanes = SectionTag("ELAN")
  /// Segments whose backward direction has an id of its own, and that id (Int64).
  static let backwardWayKeys = SectionTag("BWYK")
  static let backwardWayValues = SectionTag("BWYV")
  /// Nodes with a barrier and who may pass it (UInt16 AccessSet).
  static let barrierKeys = SectionTag("BARK")
  static let barrierValues = SectionTag("BARV")
  /// Nodes with signs besides the ones in their flags (UInt8 NodeSigns).
  static let nodeSignKeys = SectionTag("NSGK")
  static let nodeSignValues = SectionTag("NSGV")
  /// w × Surface.
  static let waySurfaces = SectionTag("WSRF")

  // Optional: areas with rules of their own, and the roads in them.
  /// z × UInt8 ZoneKind.
  static let zoneKinds = SectionTag("ZKND")
  /// z × UInt32 string.
  static let zoneNames = SectionTag("ZNAM")
  /// z × Int64: twice the id of the way, or twice the id of the relation and one; ascending.
  static let zoneSources = SectionTag("ZSRC")
  /// Segments with a part in an area, ascending: the segment, the number of the area, and where the part begins and ends
  /// as shares of the length in 2³² − 1.
  static let zoneSegments = SectionTag("ZSEG")
  static let zoneNumbers = SectionTag("ZNUM")
  static let zoneBegins = SectionTag("ZBEG")
  static let zoneEnds = SectionTag("ZEND")

  // Optional: devices that watch roads.
  /// Edges, ascending; where on the edge; UInt8 EnforcementKind; the id of the relation.
  static let enforcementEdges = SectionTag("FEDG")
  static let enforcementShares = SectionTag("FSHR")
  static let enforcementKinds = SectionTag("FKND")
  static let enforcementSources = SectionTag("FSRC")

  // Optional: the ground under the roads.
  /// t × UInt64, ascending: the level of a tile, its row and its column.
  static let backdropKeys = SectionTag("GKEY")
  /// t + 1 × UInt32 into `backdropBytes`.
  static let backdropFirst = SectionTag("GFST")
  static let backdropBytes = SectionTag("GBYT")

  // Turn restrictions.
  /// r × UInt8 Kind.
  static let restrictionKinds = SectionTag("RKND")
  /// r × UInt8: the modes it binds, without exceptions.
  static let restrictionModes = SectionTag("RMOD")
  /// r × UInt32 string: its condition, 0 for always.
  static let restrictionConditions = SectionTag("RCND")
  /// r × Int64.
  static let restrictionSources = SectionTag("RSRC")
  /// b × UInt32: the last edge of each banned path, ascending.
  static let bannedLast = SectionTag("BLST")
  /// b + 1 × UInt32 into `bannedEdges`.
  static let bannedFirst = SectionTag("BFST")
  /// UInt32 edges of the banned paths, in the order driven.
  static let bannedEdges = SectionTag("BEDG")
  /// b × UInt32: the restriction that bans it.
  static let bannedRestrictions = SectionTag("BRST")

  /// Lines of `key TAB value`.
  static let provenance = SectionTag("PROV")
}

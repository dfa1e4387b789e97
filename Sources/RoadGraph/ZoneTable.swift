internal import Storage

/// An area with rules of its own.
package struct Zone: Hashable, Sendable {
  package let kind: ZoneKind
  /// Empty if it has none.
  package let name: String
  package let source: ZoneSource
}

/// The part of an edge within an area.
package struct ZonedStretch: Hashable, Sendable {
  /// The number of the area in the map.
  package let zone: Int
  package let stretch: EdgeStretch
}

/// A place on an edge that a device watches.
package struct Enforcement: Hashable, Sendable {
  package let kind: EnforcementKind
  /// The id of the relation in the source of the map.
  package let source: Int64
  package let position: EdgePosition
}

/// The areas of a map, and the roads in them.
struct ZoneTable: Sendable {
  let kinds: Column<UInt8>
  let names: Column<UInt32>
  let sources: Column<Int64>
  /// Ascending.
  let segments: Column<UInt32>
  let numbers: Column<UInt32>
  let begins: Column<UInt32>
  let ends: Column<UInt32>

  init(_ sections: SectionReader, _ file: borrowing MappedFile) throws(RoadGraphError) {
    kinds = try sections.column(.zoneKinds, of: file)
    names = try sections.column(.zoneNames, of: file, count: kinds.count)
    sources = try sections.column(.zoneSources, of: file, count: kinds.count)
    segments = try sections.column(.zoneSegments, of: file)
    numbers = try sections.column(.zoneNumbers, of: file, count: segments.count)
    begins = try sections.column(.zoneBegins, of: file, count: segments.count)
    ends = try sections.column(.zoneEnds, of: file, count: segments.count)
  }
}

/// The devices of a map that watch roads.
struct EnforcementTable: Sendable {
  /// Ascending.
  let edges: Column<UInt32>
  let shares: Column<UInt32>
  let kinds: Column<UInt8>
  let sources: Column<Int64>

  init(_ sections: SectionReader, _ file: borrowing MappedFile) throws(RoadGraphError) {
    edges = try sections.column(.enforcementEdges, of: file)
    shares = try sections.column(.enforcementShares, of: file, count: edges.count)
    kinds = try sections.column(.enforcementKinds, of: file, count: edges.count)
    sources = try sections.column(.enforcementSources, of: file, count: edges.count)
  }
}

extension RoadGraph {
  /// The areas of the map, in the order of their numbers. Kinds that this program does not know are `nil`.
  package var zones: [Zone?] { (0..<zoneTable.kinds.count).map(zone) }

  /// The area of a number; `nil` for a kind that this program does not know.
  package func zone(at number: Int) -> Zone? {
    guard number < zoneTable.kinds.count else { return nil }
    return ZoneKind(rawValue: zoneTable.kinds[number]).map { kind in
      Zone(kind: kind, name: strings[zoneTable.names[number]], source: ZoneSource(areaID: zoneTable.sources[number]))
    }
  }

  /// The parts of an edge within areas, by area.
  package func zonedStretches(of edge: EdgeID) -> [ZonedStretch] {
    let segments = zoneTable.segments
    guard !segments.isEmpty else { return [] }
    let segment = edge.segment.rawValue
    var found: [ZonedStretch] = []
    var row = segments.firstIndex(notBefore: segment, in: 0..<segments.count)
    let length = length(of: edge)
    while row < segments.count, segments[row] == segment {
      let begin = StoredShare.share(zoneTable.begins[row]) * length
      let end = StoredShare.share(zoneTable.ends[row]) * length
      let stretch =
        edge.isForward
        ? EdgeStretch(edge: edge, begin: begin, end: end)
        : EdgeStretch(edge: edge, begin: length - end, end: length - begin)
      found.append(ZonedStretch(zone: Int(zoneTable.numbers[row]), stretch: stretch))
      row += 1
    }
    return found
  }

  /// The number of devices that watch roads.
  package var enforcementCount: Int { enforcementTable.edges.count }

  /// The devices that watch an edge, in the order driven.
  package func enforcements(on edge: EdgeID) -> [Enforcement] {
    let edges = enforcementTable.edges
    guard !edges.isEmpty else { return [] }
    var found: [Enforcement] = []
    var row = edges.firstIndex(notBefore: edge.rawValue, in: 0..<edges.count)
    while row < edges.count, edges[row] == edge.rawValue {
      if let kind = EnforcementKind(rawValue: enforcementTable.kinds[row]) {
        let offset = StoredShare.share(enforcementTable.shares[row]) * length(of: edge)
        let position = EdgePosition(edge: edge, offset: offset)
        found.append(Enforcement(kind: kind, source: enforcementTable.sources[row], position: position))
      }
      row += 1
    }
    return found
  }
}

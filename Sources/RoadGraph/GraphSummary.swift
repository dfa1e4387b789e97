package import Geodesy

/// The contents of a map, as `tracemill map info` prints them.
///
/// Lengths count every segment once. An edge counts where at least one mode may use it.
package struct GraphSummary: Sendable, Equatable {
  package struct Counts: Sendable, Equatable {
    package var nodes = 0
    package var segments = 0
    package var edges = 0
    package var ways = 0
    package var places = 0
    package var restrictions = 0
    package var conditionalRestrictions = 0
    package var backdropTiles = 0
  }

  /// The amount of road with a common property.
  package struct Share: Sendable, Equatable {
    package var name: String
    package var edges = 0
    package var lengthInMillimetres: UInt64 = 0
  }

  /// The number of nodes with a property.
  package struct NodeCount: Sendable, Equatable {
    package var name: String
    package var nodes = 0
  }

  /// The sources of the speed limits of edges that cars may use.
  package struct SpeedLimits: Sendable, Equatable {
    package var tagged = 0
    package var defaultOfClass = 0
    package var unknown = 0
    /// 0…1; `nil` in a map without roads for cars.
    package var taggedShare: Double? {
      let all = tagged + defaultOfClass + unknown
      return all == 0 ? nil : Double(tagged) / Double(all)
    }
  }

  package struct Section: Sendable, Equatable {
    package var name: String
    package var bytes: Int
  }

  package let path: String
  package let bytes: Int
  package let formatVersion: Int
  package let version: String
  package let provenance: Provenance
  /// South, west, north, east in degrees. West is greater than east if the map crosses the antimeridian. `nil` for an
  /// empty map.
  package let bounds: [Degrees]?
  private(set) package var counts = Counts()
  /// Classes, modes and flags that occur, in the order of their raw values.
  private(set) package var classes: [Share] = []
  private(set) package var modes: [Share] = []
  private(set) package var flags: [Share] = []
  private(set) package var nodeFlags: [NodeCount] = []
  private(set) package var speedLimits = SpeedLimits()
  package let sections: [Section]

  /// - Complexity: O(segments + nodes + places); reads most of the file.
  package init(of graph: RoadGraph) {
    path = graph.path
    bytes = graph.byteCount
    formatVersion = RoadGraph.formatVersion
    version = graph.version
    provenance = graph.provenance
    sections = graph.sectionSizes.map { Section(name: $0.name, bytes: $0.byteCount) }
    bounds = graph.tightBounds
    countRoads(of: graph)
    countNodes(of: graph)
    counts.segments = graph.segmentCount
    counts.ways = graph.wayCount
    counts.places = graph.placeCount
    counts.restrictions = graph.restrictionCount
    counts.backdropTiles = graph.backdropTileCount
    counts.conditionalRestrictions = graph.conditionalRestrictionCount
  }

  private mutating func countRoads(of graph: RoadGraph) {
    classes = RoadClass.allCases.map { Share(name: $0.name) }
    modes = TravelMode.allCases.map { Share(name: $0.name) }
    flags = Self.roadFlagNames.map { Share(name: $0.name) }
    for segment in (0..<graph.segmentCount).map({ SegmentID($0) }) {
      let length = UInt64(graph.lengthInMillimetres(of: segment))
      let access = [segment.forward, segment.backward].map { graph.access(of: $0) }
      let used = access.count { !$0.isEmpty }
      counts.edges += used
      classes[Int(graph.roadClass(of: segment.forward).rawValue)].add(edges: used, length)
      let wayFlags = graph.flags(of: segment.forward)
      for (i, flag) in Self.roadFlagNames.enumerated() where wayFlags.contains(flag.flag) {
        flags[i].add(edges: used, length)
      }
      for (i, mode) in TravelMode.allCases.enumerated() {
        let open = access.count { $0[mode] != .no }
        if open > 0 { modes[i].add(edges: open, length) }
      }
      countSpeedLimits(of: segment, in: graph)
    }
    classes.removeAll { $0.lengthInMillimetres == 0 }
    modes.removeAll { $0.lengthInMillimetres == 0 }
    flags.removeAll { $0.lengthInMillimetres == 0 }
  }

  private mutating func countSpeedLimits(of segment: SegmentID, in graph: RoadGraph) {
    for edge in [segment.forward, segment.backward] where graph.access(of: edge)[.car] != .no {
      switch graph.speedLimit(of: edge)?.source {
      case .tag: speedLimits.tagged += 1
      case .defaultOfClass: speedLimits.defaultOfClass += 1
      case nil: speedLimits.unknown += 1
      }
    }
  }

  private mutating func countNodes(of graph: RoadGraph) {
    counts.nodes = graph.nodeCount
    nodeFlags = (Self.nodeFlagNames.map(\.name) + Self.nodeSignNames.map(\.name)).map { NodeCount(name: $0) }
    for node in 0..<graph.nodeCount {
      let set = graph.flags(of: NodeID(node))
      for (i, flag) in Self.nodeFlagNames.enumerated() where set.contains(flag.flag) { nodeFlags[i].nodes += 1 }
      let signs = graph.signs(of: NodeID(node))
      for (i, sign) in Self.nodeSignNames.enumerated() where signs.contains(sign.sign) {
        nodeFlags[Self.nodeFlagNames.count + i].nodes += 1
      }
    }
    nodeFlags.removeAll { $0.nodes == 0 }
  }

  private static let roadFlagNames: [(flag: RoadFlags, name: String)] = [
    (.roundabout, "roundabout"), (.tunnel, "tunnel"), (.bridge, "bridge"), (.toll, "toll"), (.ferry, "ferry"),
    (.unpaved, "unpaved"), (.drivesOnLeft, "drives_on_left"), (.carPoolOnly, "car_pool_only"), (.oneway, "oneway"),
    (.reversible, "reversible"), (.motorroad, "motorroad"), (.minorService, "minor_service"),
    (.schoolZone, "school_zone"), (.lowEmissionZone, "low_emission_zone"),
  ]

  private static let nodeFlagNames: [(flag: NodeFlags, name: String)] = [
    (.trafficSignals, "traffic_signals"), (.levelCrossing, "level_crossing"), (.barrier, "barrier"),
    (.motorwayJunction, "motorway_junction"), (.tollBooth, "toll_booth"), (.miniRoundabout, "mini_roundabout"),
    (.stopSign, "stop_sign"), (.giveWay, "give_way"),
  ]

  private static let nodeSignNames: [(sign: NodeSigns, name: String)] = [
    (.borderControl, "border_control"), (.speedCamera, "speed_camera"),
  ]
}

extension GraphSummary.Share {
  fileprivate mutating func add(edges: Int, _ length: UInt64) {
    self.edges += edges
    lengthInMillimetres += length
  }
}

package import Geodesy

/// A road network under construction: what importers fill and ``RoadGraphWriter`` turns into a file.
///
/// Order does not matter to the result's meaning; the writer renumbers nodes and segments along a Hilbert curve, so the
/// ids of a finished graph have nothing to do with the indices used here.
package struct RoadNetwork: Sendable {
  /// A node of the graph: a junction, a dead end, or a place with something to know.
  package struct Node: Sendable {
    package var source: SourceNodeID
    package var place: Place
    package var flags: NodeFlags = []
    /// Whom a barrier here lets pass; `.all` without a barrier.
    package var barrier: AccessSet = .all
    /// The number of a motorway exit: `highway=motorway_junction`, `ref`.
    package var exitRef: String = ""
    package var exitName: String = ""

    package init(source: SourceNodeID, place: Place) {
      self.source = source
      self.place = place
    }
  }

  /// What all segments of one way share.
  package struct Way: Sendable {
    package var id: WayID
    package var roadClass: RoadClass
    package var flags: RoadFlags = []
    package var surface: Surface = .unknown
    package var name: String = ""
    package var ref: String = ""

    package init(id: WayID, roadClass: RoadClass) {
      self.id = id
      self.roadClass = roadClass
    }
  }

  /// What may differ between the two directions of a segment. Empty strings mean "not tagged".
  package struct Direction: Hashable, Sendable {
    package var access: AccessSet = .none
    package var speedLimit: SpeedLimit?
    /// Lanes in this direction; 0 when unknown.
    package var lanes: UInt8 = 0
    /// `turn:lanes` of this direction, as tagged: `left|through;right`.
    package var turnLanes: String = ""
    package var destination: String = ""
    package var destinationRef: String = ""
    /// Conditional access and speeds as `key=value` lines, such as `access:conditional=no @ (22:00-06:00)`.
    package var conditions: String = ""

    package init() {}
  }

  /// A stretch of one way between two nodes; `forward` runs with the way's node order.
  package struct Segment: Sendable {
    /// Index into ``ways``.
    package var way: Int
    /// Index into ``nodes``.
    package var from: Int
    /// Index into ``nodes``.
    package var to: Int
    /// The range in ``shape`` of its places, both ends included, at least two.
    package var shape: Range<Int>
    package var forward = Direction()
    package var backward = Direction()
    /// Stated length where the source gives one; else the length of the shape.
    package var length: Metres?

    package init(way: Int, from: Int, to: Int, shape: Range<Int>) {
      self.way = way
      self.from = from
      self.to = to
      self.shape = shape
    }
  }

  /// A turn restriction along a path of edges.
  package struct Restriction: Sendable {
    package enum Kind: UInt8, Sendable { case forbidden, mandatory }
    package var kind: Kind
    /// The path from → via … → to, as (segment index, runs forward); at least two.
    package var path: [(segment: Int, forward: Bool)]
    package var except: TravelModeSet = []
    /// The modes it is for; `.all` for plain `restriction=`, one for `restriction:hgv=` and its kin.
    package var modes: TravelModeSet = .all
    /// The text after `@` of `restriction:conditional`; empty for one that always holds.
    package var condition: String = ""
    /// The relation's id in the source.
    package var source: Int64

    package init(kind: Kind, path: [(segment: Int, forward: Bool)], source: Int64) {
      self.kind = kind
      self.path = path
      self.source = source
    }
  }

  package var nodes: [Node] = []
  package var ways: [Way] = []
  package var segments: [Segment] = []
  package var restrictions: [Restriction] = []
  /// The places of all segments, one after the other.
  package var shape: [Place] = []
  /// The source's id of each place in ``shape``; 0 where a place has none.
  package var shapeSources: [SourceNodeID] = []
  package var provenance = Provenance()

  package init() {}
}

/// Where a map came from and how it was built.
package struct Provenance: Hashable, Sendable {
  /// The name of the input file, without folders.
  package var source: String = ""
  /// `osm` or `edge_list`.
  package var kind: String = ""
  /// The data's own timestamp, ISO 8601 in UTC, or empty.
  package var dataTime: String = ""
  /// The options of the build that change the result, sorted by name.
  package var options: [String: String] = [:]
  /// What the import counted: objects read, refused, broken references; sorted by name.
  package var counts: [String: Int] = [:]

  package init() {}
}

package import Geodesy

/// A road network under construction: importers fill it, and ``RoadGraphWriter`` turns it into a file.
///
/// The order does not affect the meaning of the result. The writer renumbers nodes and segments along a Hilbert curve,
/// so the ids of a finished graph are unrelated to the indices used here.
package struct RoadNetwork: Sendable {
  /// A node of the graph: a junction, a dead end, or a place with an attribute of its own.
  package struct Node: Sendable {
    package var source: SourceNodeID
    package var place: Place
    package var flags: NodeFlags = []
    /// Who may pass a barrier here; `.all` without a barrier.
    package var barrier: AccessSet = .all
    package var signs: NodeSigns = []
    var texts = RareTexts()
    /// Vehicle limits and rules that hold at certain times, like ``Direction/conditions``.
    package var conditions: String {
      get { texts[.nodeConditions] }
      set { texts[.nodeConditions] = newValue }
    }
    /// The number of a motorway exit: `highway=motorway_junction`, `ref`.
    package var exitRef: String {
      get { texts[.exitRef] }
      set { texts[.exitRef] = newValue }
    }
    package var exitName: String {
      get { texts[.exitName] }
      set { texts[.exitName] = newValue }
    }

    package init(source: SourceNodeID, place: Place) {
      self.source = source
      self.place = place
    }
  }

  /// The attributes that all segments of one way share.
  package struct Way: Sendable {
    package var id: WayID
    package var roadClass: RoadClass
    package var surface: Surface = .unknown
    package var flags: RoadFlags = []
    package var name: String = ""
    package var ref: String = ""

    package init(id: WayID, roadClass: RoadClass) {
      self.id = id
      self.roadClass = roadClass
    }
  }

  /// The attributes that may differ between the two directions of a segment. Empty strings mean "not tagged".
  ///
  /// Takes 16 bytes if nothing rare is tagged, since maps have millions of them.
  package struct Direction: Hashable, Sendable {
    package var access: AccessSet = .none
    private var storedLimit = StoredSpeedLimit(nil)
    /// Lanes in this direction; 0 if unknown.
    package var lanes: UInt8 = 0
    var texts = RareTexts()

    package init() {}

    /// The highest lawful speed, clamped to 1…1023 km/h.
    package var speedLimit: SpeedLimit? {
      get { storedLimit.limit }
      set { storedLimit = StoredSpeedLimit(newValue) }
    }
    /// `turn:lanes` of this direction, as tagged: `left|through;right`.
    package var turnLanes: String {
      get { texts[.turnLanes] }
      set { texts[.turnLanes] = newValue }
    }
    /// `change:lanes` of this direction, as tagged: `yes|not_right|no`.
    package var changeLanes: String {
      get { texts[.changeLanes] }
      set { texts[.changeLanes] = newValue }
    }
    /// The modes to which single lanes of this direction are closed, by their names: `|car;truck`. Empty if all lanes are
    /// open to those who may use the road.
    package var closedLanes: String {
      get { texts[.closedLanes] }
      set { texts[.closedLanes] = newValue }
    }
    /// `destination:lanes` of this direction, as tagged: `Ulm|Ulm;Augsburg`.
    package var destinationLanes: String {
      get { texts[.destinationLanes] }
      set { texts[.destinationLanes] = newValue }
    }
    /// The number of the motorway exit that this ramp belongs to, `junction:ref`.
    package var rampRef: String {
      get { texts[.rampRef] }
      set { texts[.rampRef] = newValue }
    }
    package var destination: String {
      get { texts[.destination] }
      set { texts[.destination] = newValue }
    }
    package var destinationRef: String {
      get { texts[.destinationRef] }
      set { texts[.destinationRef] = newValue }
    }
    /// Conditional access, conditional speeds and vehicle limits as `key=value` lines, such as `access:conditional=no @
    /// (22:00-06:00)` and `maxheight=3.8`.
    package var conditions: String {
      get { texts[.conditions] }
      set { texts[.conditions] = newValue }
    }
    /// The numbered routes that relations lead along this direction: the text of ``NumberedRoute``.
    package var routes: [NumberedRoute] {
      get { NumberedRoute.routes(inText: texts[.routes]) }
      set { texts[.routes] = NumberedRoute.text(of: newValue) }
    }
    var limitInTwoBytes: UInt16 { storedLimit.rawValue }
  }

  /// The two directions of segments, in memory once for all segments that share it.
  package final class Directions: Sendable {
    let forward: Direction
    let backward: Direction
    /// `nil` to use the length of the shape.
    let statedLength: Metres?

    package init(forward: Direction, backward: Direction, statedLength: Metres? = nil) {
      self.forward = forward
      self.backward = backward
      self.statedLength = statedLength
    }

    fileprivate static let unset = Directions(forward: Direction(), backward: Direction())
  }

  /// The part of one way between two nodes; `forward` runs with the way's node order.
  ///
  /// Takes 32 bytes, since maps have millions of them.
  package struct Segment: Sendable {
    private var storedWay: UInt32
    private var storedFrom: UInt32
    private var storedTo: UInt32
    private var shapeStart: UInt32
    private var shapeCount: UInt32
    var directions: Directions

    /// - Parameter directions: `nil` for two without access.
    package init(way: Int, from: Int, to: Int, shape: Range<Int>, directions: Directions? = nil) {
      storedWay = UInt32(way)
      storedFrom = UInt32(from)
      storedTo = UInt32(to)
      shapeStart = UInt32(shape.lowerBound)
      shapeCount = UInt32(shape.count)
      self.directions = directions ?? .unset
    }

    package var forward: Direction {
      get { directions.forward }
      set { directions = Directions(forward: newValue, backward: backward, statedLength: length) }
    }
    package var backward: Direction {
      get { directions.backward }
      set { directions = Directions(forward: forward, backward: newValue, statedLength: length) }
    }

    /// Index into ``ways``.
    package var way: Int {
      get { Int(storedWay) }
      set { storedWay = UInt32(newValue) }
    }
    /// Index into ``nodes``.
    package var from: Int {
      get { Int(storedFrom) }
      set { storedFrom = UInt32(newValue) }
    }
    /// Index into ``nodes``.
    package var to: Int {
      get { Int(storedTo) }
      set { storedTo = UInt32(newValue) }
    }
    /// The range in ``shape`` of its places, both ends included, at least two.
    package var shape: Range<Int> {
      get { Int(shapeStart)..<Int(shapeStart) + Int(shapeCount) }
      set {
        shapeStart = UInt32(newValue.lowerBound)
        shapeCount = UInt32(newValue.count)
      }
    }
    /// The length stated by the source; `nil` to use the length of the shape.
    package var length: Metres? {
      get { directions.statedLength }
      set { directions = Directions(forward: forward, backward: backward, statedLength: newValue) }
    }
  }

  /// A turn restriction along a path of edges.
  package struct Restriction: Sendable {
    package enum Kind: UInt8, Sendable { case forbidden, mandatory }
    package var kind: Kind
    /// The path from → via … → to, as (segment index, runs forward); at least two.
    package var path: [(segment: Int, forward: Bool)]
    package var except: TravelModeSet = []
    /// The modes it is for; `.all` for plain `restriction=`, one for `restriction:hgv=` and similar keys.
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
  package var zones: [Zone] = []
  package var enforcements: [Enforcement] = []
  package var backdrop = StoredBackdrop()
  /// The ids of backward directions, by segment index, if the source gives the two directions of a road different ids.
  package var backwardWays: [Int: WayID] = [:]
  /// The places of all segments, one after the other.
  package var shape: [Place] = []
  /// The source id of each place in ``shape``; 0 if a place has none.
  package var shapeSources: [SourceNodeID] = []
  package var provenance = Provenance()

  package init() {}
}

import Geodesy
import RoadGraph
import TestSupport

/// A small town in which every attribute occurs once: what round-trip and damage tests read.
func fullSketch() throws -> RoadSketch {
  try RoadSketch(
    """
    A---b---C---D
            |   |
            E---F
    """, metresPerCell: 10,
    roads: [
      SketchRoad("A-b-C", name: "Lange Straße", ref: "B 31;L 207", roadClass: .primary, flags: [.bridge, .toll]),
      SketchRoad("C>D", name: "", roadClass: .motorwayLink), "C-E", "D-F", "E-F",
    ], forbidden: ["ACE"], mandatory: ["FDC"], adjust: fill)
}

private func fill(_ network: inout RoadNetwork) {
  network.backwardWays[2] = WayID(99)
  network.ways[0].surface = .cobblestone
  network.nodes[1].flags = [.trafficSignals, .barrier, .motorwayJunction]
  network.nodes[1].barrier = AccessSet.none
  network.nodes[1].signs = [.speedCamera, .forForward]
  network.nodes[1].barrier[.bicycle] = .yes
  network.nodes[1].exitRef = "12a"
  network.nodes[1].exitName = "Bad Krozingen / Süd"
  network.nodes[1].conditions = "maxheight=2.1"
  network.segments[0].forward.speedLimit = SpeedLimit(kmh: 70, source: .tag)
  network.segments[0].backward.speedLimit = SpeedLimit(kmh: nil, source: .tag)
  network.segments[1].forward.speedLimit = SpeedLimit(kmh: 50, source: .defaultOfClass)
  network.segments[1].backward.speedLimit = SpeedLimit(kmh: nil, source: .defaultOfClass)
  network.segments[0].forward.lanes = 3
  network.segments[0].forward.turnLanes = "left|through|through;right"
  network.segments[0].forward.destination = "Freiburg;Basel"
  network.segments[0].backward.destination = "北京"
  network.segments[0].forward.destinationRef = "A 5"
  network.segments[0].forward.destinationLanes = "Basel|Freiburg|Freiburg"
  network.segments[0].forward.changeLanes = "yes|not_right|no"
  network.segments[0].forward.closedLanes = "||car;truck"
  network.segments[0].backward.rampRef = "12A"
  network.segments[0].forward.routes = [NumberedRoute(network: "BAB", number: "A 5", direction: .south)]
  network.segments[0].forward.conditions = "access:conditional=no @ (22:00-06:00)\nmaxspeed:conditional=30 @ night"
  network.segments[0].forward.access = AccessSet(rawValue: 0b11_10_01_00_11_10_01_00)
  network.segments[2].length = 1234.567
  network.restrictions[0].except = TravelModeSet(.bus)
  network.restrictions[1].condition = "Mo-Fr 07:00-09:00"
  network.zones = [
    RoadNetwork.Zone(
      kind: .lowEmission, name: "Innenstadt", source: .relation(9),
      stretches: [RoadNetwork.ZoneStretch(segment: 0, begin: 0.25, end: 1)]),
    RoadNetwork.Zone(
      kind: .lowEmission, name: "", source: .way(3),
      stretches: [RoadNetwork.ZoneStretch(segment: 2, begin: 0, end: 1)]),
  ]
  network.enforcements = [
    RoadNetwork.Enforcement(kind: .speed, source: 5, segment: 0, forward: false, share: 0.75)
  ]
  let pond = [(10, 10), (900, 20), (500, 800)].map { BackdropTile.Point(x: $0.0, y: $0.1) }
  network.backdrop.add(
    BackdropTile([.init(.water, pond), .init(.village, [.init(x: 7, y: 7)], name: "Dorf", weight: 300)]),
    as: BackdropTile.ID(.near, column: 8624, row: 5731))
  network.provenance.dataTime = "2026-01-02T03:04:05Z"
  network.provenance.source = "a\ttown\r\nwith \\ signs.osm"
  network.provenance.options = ["class defaults": "DE", "keep=paths": ""]
  network.provenance.counts = ["ways_read": 5, "nodes_refused": 0]
}

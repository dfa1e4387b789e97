import Geodesy
import RoadGraph
import TestSupport
import Testing

@Suite struct `A graph keeps` {
  private let sketch: RoadSketch
  private var graph: RoadGraph { sketch.graph }

  init() throws { sketch = try fullSketch() }

  @Test func `its counts and ids`() {
    #expect(graph.nodeCount == 5 && graph.segmentCount == 5 && graph.edgeCount == 10 && graph.wayCount == 5)
    #expect(graph.placeCount == 11 && graph.restrictionCount == 2 && graph.conditionalRestrictionCount == 1)
    let edge = sketch.edge("AC")
    #expect(graph.way(of: edge) == WayID(1) && graph.way(of: sketch.edge("FE")) == WayID(5))
    #expect(graph.source(of: graph.tail(of: edge)) == SourceNodeID(1))
    #expect(graph.source(of: graph.head(of: edge)) == SourceNodeID(3))
    let shape = graph.shapeRange(of: edge.segment)
    #expect(shape.map { graph.shapeSource(at: $0)?.rawValue } == [1, 98, 3])
  }

  @Test func `the edges that leave each node`() {
    for node in (0..<graph.nodeCount).map({ NodeID($0) }) {
      let leaving = graph.edges(leaving: node)
      #expect(leaving.allSatisfy { graph.tail(of: $0) == node })
      #expect(Array(leaving) == leaving.sorted())
      #expect(Array(leaving) == graph.outRange(of: node).map { graph.outEdge(at: $0) })
      #expect(leaving.count == (0..<graph.edgeCount).count { graph.tail(of: EdgeID($0)) == node })
    }
    let out = sketch.spelled(graph.edges(leaving: graph.head(of: sketch.edge("AC")))).split(separator: " ")
    #expect(Set(out) == ["CA", "CD", "CE"])
  }

  @Test func `what its ways are`() {
    let edge = sketch.edge("CA")
    #expect(graph.name(of: edge) == "Lange Straße" && graph.ref(of: edge) == "B 31;L 207")
    #expect(graph.roadClass(of: edge) == .primary && graph.flags(of: edge) == [.bridge, .toll])
    #expect(graph.surface(of: edge) == .cobblestone)
    #expect(graph.name(of: sketch.edge("CD")).isEmpty && graph.ref(of: sketch.edge("CD")).isEmpty)
    #expect(graph.roadClass(of: sketch.edge("CD")).isLink && graph.flags(of: sketch.edge("CD")) == .oneway)
    #expect(graph.surface(of: sketch.edge("CD")) == .unknown)
  }

  @Test(arguments: [
    ("AC", SpeedLimit(kmh: 70, source: .tag)), ("CA", SpeedLimit(kmh: nil, source: .tag)),
    ("CD", SpeedLimit(kmh: 50, source: .defaultOfClass)), ("DC", SpeedLimit(kmh: nil, source: .defaultOfClass)),
    ("EF", nil),
  ])
  func `speed limits in all their forms`(letters: String, limit: SpeedLimit?) {
    #expect(graph.speedLimit(of: sketch.edge(letters)) == limit)
  }

  @Test func `lanes and signs of each direction`() {
    let (there, back) = (sketch.edge("AC"), sketch.edge("CA"))
    #expect(graph.lanes(of: there) == 3 && graph.lanes(of: back) == nil)
    #expect(graph.turnLanes(of: there) == "left|through|through;right" && graph.turnLanes(of: back).isEmpty)
    #expect(graph.destination(of: there) == "Freiburg;Basel" && graph.destination(of: back) == "北京")
    #expect(graph.destinationRef(of: there) == "A 5" && graph.destinationRef(of: back).isEmpty)
    #expect(graph.routes(of: there) == [NumberedRoute(network: "BAB", number: "A 5", direction: .south)])
    #expect(graph.routes(of: back).isEmpty)
    #expect(graph.conditions(of: there).split(separator: "\n").count == 2 && graph.conditions(of: back).isEmpty)
  }

  @Test func `its areas, with the roads in them, and the devices that watch roads`() {
    #expect(graph.zones.map { $0?.name } == ["", "Innenstadt"])
    #expect(graph.zones.map { $0?.source } == [.way(3), .relation(9)])
    #expect(graph.zones.allSatisfy { $0?.kind == .lowEmission })
    let (there, back) = (sketch.edge("AC"), sketch.edge("CA"))
    let length = graph.length(of: there)
    let parts = [there, back].map { graph.zonedStretches(of: $0) }
    #expect(parts.map(\.count) == [1, 1] && parts.allSatisfy { $0[0].zone == 1 })
    #expect(abs(parts[0][0].stretch.begin - length / 4) < 1e-6 && parts[0][0].stretch.end == length)
    #expect(parts[1][0].stretch.begin == 0 && abs(parts[1][0].stretch.end - length * 3 / 4) < 1e-6)
    #expect(graph.zonedStretches(of: sketch.edge("CE")).map(\.zone) == [0])
    #expect(graph.zonedStretches(of: sketch.edge("EF")).isEmpty)
    let device = graph.enforcements(on: back)
    #expect(device.map(\.kind) == [.speed] && device.map(\.source) == [5])
    #expect(abs(device[0].position.offset - length * 3 / 4) < 1e-6 && graph.enforcements(on: there).isEmpty)
  }

  @Test func `limits at nodes`() {
    let nodes = (0..<graph.nodeCount).map { NodeID($0) }.filter { !graph.conditions(of: $0).isEmpty }
    #expect(nodes.map { graph.conditions(of: $0) } == ["maxheight=2.1"])
    var found: [NodeID] = []
    graph.forEachNodeWithConditions { node, _ in found.append(node) }
    #expect(found == nodes)
  }

  @Test func `access of each mode`() {
    let access = graph.access(of: sketch.edge("AC"))
    let levels: [Access] = [.no, .permit, .destination, .yes, .no, .permit, .destination, .yes]
    #expect(TravelMode.allCases.map { access[$0] } == levels)
    #expect(graph.access(of: sketch.edge("CA")) == .all)
    #expect(graph.isAgainstOneway(sketch.edge("DC"), for: .car) && !graph.isAgainstOneway(sketch.edge("CD"), for: .car))
    #expect(!graph.isAgainstOneway(sketch.edge("DC"), for: .pedestrian))
  }

  @Test func `what stands at a node`() {
    let exit = graph.head(of: sketch.edge("AC"))
    #expect(graph.flags(of: exit) == [.trafficSignals, .barrier, .motorwayJunction])
    #expect(graph.exitRef(of: exit) == "12a" && graph.exitName(of: exit) == "Bad Krozingen / Süd")
    #expect(graph.barrier(at: exit)[.bicycle] == .yes && graph.barrier(at: exit)[.car] == .no)
    #expect(graph.signs(of: exit) == [.speedCamera, .forForward])
    let other = graph.tail(of: sketch.edge("AC"))
    #expect(graph.signs(of: other) == [])
    #expect(graph.flags(of: other) == [] && graph.barrier(at: other) == .all && graph.exitRef(of: other).isEmpty)
  }

  @Test func `where it came from, whatever signs a name has`() {
    #expect(graph.provenance == sketch.network.provenance)
  }

  @Test func `its bounds`() {
    let corner = sketch.place("A")
    #expect(graph.bounds.maxLatitudeE7 == corner.latitudeE7 && graph.bounds.minLongitudeE7 == corner.longitudeE7)
    #expect(graph.bounds.minLatitudeE7 == sketch.place("E").latitudeE7)
    #expect(graph.bounds.maxLongitudeE7 == sketch.place("F").longitudeE7)
  }

  @Test func `nothing in optional sections that are missing`() throws {
    var file = GraphFile(RoadGraphWriter(sketch.network).bytes())
    let required: Set = [
      "NPLC", "NOUT", "NFLG", "EOUT", "EHED", "EACC", "EBRG", "SWAY", "SSHP", "SLEN", "PPLC", "PDST", "WIDS", "WCLS",
      "WFLG", "XBOX", "XPLC", "XSEG",
    ]
    for tag in file.tags where !required.contains(tag) { file.hide(tag) }
    file.seal()
    let bare = try file.open()
    try bare.verify()
    for edge in (0..<bare.edgeCount).map({ EdgeID($0) }) {
      let texts = [
        bare.name(of: edge), bare.ref(of: edge), bare.turnLanes(of: edge), bare.destination(of: edge),
        bare.destinationRef(of: edge), bare.conditions(of: edge),
      ]
      #expect(texts.allSatisfy { $0.isEmpty } && bare.routes(of: edge).isEmpty)
      #expect(bare.speedLimit(of: edge) == nil && bare.lanes(of: edge) == nil && bare.surface(of: edge) == .unknown)
      #expect(!bare.isTurnBanned(onto: edge, for: .car) { _ in nil })
      #expect(bare.access(of: edge) == graph.access(of: edge) && bare.roadClass(of: edge) == graph.roadClass(of: edge))
    }
    #expect(bare.source(of: NodeID(0)) == nil && bare.exitRef(of: NodeID(0)).isEmpty)
    #expect(bare.shapeSource(at: 0) == nil && bare.restrictionCount == 0 && bare.provenance == Provenance())
  }

  @Test func `nothing in names whose texts are missing`() throws {
    var file = GraphFile(RoadGraphWriter(sketch.network).bytes())
    file.hide("STRF")
    file.hide("STRB")
    file.seal()
    #expect(try file.open().name(of: sketch.edge("AC")).isEmpty)
    file.bytes[file.entryOffset(file.tags.firstIndex(of: "sTRF") ?? 0)] = UInt8(ascii: "S")
    file.seal()
    #expect(throws: RoadGraphError.missingSection(path: "town.tmg", section: "STRB")) { try file.open() }
  }
}

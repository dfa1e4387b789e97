import Geodesy
import RandomNumbers
import RoadGraph
import Storage
import TestSupport
import Testing

/// Files whose checksums are right and whose numbers are not.
@Suite struct `A forged graph file` {
  private let file: GraphFile

  init() throws { file = GraphFile(RoadGraphWriter(try fullSketch().network).bytes()) }

  private func error(_ tag: String, _ change: (inout [UInt8], Range<Int>) -> Void) -> RoadGraphError? {
    var forged = file
    change(&forged.bytes, forged.range(of: tag))
    forged.sealAll()
    do {
      _ = try forged.open()
      return nil
    } catch {
      return error as? RoadGraphError
    }
  }

  @Test func `is sound when nothing is changed`() { #expect(error("EHED") { _, _ in } == nil) }

  @Test(arguments: [
    "EHED", "EOUT", "NOUT", "SWAY", "SSHP", "XPLC", "XSEG", "STRF", "WNAM", "WREF", "BLST", "BFST", "BEDG", "BRST",
    "DSTK", "DSTV", "CNDK", "CNDV", "BARK", "ZSEG", "ZNUM", "FEDG",
  ])
  func `is refused if an index leads out of its table`(tag: String) {
    #expect(!file.range(of: tag).isEmpty, "the sketch has no \(tag)")
    let error = error(tag) { bytes, range in
      for place in range.suffix(4) { bytes[place] = 0xFE }
    }
    #expect(error != nil)
  }

  @Test(arguments: ["NPLC", "PPLC"]) func `is refused if a place is not on the earth`(tag: String) {
    let error = error(tag) { bytes, range in bytes[range.lowerBound + 3] = 0x7F }
    #expect(error == .contradictory(path: "town.tmg", section: tag))
  }

  @Test func `is refused if a box of the index leaves out a road`() {
    let error = error("XBOX") { bytes, range in
      for place in range.prefix(16) { bytes[place] = 0 }
    }
    #expect(error == .contradictory(path: "town.tmg", section: "XBOX"))
  }

  @Test func `is refused if an edge is listed at a node that it does not leave`() {
    var forged = file
    forged.exchange(0, 1, in: "EOUT")
    forged.sealAll()
    #expect(throws: RoadGraphError.contradictory(path: "town.tmg", section: "EOUT")) { try forged.open() }
  }

  @Test func `is refused if the flag of a banned turn is missing`() {
    let error = error("ETRN") { bytes, range in
      for place in range { bytes[place] = 0 }
    }
    #expect(error == .contradictory(path: "town.tmg", section: "ETRN"))
  }

  @Test func `is refused, or can be read to its end, whatever is changed`() throws {
    var random = SplitMix64(seed: 5)
    var refused = 0
    let forgeries = rounds(4000)
    for _ in forgeries {
      var forged = file
      let range = forged.range(of: try #require(forged.tags.randomElement(using: &random)))
      guard let place = range.randomElement(using: &random) else { continue }
      let isWord = Bool.random(using: &random)
      for offset in place..<min(range.upperBound, place + (isWord ? 4 : 1)) {
        forged.bytes[offset] = .random(in: 0...255, using: &random)
      }
      forged.sealAll()
      if let graph = try? forged.open() { readAll(of: graph) } else { refused += 1 }
    }
    #expect(refused > forgeries.count / 4)
  }

  /// Calls all that follows a number of the file to another one.
  private func readAll(of graph: RoadGraph) {
    var found: [NearbyRoad] = []
    var scratch = NearbyScratch()
    for number in 0..<graph.nodeCount {
      let node = NodeID(number)
      for edge in graph.edges(leaving: node) { #expect(graph.tail(of: edge) == node) }
      _ = (graph.exitRef(of: node), graph.exitName(of: node), graph.conditions(of: node))
      graph.roads(near: graph.place(of: node), within: 50, into: &found, using: &scratch)
    }
    for number in 0..<graph.edgeCount {
      let edge = EdgeID(number)
      _ = (
        graph.name(of: edge), graph.ref(of: edge), graph.turnLanes(of: edge), graph.changeLanes(of: edge),
        graph.destination(of: edge), graph.closedLanes(of: edge)
      )
      _ = (graph.conditions(of: edge), graph.roadClass(of: edge), graph.zonedStretches(of: edge))
      _ = (graph.enforcements(on: edge), graph.shape(of: edge))
      _ = graph.place(on: edge, at: graph.length(of: edge) / 2)
      for mode in TravelMode.allCases { _ = graph.isTurnBanned(onto: edge, for: mode) { _ in edge.reversed } }
    }
    for number in 0..<graph.restrictionCount { _ = graph.restriction(at: number) }
    _ = (Array(graph.bannedPaths), graph.zones)
  }
}

import RoadGraph
import TestSupport
import Testing

@Suite struct `Turn restrictions` {
  private static let town = """
    A---B---C
        |   |
    D---E---F
    """
  private static let roads: [SketchRoad] = ["A-B-C", "B-E", "C-F", "D-E-F"]

  private func sketch(
    forbidden: [String] = [], mandatory: [String] = [], adjust: (inout RoadNetwork) -> Void = { _ in }
  ) throws -> RoadSketch {
    try RoadSketch(Self.town, roads: Self.roads, forbidden: forbidden, mandatory: mandatory, adjust: adjust)
  }

  /// Every path of `edges` + 1 letters that ends in a ban, but not without its first edge.
  private func bannedPaths(_ sketch: RoadSketch, edges: Int, for mode: TravelMode = .car) -> Set<String> {
    let neighbours = ["A": "B", "B": "ACE", "C": "BF", "D": "E", "E": "BDF", "F": "CE"] as [Character: String]
    var paths = neighbours.keys.map { [$0] }
    for _ in 0..<edges {
      paths = paths.flatMap { path in (path.last.flatMap { neighbours[$0] } ?? "").map { path + [$0] } }
    }
    return Set(
      paths.filter { isBanned(sketch, $0, for: mode) && !isBanned(sketch, Array($0.dropFirst()), for: mode) }
        .map { String($0) })
  }

  private func isBanned(_ sketch: RoadSketch, _ letters: [Character], for mode: TravelMode) -> Bool {
    let driven = zip(letters, letters.dropFirst()).map { sketch.edge(String([$0, $1])) }
    guard let last = driven.last else { return false }
    let before = Array(driven.dropLast().reversed())
    return sketch.graph.isTurnBanned(onto: last, for: mode) { $0 < before.count ? before[$0] : nil }
  }

  @Test(
    arguments: [
      (["ABE"], [], 2, ["ABE"]), (["ABC", "ABE"], [], 2, ["ABC", "ABE"]), (["BCB"], [], 2, ["BCB"]),
      ([], ["ABE"], 2, ["ABA", "ABC"]), ([], ["FED"], 2, ["FEB", "FEF"]), ([], ["DED"], 2, ["DEB", "DEF"]),
      (["ABEF"], [], 3, ["ABEF"]), ([], ["ABEF"], 3, ["ABEB", "ABED"]), (["ABEF"], [], 2, []),
      (["ABEFC"], [], 4, ["ABEFC"]), (["ABE"], ["ABE"], 2, ["ABA", "ABC", "ABE"]), ([], [], 2, []),
    ] as [([String], [String], Int, Set<String>)])
  func `ban the paths they name, and mandatory ones all others`(
    forbidden: [String], mandatory: [String], edges: Int, banned: Set<String>
  ) throws {
    #expect(bannedPaths(try sketch(forbidden: forbidden, mandatory: mandatory), edges: edges) == banned)
  }

  @Test func `bind the modes they are for, but not those excepted`() throws {
    let sketch = try sketch(forbidden: ["ABE", "CBE"]) { network in
      network.restrictions[0].except = [TravelModeSet(.bus), TravelModeSet(.bicycle)]
      network.restrictions[1].modes = TravelModeSet(.truck)
    }
    #expect(bannedPaths(sketch, edges: 2, for: .car) == ["ABE"])
    #expect(bannedPaths(sketch, edges: 2, for: .truck) == ["ABE", "CBE"])
    #expect(bannedPaths(sketch, edges: 2, for: .bus).isEmpty)
    #expect(sketch.graph.restriction(at: 1).modes == TravelModeSet(.truck))
    #expect(!sketch.graph.restriction(at: 0).modes.contains(TravelModeSet(.bicycle)))
  }

  @Test func `with a condition are kept but bind nobody while no time is asked for`() throws {
    let sketch = try sketch(forbidden: ["ABE"], mandatory: ["ABC"]) { network in
      for i in network.restrictions.indices { network.restrictions[i].condition = "Mo-Fr 07:00-09:00" }
    }
    #expect(bannedPaths(sketch, edges: 2).isEmpty)
    #expect(sketch.graph.restrictionCount == 2 && sketch.graph.conditionalRestrictionCount == 2)
    #expect(sketch.graph.restriction(at: 0).condition == "Mo-Fr 07:00-09:00")
    #expect(sketch.graph.restriction(at: 1).kind == .mandatory)
  }

  @Test func `are known by their ids, the first that bans`() throws {
    let sketch = try sketch(forbidden: ["ABE", "ABE"], mandatory: ["DEF"]) { network in
      network.restrictions[0].source = 500
      network.restrictions[1].source = 400
      network.restrictions[2].source = 300
    }
    let graph = sketch.graph
    let driven = sketch.edge("AB")
    #expect(graph.restriction(onto: sketch.edge("BE"), for: .car) { $0 == 0 ? driven : nil } == 400)
    #expect(graph.restriction(onto: sketch.edge("BC"), for: .car) { $0 == 0 ? driven : nil } == nil)
    #expect(graph.restriction(onto: sketch.edge("BE"), for: .car) { _ in nil } == nil)
    #expect(graph.mayBeBanned(onto: sketch.edge("BE")) && !graph.mayBeBanned(onto: sketch.edge("BC")))
    #expect((0..<3).map { graph.restriction(at: $0).source } == [300, 400, 500])
  }

  @Test func `of less than two edges ban nothing`() throws {
    let sketch = try sketch(forbidden: ["AB"], mandatory: ["BC"])
    #expect(bannedPaths(sketch, edges: 1).isEmpty && bannedPaths(sketch, edges: 2).isEmpty)
    #expect(sketch.graph.restrictionCount == 2)
  }
}

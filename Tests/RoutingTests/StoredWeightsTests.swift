import Foundation
import Hierarchies
import RandomNumbers
import RoadGraph
import RoadRules
import Storage
import TestSupport
import Testing

@testable import Routing

/// Maps in files, with the weights of a hierarchy.
@Suite struct `The usual weights in a map` {
  private let folder: TemporaryFolder
  private let notes: VerifiedFiles
  private let path: String
  private let plain: RoadGraph

  init() throws {
    folder = try TemporaryFolder()
    notes = VerifiedFiles(path: folder.path("verified"), program: "p")
    path = folder.path("town.tmg")
    var random = SplitMix64(seed: 6)
    var network = RoadNetwork.random(nodes: 40, roads: 80, forbiddenTurns: 20, using: &random)
    network.addLongBans(30, using: &random)
    plain = try RoadGraph(network)
  }

  private func write(_ change: (inout [AddedSection]) -> Void = { _ in }) async throws {
    var sections = try await RoutingHierarchy.sections(of: plain)
    change(&sections)
    try Data(plain.bytes(adding: sections)).write(to: URL(filePath: path))
  }

  /// The map, as if it were opened long after its last change.
  private func open() throws -> RoadGraph {
    try RoadGraph(file: MappedFile(path: path), path: path, noted: notes, at: presentNanoseconds() + 10_000_000_000)
  }

  private func metric(_ change: (inout RouteOptions) -> Void = { _ in }) throws -> (RoadGraph, Metric) {
    let map = try open()
    var options = RouteOptions()
    change(&options)
    return (map, try RoutingHierarchy(of: map).metric(RoadCosts(graph: map, options: options)))
  }

  private func computed(_ change: (inout RouteOptions) -> Void = { _ in }) throws -> Metric {
    var options = RouteOptions()
    change(&options)
    return try RoutingHierarchy(of: plain).metric(RoadCosts(graph: plain, options: options))
  }

  private func changeFirstWeight(_ sections: inout [AddedSection], of name: AddedSection.Name = .usualWeights) {
    guard let weights = sections.firstIndex(where: { $0.name == name }),
      let place = sections[weights].numbers.firstIndex(where: { $0 != .max })
    else { return }
    sections[weights].numbers[place] += 1
  }

  @Test func `are those that would be computed, and noted as such once`() async throws {
    try await write()
    let first = try metric()
    #expect(try first.1 == computed() && !first.0.isNoted("other"))
    #expect(try open().isNoted("routes"))
    #expect(try metric().1 == computed())
  }

  @Test func `are not taken, and never noted, if they are others`() async throws {
    try await write { changeFirstWeight(&$0) }
    for _ in 0..<2 { #expect(try metric().1 == computed()) }
    #expect(try !open().isNoted("routes"))
  }

  @Test func `are used in place with a note`() async throws {
    try await write { changeFirstWeight(&$0) }
    try open().note("routes")
    #expect(try metric().1 != computed())
  }

  @Test func `are for the fastest way of a car only`() async throws {
    try await write { changeFirstWeight(&$0) }
    try open().note("routes")
    #expect(try metric { $0.mode = .truck }.1 == computed { $0.mode = .truck })
    #expect(try metric { $0.optimisation = .shortest }.1 == computed { $0.optimisation = .shortest })
    #expect(
      try metric { $0.avoid = AvoidedFeatures(.motorways) }.1 == computed { $0.avoid = AvoidedFeatures(.motorways) })
  }

  @Test func `may be missing from a map of an older program`() async throws {
    try await write {
      $0.removeAll { [.vertexStates, .firstTurns, .turnHeads, .usualWeights, .usualMiddles].contains($0.name) }
    }
    for _ in 0..<2 { #expect(try metric().1 == computed()) }
    #expect(try !open().isNoted("routes"))
  }

  // MARK: Routes that violate rules

  /// What costs less in routes that may violate rules, as routes on the map find it.
  private func yielding(_ map: RoadGraph) throws -> Metric? {
    let roads = try RoutingHierarchy(of: map)
    let lawful = roads.metric(RoadCosts(graph: map, options: RouteOptions()))
    return roads.metric(
      yielding: RoadCosts(graph: map, options: RouteOptions(), strictness: .yielding), besides: lawful)
  }

  @Test func `of routes that violate rules are those that would be computed, and noted as such once`() async throws {
    try await write()
    for _ in 0..<2 { #expect(try yielding(open()) == yielding(plain)) }
    #expect(try open().isNoted("violating-routes"))
    #expect(try yielding(open()) == yielding(plain))
  }

  @Test(arguments: [false, true])
  func `of routes that violate rules are taken with a note only`(isNoted: Bool) async throws {
    try await write { changeFirstWeight(&$0, of: .cheaperWeights) }
    try open().note("routes")
    if isNoted { try open().note("violating-routes") }
    for _ in 0..<2 { #expect(try (yielding(open()) == yielding(plain)) == !isNoted) }
    #expect(try open().isNoted("violating-routes") == isNoted)
  }

  @Test func `of routes that violate rules may be missing from a map of an older program`() async throws {
    try await write { $0.removeAll { [.cheaperArcs, .cheaperWeights, .cheaperMiddles].contains($0.name) } }
    for _ in 0..<3 { #expect(try yielding(open()) == yielding(plain)) }
    #expect(try !open().isNoted("violating-routes"))
  }

  // MARK: The mainland

  @Test func `come with the mainland of cars, which is noted once`() async throws {
    try await write()
    let costs = RoadCosts(graph: plain, options: RouteOptions())
    let states = TurnStates(of: plain)
    let truth = Mainland(of: costs, states: states)
    for _ in 0..<2 {
      let map = try open()
      let found = Mainland.of(.car, on: map, states: states)
      for edge in (0..<plain.edgeCount).map({ EdgeID($0) }) {
        #expect(found.isReached(from: edge) == truth.isReached(from: edge))
        #expect(found.reaches(edge) == truth.reaches(edge))
      }
    }
    #expect(try open().isNoted("mainland"))
  }

  @Test(arguments: [false, true])
  func `come with a mainland that is taken with a note only`(isNoted: Bool) async throws {
    try await write { sections in
      guard let place = sections.firstIndex(where: { $0.name == .mainland }) else { return }
      sections[place].numbers[0] ^= 1
    }
    if isNoted { try open().note("mainland") }
    let states = TurnStates(of: plain)
    let truth = Mainland(of: RoadCosts(graph: plain, options: RouteOptions()), states: states)
    for _ in 0..<2 {
      let found = Mainland.of(.car, on: try open(), states: states)
      #expect((found.isReached(from: EdgeID(0)) == truth.isReached(from: EdgeID(0))) == !isNoted)
    }
    #expect(try open().isNoted("mainland") == isNoted)
  }
}

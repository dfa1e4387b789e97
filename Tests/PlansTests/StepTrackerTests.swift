import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Trips

@testable import Plans

extension TripEdge {
  fileprivate init(_ stretch: EdgeStretch, leg: Int = 0) {
    self.init(
      stretch, enterTime: nil, exitTime: nil, evidence: .observed, confidence: 1, isWrongWay: false, leg: leg)
  }
}

extension RoadSketch {
  /// Whole edges; the drive breaks at each bar.
  fileprivate func driven(_ path: String) -> [TripEdge] {
    path.split(separator: "|").enumerated().flatMap { leg, edges in
      edges.split(separator: " ").map { TripEdge(graph.whole(edge(String($0))), leg: leg) }
    }
  }
}

extension RoadGraph {
  /// The step of each edge; `nil` off the plan. `check` gets the number of edges taken and of steps decided.
  fileprivate func steps(
    of edges: [TripEdge], on plan: Plan, _ settings: FollowingSettings = FollowingSettings(),
    check: (Int, Int) -> Void = { _, _ in }
  ) -> [Int?] {
    var tracker = StepTracker(settings: settings)
    var steps: [Int?] = []
    for (number, edge) in edges.enumerated() {
      var gap: Metres?
      if number > 0, edges[number - 1].leg != edge.leg {
        gap = groundDistance(place(at: edges[number - 1].stretch.endPosition), place(at: edge.stretch.beginPosition))
      }
      steps += tracker.take(edge, gap: gap, on: plan)
      check(number + 1, steps.count)
    }
    return steps + tracker.finish()
  }
}

private func spelled(_ steps: [Int?]) -> String {
  steps.map { step in step.map { "\($0)" } ?? "-" }.joined(separator: " ")
}

/// Twice round a block.
private let twice = "BC CF FE EB BC CF FE EB"

@Suite struct `The steps of a plan that a drive takes` {
  private let town: RoadSketch

  init() throws {
    town = try RoadSketch(
      """
      A---B---C---D---G
          |   |
          |   |
          |   |
          E---F
      """, metresPerCell: 25, roads: ["A-B-C-D-G", "B-E", "C-F", "E-F"])
  }

  @Test(arguments: [
    ("AB BC CD DG", "AB BC CD DG", "0 1 2 3"),
    // Round a block.
    ("AB BC CD DG", "AB BE EF FC CD DG", "0 - - - 2 3"),
    // From its middle on.
    ("AB BC CD DG", "BC CD", "1 2"),
    // Back for a block.
    ("AB BC CD DG", "AB BC CB BC CD", "0 1 - 1 2"),
    // The record is silent on BC.
    ("AB BC CD DG", "AB | CD DG", "0 2 3"),
    // Nowhere near.
    ("AB BC CD DG", "EF FE", "- -"),
    // A loop driven twice, and once only.
    (twice, twice, "0 1 2 3 4 5 6 7"), (twice, "BC CF FE EB", "0 1 2 3"),
  ])
  func `follow from their order`(plan: String, drive: String, steps: String) {
    let plan = town.plan(along: plan)
    #expect(spelled(town.graph.steps(of: town.driven(drive), on: plan)) == steps)
  }

  @Test func `are one step where the record breaks on a road`() {
    let plan = town.plan(along: "AB BC")
    let edge = town.edge("AB")
    let drive = [
      TripEdge(EdgeStretch(edge: edge, begin: 0, end: 40)),
      TripEdge(EdgeStretch(edge: edge, begin: 60, end: 90), leg: 1),
    ]
    #expect(spelled(town.graph.steps(of: drive, on: plan)) == "0 0")
  }

  /// Up and down one street, each time to another place.
  @Test(arguments: [
    // As planned, but for two short turns that no fix shows.
    ([200, 438, 199, 340, 199, 280, 231, 254, 22, 224], [200, 438, 196, 337, 198, 278, 24, 222], "0 1 2 3 4 7 8"),
    ([20, 440, 20, 240, 20, 140, 20], [20, 440, 20, 240, 20], "0 1 2 3"),
    ([20, 440, 20, 240, 20, 140, 20], [20, 440, 20, 140, 20], "0 1 2 3"),
  ])
  func `drive as much of the street as the drive`(plan: [Metres], drive: [Metres], steps: String) throws {
    let street = try RoadSketch("A----------------------B", metresPerCell: 20, roads: ["A-B"])
    func path(_ turns: [Metres]) -> [EdgeStretch] {
      let length = street.graph.length(of: street.edge("AB"))
      return zip(turns, turns.dropFirst()).map { from, to in
        from < to
          ? EdgeStretch(edge: street.edge("AB"), begin: from, end: to)
          : EdgeStretch(edge: street.edge("BA"), begin: length - from, end: length - to)
      }
    }
    let planned = street.graph.plan(along: path(plan).map { [$0] })
    #expect(spelled(street.graph.steps(of: path(drive).map { TripEdge($0) }, on: planned)) == steps)
  }

  @Test func `are not those of a pass long ago where the drive misses a stop`() throws {
    let town = try RoadSketch(
      """
      A---B---C---D
          |
          |
          |
          X
      """, metresPerCell: 62.5, roads: ["A-B-C-D", "B-X"])
    // It turns at A in place of X.
    let plan = town.plan(along: "AB BC CD | DC CB BX | XB BC CD")
    let steps = town.graph.steps(of: town.driven("AB BC CD DC CB BA AB BC CD"), on: plan)
    #expect(spelled(steps) == "0 1 2 3 4 - - 7 8")
  }

  @Test(arguments: [(40.0, nil), (59.9, nil), (60, 0), (90, 0)])
  func `begin on the part of a road that the plan drives`(end: Metres, step: Int?) {
    let plan = town.plan(along: "AB BC", from: 60)
    let drive = [TripEdge(EdgeStretch(edge: town.edge("AB"), begin: 0, end: end))]
    #expect(town.graph.steps(of: drive, on: plan) == [step])
  }

  @Test(arguments: [1, 2, 5])
  func `are decided soon enough`(most: Int) {
    var settings = FollowingSettings()
    settings.mostUndecided = most
    var waiting: [Int] = []
    let steps = town.graph.steps(of: town.driven(twice), on: town.plan(along: twice), settings) {
      waiting.append($0 - $1)
    }
    #expect(waiting.allSatisfy { $0 <= most }, "\(waiting)")
    #expect(spelled(steps) == "0 1 2 3 4 5 6 7")
  }

  @Test(arguments: 1...20)
  func `are all of them in turn for a drive that keeps to its plan, however often it uses a road`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 6, roads: 9, forbiddenTurns: 0, using: &random))
    let path = randomWalk(40, on: graph, using: &random).map { graph.whole($0) }
    let steps = graph.steps(of: path.map { TripEdge($0) }, on: graph.plan(along: [path]))
    let all: [Int?] = (0..<40).map { $0 }
    #expect(steps == all)
  }

  @Test(arguments: 1...20)
  func `lie on the edges driven, one or none for each`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 6, roads: 9, forbiddenTurns: 0, using: &random))
    let plan = graph.plan(along: [randomWalk(30, on: graph, using: &random).map { graph.whole($0) }])
    let drive = randomWalk(60, on: graph, using: &random)
    let steps = graph.steps(of: drive.map { TripEdge(graph.whole($0)) }, on: plan)
    #expect(steps.count == drive.count)
    let wrong = zip(drive, steps).filter { edge, step in step.map { plan.steps[$0].edge != edge } ?? false }
    #expect(wrong.isEmpty)
  }
}

import Geodesy
import Moments
import PathSearch
import RoadGraph
import RoadRules
import TestSupport
import Testing

@testable import Matching

@Suite struct `An emission` {
  private let settings = MatchingSettings(mode: .car)
  private var emission: Emission { Emission(settings: settings.emission) }

  @Test(arguments: [(0.0, 0.0), (5, -0.5), (10, -2), (15, -4.5), (20, -7.5), (25, -10.5), (40, -14), (1e6, -14)])
  func `is a bell with a straight tail and a floor`(distance: Metres, log: Double) {
    #expect(abs(emission.logProbability(distance: distance, sigma: 5) - log) < 1e-9)
  }

  @Test func `never rises with the distance and has no step`() {
    var before = emission.logProbability(distance: 0, sigma: 7)
    for distance in stride(from: 0.1, through: 200, by: 0.1) {
      let log = emission.logProbability(distance: distance, sigma: 7)
      #expect(log <= before && before - log < 0.06)
      before = log
    }
  }

  @Test(arguments: [0.0, -0.1, -4.4, -4.6, -9, -13.9], [3.0, 5, 40])
  func `tells the distance of a probability`(log: Double, sigma: Metres) {
    let distance = emission.distance(ofLog: log, sigma: sigma)
    #expect(abs(emission.logProbability(distance: distance, sigma: sigma) - log) < 1e-9)
  }

  @Test func `believes a heading while the device moves`() {
    func cost(_ heading: Degrees?, _ speed: MetresPerSecond?) -> Double {
      -emission.logProbability(heading: heading, speed: speed, roadBearing: 350)
    }
    #expect(cost(nil, 10) == 0 && cost(350, 10) == 0 && cost(170, 1) == 0)
    #expect(abs(cost(15, 10) - 0.5) < 1e-9 && abs(cost(325, nil) - 0.5) < 1e-9)
    #expect(cost(170, 10) == settings.emission.mostHeadingCost)
  }
}

@Suite struct `A transition` {
  private var settings = MatchingSettings(mode: .car)
  private let sketch: RoadSketch
  private var transition: Transition { Transition(graph: sketch.graph, settings: settings) }

  init() throws {
    settings.timing.leastPeriod = .infinity
    sketch = try RoadSketch(
      """
                C
                |
      A---------B---------D
                |
                E
      """, metresPerCell: 10, roads: ["A-B-D", "C-B", "B>E"])
  }

  private func candidate(_ edge: String, _ offset: Metres) -> Candidate {
    let id = sketch.edge(edge)
    return Candidate(
      position: EdgePosition(edge: id, offset: offset), length: sketch.graph.length(of: id),
      place: sketch.graph.place(on: id, at: offset), distance: 0, logEmission: 0,
      isWrongWay: sketch.graph.access(of: id)[.car] == .no)
  }

  private func step(_ straight: Metres, _ time: Seconds? = 5, usualSpeed: MetresPerSecond = 0) -> TransitionStep {
    let begin = RoadSketch.begin
    let a = KeptFix(number: 0, place: sketch.place("A"), time: begin, sigma: 5)
    let b = KeptFix(number: 1, place: sketch.place("B"), time: time.map { begin.adding(seconds: $0) }, sigma: 5)
    return transition.step(
      from: a, to: b, straight: straight, usualSpeed: usualSpeed, DrivenTimes(settings), PassedOver())
  }

  @Test func `costs nothing for a way as long as the straight line, or shorter`() {
    for length in [0.0, 30, 60] {
      #expect(transition.logProbability(FoundPath(length: length, penalty: 0), step(60)) == 0)
    }
    #expect(abs(transition.logProbability(FoundPath(length: 82, penalty: 2), step(60)) + 4) < 1e-9, "β is 11 m")
  }

  @Test func `allows detours as long as the vehicle usually drives in the time`() {
    #expect(abs(step(60, 5, usualSpeed: 20).beta - 15) < 1e-9)
    #expect(abs(step(60, 2, usualSpeed: 20).beta - 11) < 1e-9, "the straight line, when that is longer")
    #expect(abs(step(60, 9999, usualSpeed: 20).beta - 11) < 1e-9, "nobody drives through a long silence")
    #expect(abs(step(60, nil, usualSpeed: 20).beta - 11) < 1e-9)
  }

  @Test func `has a length no vehicle exceeds`() {
    #expect(step(60, 5).limit.length == 5 * settings.breaks.topSpeed + settings.breaks.slack)
    #expect(step(60, 0).limit.length == settings.breaks.topSpeed + settings.breaks.slack)
    #expect(step(9000, 5).limit.length == 1.2 * 9000)
    #expect(step(60, nil).limit.length == settings.transition.longestDetour)
  }

  @Test func `ahead on the same edge needs no search, and a short step back is noise`() throws {
    let ahead = try #require(transition.directJoin(from: candidate("AB", 10), to: candidate("AB", 70), step(60)))
    #expect(ahead.join == .sameEdge && ahead.path.length == 60 && ahead.path.penalty == 0)
    let back = try #require(transition.directJoin(from: candidate("AB", 30), to: candidate("AB", 20), step(12)))
    #expect(back.join == .sameEdge && back.path.length == 22, "the straight line and the step")
    #expect(transition.directJoin(from: candidate("AB", 60), to: candidate("AB", 30), step(30)) == nil)
    #expect(transition.directJoin(from: candidate("AB", 60), to: candidate("BD", 30), step(30)) == nil)
  }

  @Test func `turned round on the road is as long as the way back`() throws {
    let turn = try #require(transition.directJoin(from: candidate("AB", 80), to: candidate("BA", 60), step(40)))
    #expect(turn.join == .turnedRound && abs(turn.path.length - 40) < 0.1)
    #expect(turn.path.penalty == settings.rules.uTurn)
    let onOneway = try #require(transition.directJoin(from: candidate("BE", 15), to: candidate("EB", 5), step(0)))
    #expect(abs(onOneway.path.length) < 0.1, "where the two edges touch")
    #expect(abs(onOneway.path.penalty - settings.rules.uTurn - settings.rules.wrongWayEntry) < 0.1)
  }

  @Test(arguments: [
    ("AB", "BD", true), ("AB", "BC", true), ("AB", "BA", false), ("EB", "BD", true), ("DB", "EB", false),
  ])
  func `over one junction needs no search where nothing is in the way`(from: String, to: String, isAdjacent: Bool) {
    let join = transition.adjacentJoin(from: candidate(from, 5), to: candidate(to, 7), step(60))
    #expect((join != nil) == isAdjacent)
    guard let join else { return }
    #expect(abs(join.length - (sketch.graph.length(of: sketch.edge(from)) - 5 + 7)) < 1e-9)
    let turn = settings.rules.turning(from: sketch.edge(from), onto: sketch.edge(to), on: sketch.graph)
    let wrong = from == "EB" ? settings.rules.wrongWayPerMetre * 15 : 0
    #expect(abs(join.penalty - turn - wrong) < 0.01)
  }

  @Test func `over one junction is searched for where a rule may be broken there`() throws {
    let banned = try RoadSketch(
      """
      A---B---D
          |
          C
      """, metresPerCell: 10, roads: ["A-B-D", "C>B"], forbidden: ["ABD"])
    let transition = Transition(graph: banned.graph, settings: settings)
    func join(_ from: String, _ to: String) -> FoundPath? {
      let ends = [banned.edge(from), banned.edge(to)].map { edge in
        Candidate(
          position: EdgePosition(edge: edge, offset: 5), length: banned.graph.length(of: edge),
          place: banned.place("A"), distance: 0, logEmission: 0, isWrongWay: false)
      }
      return transition.adjacentJoin(from: ends[0], to: ends[1], step(40))
    }
    #expect(join("AB", "BD") == nil && join("AB", "BC") == nil && join("CB", "BA") != nil)
  }

  @Test func `from road to road where the map has none costs leaving and entering, and the way`() {
    let unseen = transition.unseenLogProbability(to: candidate("BD", 5), step(120))
    #expect(abs(unseen + settings.transition.leavingRoad + settings.transition.enteringRoad + 2) < 1e-9)
    let wrongWay = transition.unseenLogProbability(to: candidate("EB", 5), step(120))
    #expect(abs(unseen - wrongWay - settings.rules.wrongWayEntry) < 1e-9)
  }
}

@Suite struct `Tips of a path` {
  private func path(_ lengths: [Metres]) -> MatchedPath {
    let steps = lengths.enumerated().map { EdgeStretch(edge: EdgeID(2 * $0), begin: 0, end: $1) }
    return MatchedPath(
      steps: steps, anchors: steps.indices.map { Anchor(fix: $0, step: $0, offset: steps[$0].end) })
  }

  @Test(
    arguments: [
      ([1.0, 50, 1], 50.0), ([1, 1, 50], 50), ([50, 1.9], 50), ([50, 2.1], 52.1), ([0, 1, 0.5], 0.5), ([0.3], 0.3),
    ] as [([Metres], Metres)])
  func `shorter than some metres are trimmed, and their fixes moved to the junction`(lengths: [Metres], left: Metres) {
    var trimmed = path(lengths)
    trimmed.trimBegin(shorterThan: 2)
    trimmed.trimEnd(shorterThan: 2)
    #expect(abs(trimmed.steps.reduce(0) { $0 + $1.length } - left) < 1e-9)
    #expect(trimmed.anchors.map(\.fix) == Array(lengths.indices))
    for anchor in trimmed.anchors {
      let step = trimmed.steps[anchor.step]
      #expect(step.begin <= anchor.offset && anchor.offset <= step.end)
    }
  }

  @Test func `are kept where the vehicle turned round`() {
    var path = MatchedPath(
      steps: [EdgeStretch(edge: EdgeID(4), begin: 0, end: 30), EdgeStretch(edge: EdgeID(5), begin: 20, end: 21)],
      anchors: [Anchor(fix: 0, step: 0, offset: 30), Anchor(fix: 1, step: 1, offset: 21)])
    path.trimBegin(shorterThan: 2)
    path.trimEnd(shorterThan: 2)
    #expect(path.steps.count == 2)
  }
}

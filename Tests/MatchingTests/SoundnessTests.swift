import Geodesy
import Matching
import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Traces

/// What holds for every result, for any trace and map.
@Suite struct `Any trace on any map` {
  @Test(arguments: sample(1...40))
  func `gives paths joined head to tail and a state to every fix`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 60, roads: 110, forbiddenTurns: 20, using: &random))
    var scratch = MatchingScratch()
    for mode in [TravelMode.car, .pedestrian] {
      let trace = wildTrace(on: graph, using: &random)
      let matcher = Matcher(graph: graph, settings: MatchingSettings(mode: mode))
      let matched = matcher.match(trace, using: &scratch)
      expectSound(matched, of: trace)
      expectSoundPaths(matched, on: graph, mode: mode)
    }
  }

  @Test func `covers every state that a fix may have`() throws {
    var seen: Set<String> = []
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let graph = try RoadGraph(RoadNetwork.random(nodes: 60, roads: 110, forbiddenTurns: 20, using: &random))
      var scratch = MatchingScratch()
      let matched = Matcher(graph: graph, settings: MatchingSettings(mode: .car))
        .match(wildTrace(on: graph, using: &random), using: &scratch)
      for fix in matched.fixes { seen.insert("\(fix.status) \(fix.reason.map { "\($0)" } ?? "")") }
      for reason in matched.breaks { seen.insert("break \(reason)") }
      if matched.paths.contains(where: { $0.steps.contains { graph.access(of: $0.edge)[.car] == .no } }) {
        seen.insert("wrong way")
      }
    }
    for state in [
      "matched ", "offRoad noRoadNear", "offRoad notOnRoad", "unmatched noPath", "dropped jump", "rejected badTime",
      "break offRoad", "break timeGap", "break noPath", "wrong way",
    ] {
      #expect(seen.contains(state), "\(state) does not occur")
    }
  }

  @Test(arguments: sample(1...10))
  func `gives the same again, whatever was matched before with the same memory`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 60, roads: 110, forbiddenTurns: 20, using: &random))
    let matcher = Matcher(graph: graph, settings: MatchingSettings(mode: .car))
    let traces = (0..<4).map { _ in wildTrace(on: graph, using: &random) }
    var used = MatchingScratch()
    for trace in traces + traces.reversed() {
      var fresh = MatchingScratch()
      let (again, once) = (matcher.match(trace, using: &used), matcher.match(trace, using: &fresh))
      #expect("\(again.fixes)" == "\(once.fixes)" && "\(again.paths)" == "\(once.paths)" && again.breaks == once.breaks)
    }
  }

  @Test(arguments: 1...6)
  func `gives the same a year later`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 60, roads: 110, forbiddenTurns: 0, using: &random))
    let matcher = Matcher(graph: graph, settings: MatchingSettings(mode: .car))
    let trace = wildTrace(on: graph, using: &random)
    var later = trace
    for i in later.fixes.indices where later.fixes[i].refusal == nil {
      later.fixes[i] = later.fixes[i].later(by: 31_536_000)
    }
    var scratch = MatchingScratch()
    #expect("\(matcher.match(trace, using: &scratch).paths)" == "\(matcher.match(later, using: &scratch).paths)")
  }

  @Test(arguments: 1...6)
  func `gives the same without the records that were refused`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 60, roads: 110, forbiddenTurns: 0, using: &random))
    let matcher = Matcher(graph: graph, settings: MatchingSettings(mode: .car))
    let trace = wildTrace(on: graph, using: &random)
    var good = trace
    good.fixes.removeAll { $0.refusal != nil }
    var scratch = MatchingScratch()
    let (all, some) = (matcher.match(trace, using: &scratch), matcher.match(good, using: &scratch))
    #expect("\(all.paths.map(\.steps))" == "\(some.paths.map(\.steps))" && all.breaks == some.breaks)
  }

  @Test func `of no fixes, or none that is usable, gives none`() throws {
    let sketch = try RoadSketch("A-1-B", metresPerCell: 30, roads: ["A-B"])
    var trace = sketch.trace("1")
    trace.fixes[0].refusal = .badPosition
    for trace in [trace, sketch.trace("")] {
      let matched = match(sketch, trace)
      #expect(matched.paths.isEmpty && matched.breaks.isEmpty && matched.fixes.count == trace.fixes.count)
    }
    let empty = try RoadGraph(RoadNetwork())
    var scratch = MatchingScratch()
    let nowhere = Matcher(graph: empty, settings: MatchingSettings(mode: .car))
      .match(sketch.trace("111"), using: &scratch)
    #expect(nowhere.signs == "xxx" && nowhere.paths.isEmpty)
  }

  // MARK: Traces

  /// A trace that does what traces do: follows roads with noise, leaves them, jumps, falls silent and has bad records.
  private func wildTrace(on graph: RoadGraph, using random: inout SplitMix64) -> Trace {
    let period: Seconds = [1, 3, 10, 30].randomElement(using: &random) ?? 1
    let noise: Metres = [0, 4, 20].randomElement(using: &random) ?? 0
    let walk = walk(on: graph, step: 10 * period, using: &random)
    var time = 0.0
    var fixes: [Fix] = []
    for place in walk {
      let kind = Int.random(in: 0..<60, using: &random)
      time += kind == 0 ? 900 : period
      let moved = LocalRuler(at: place).place(
        LocalPoint(x: noise * random.normal(), y: noise * random.normal() + (kind == 1 ? 150 : 0)))
      var fix = Fix(
        place: moved, time: RoadSketch.begin.adding(seconds: time),
        bearing: kind.isMultiple(of: 3) ? .random(in: 0..<360, using: &random) : nil,
        accuracy: kind == 2 ? 80 : nil, line: UInt32(fixes.count + 1))
      if kind == 3 { fix.refusal = .badTime }
      if kind == 4 { fix.refusal = .jump }
      fixes.append(fix)
    }
    return Trace(id: "wild", source: TraceSource(file: "wild"), fixes: fixes)
  }

  /// Places along roads taken at random, and now and then along a straight line to another road.
  private func walk(on graph: RoadGraph, step: Metres, using random: inout SplitMix64) -> [Place] {
    var places: [Place] = []
    var edge = EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))
    while places.count < 150 {
      for offset in stride(from: 0, to: graph.length(of: edge), by: step) {
        places.append(graph.place(on: edge, at: offset))
      }
      let next = graph.edges(leaving: graph.head(of: edge)).filter { graph.access(of: $0)[.car] != .no }
      if Int.random(in: 0..<6, using: &random) > 0, let on = next.randomElement(using: &random) {
        edge = on
      } else {
        edge = EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))
        let (from, to) = (places[places.count - 1], graph.place(of: graph.tail(of: edge)))
        let ruler = LocalRuler(at: from)
        let (end, length) = (ruler.point(to), ruler.distance(from, to))
        for distance in stride(from: step, to: min(length, 900), by: step) {
          places.append(ruler.place(LocalPoint(x: end.x * distance / length, y: end.y * distance / length)))
        }
      }
    }
    return places
  }

  // MARK: What holds

  private func expectSound(_ matched: MatchedTrace, of trace: Trace) {
    #expect(matched.fixes.count == trace.fixes.count && !matched.timedOut)
    #expect(matched.breaks.count == max(0, matched.paths.count - 1))
    for (a, b) in zip(matched.paths, matched.paths.dropFirst()) {
      #expect(a.fixes.upperBound < b.fixes.lowerBound, "paths come one after the other")
    }
    let anchored = matched.paths.flatMap { $0.anchors.map(\.fix) }
    #expect(anchored == matched.fixes.indices.filter { matched.fixes[$0].status == .matched })
    for (fix, found) in zip(trace.fixes, matched.fixes) {
      #expect((found.status == .matched) == (found.position != nil) && (found.reason == nil) == (found.position != nil))
      #expect((0...1).contains(found.confidence) && (found.position != nil) == (found.confidence > 0))
      let refused: FixStatus? = fix.refusal.map { $0.isOfReader ? .rejected : .dropped }
      #expect(refused == nil ? found.status != .rejected && found.status != .dropped : found.status == refused)
      #expect(refused == nil ? found.reason?.isOfMatching ?? true : found.reason == fix.refusal)
      if let position = found.position, let place = fix.place {
        #expect(abs(groundDistance(place, position.place) - position.distance) < 0.2)
      }
    }
    for path in matched.paths {
      #expect(!matched.fixes[path.fixes].contains { $0.reason == .notOnRoad }, "off the road is between paths")
    }
  }

  private func expectSoundPaths(_ matched: MatchedTrace, on graph: RoadGraph, mode: TravelMode) {
    for path in matched.paths {
      expectSound(path, on: graph)
      for anchor in path.anchors {
        guard let position = matched.fixes[anchor.fix].position else { continue }
        let step = path.steps[anchor.step]
        #expect(position.edge == step.edge, "fix \(anchor.fix)")
        #expect(anchor.offset >= step.begin - 0.001 && anchor.offset <= step.end + 0.001, "fix \(anchor.fix)")
        let place = graph.place(on: position.edge, at: position.offset)
        #expect(groundDistance(place, position.place) < 2.5, "fix \(anchor.fix)")
        #expect(matched.fixes[anchor.fix].isWrongWay == (graph.access(of: step.edge)[mode] == .no))
      }
      guard let first = path.anchors.first, let last = path.anchors.last else { continue }
      #expect(first.step == 0 && abs(first.offset - path.steps[0].begin) < 0.001, "begins at its first fix")
      let end = path.steps.count - 1
      #expect(last.step == end && abs(last.offset - path.steps[end].end) < 0.001, "ends at its last fix")
    }
  }

  private func expectSound(_ path: MatchedPath, on graph: RoadGraph) {
    for step in path.steps {
      #expect(step.begin >= -0.001 && step.begin <= step.end && step.end <= graph.length(of: step.edge) + 0.001)
    }
    for (a, b) in zip(path.steps, path.steps.dropFirst()) {
      let isJoined =
        graph.head(of: a.edge) == graph.tail(of: b.edge) && b.begin < 0.001
        && abs(a.end - graph.length(of: a.edge)) < 0.001
      let isTurnedRound = a.edge == b.edge.reversed && abs(a.end - (graph.length(of: b.edge) - b.begin)) < 0.01
      #expect(isJoined || isTurnedRound)
    }
    for (a, b) in zip(path.anchors, path.anchors.dropFirst()) {
      #expect(a.fix < b.fix && (a.step, a.offset) <= (b.step, b.offset))
    }
  }
}

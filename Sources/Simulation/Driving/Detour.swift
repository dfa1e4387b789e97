internal import Geodesy
internal import RandomNumbers
internal import RoadGraph

/// Sends a drive into a side road, where it turns round, comes back and continues.
struct Detour {
  let turns: LawfulTurns
  let length: ClosedRange<Metres>

  /// The steps with a detour at a random junction; `nil` if no junction has a suitable side road.
  func added(to steps: [Step], using random: inout SplitMix64) -> [Step]? {
    let wanted = random.uniform(in: length)
    let first = Int(random.uniform() * Double(steps.count))
    for index in 0..<steps.count {
      let at = (first + index) % steps.count
      guard let way = sideRoad(at: at, of: steps, reaching: wanted) else { continue }
      var result = steps
      result.insert(contentsOf: way, at: at + 1)
      return result
    }
    return nil
  }

  /// Into a road that leaves the junction at the end of a step, and back.
  private func sideRoad(at index: Int, of steps: [Step], reaching wanted: Metres) -> [Step]? {
    guard index + 1 < steps.count, let before = steps[index].ordinaryRoad,
      let after = steps[index + 1].ordinaryRoad, after.begin == 0, before.edge.reversed != after.edge
    else { return nil }
    let graph = turns.graph
    for side in graph.edges(leaving: graph.head(of: before.edge)) where side.segment != after.edge.segment {
      guard leadsThereAndBack(from: before.edge, onto: side), turns.leads(from: side.reversed, onto: after.edge) else {
        continue
      }
      let there = roads(into: side, reaching: wanted)
      guard there.last.map({ $0.begin + $0.end }) ?? 0 > 0 else { continue }
      let back = there.reversed().map { road in
        let length = graph.length(of: road.edge)
        return (edge: road.edge.reversed, begin: length - road.end, end: length - road.begin)
      }
      return (there + back).map { Step(ground: .road($0.edge, begin: $0.begin, end: $0.end), kind: .detour) }
    }
    return nil
  }

  private func leadsThereAndBack(from edge: EdgeID, onto next: EdgeID) -> Bool {
    turns.isPublic(next) && turns.isPublic(next.reversed) && turns.leads(from: edge, onto: next)
  }

  /// Straight on into `side`, up to the wanted length or the last road that can be driven both ways.
  private func roads(into side: EdgeID, reaching wanted: Metres) -> [(edge: EdgeID, begin: Metres, end: Metres)] {
    var roads: [(edge: EdgeID, begin: Metres, end: Metres)] = []
    var rest = wanted
    var next: EdgeID? = side
    while let edge = next {
      let end = min(turns.graph.length(of: edge), rest)
      roads.append((edge, 0, end))
      rest -= end
      next = rest > 0 ? continuation(of: roads.map(\.edge)) : nil
    }
    return roads
  }

  private func continuation(of roads: [EdgeID]) -> EdgeID? {
    let last = roads[roads.count - 1]
    return turns.graph.edges(leaving: turns.graph.head(of: last)).first { next in
      leadsThereAndBack(from: last, onto: next) && turns.leads(from: next.reversed, onto: last.reversed)
        && !roads.contains { $0.segment == next.segment }
    }
  }
}

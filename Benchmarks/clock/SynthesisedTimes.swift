import RandomNumbers
import RoadGraph
import RoadRules

/// Times as a city has them: two peaks on workdays that slow each road by its own share, quiet weekends, and queues
/// before signals.
struct SynthesisedTimes {
  private let graph: RoadGraph
  private let costs: RoadCosts
  private var random: SplitMix64

  init(on graph: RoadGraph, costs: RoadCosts, seed: UInt64) {
    self.graph = graph
    self.costs = costs
    random = SplitMix64(seed: seed)
  }

  /// How busy an hour is, from 0 to 1.
  private static func load(_ hour: Int, day: Int) -> Double {
    let workday = [
      0, 0, 0, 0, 0.05, 0.2, 0.5, 0.9, 1, 0.7, 0.5, 0.5, 0.55, 0.55, 0.55, 0.65, 0.85, 1, 0.9, 0.6, 0.4, 0.25, 0.15,
      0.05,
    ]
    return workday[hour] * [1, 0.5, 0.35][day]
  }

  mutating func learned() -> LearnedTimes {
    let classes = WeekClasses.usual
    let loads = (0..<classes.count).map { number in
      let parts = classes.parts(of: number)
      return Self.load(parts.hours.lowerBound, day: parts.days)
    }
    var speeds = [UInt16](repeating: 0, count: graph.edgeCount * classes.count)
    for edge in (0..<UInt32(graph.edgeCount)).map({ EdgeID($0) }) {
      let free = costs.freeFlowSpeed(on: edge) * 360
      guard free > 0 else { continue }
      let isMain = graph.roadClass(of: edge).rawValue <= RoadClass.tertiary.rawValue
      let share = Double.random(in: isMain ? 0.1...0.7 : 0...0.3, using: &random)
      for (number, load) in loads.enumerated() {
        let noise = Double.random(in: 0.97...1.03, using: &random)
        speeds[edge.index * classes.count + number] = UInt16(min(65_000, max(100, free * (1 - share * load) * noise)))
      }
    }
    var turns: [(from: EdgeID, onto: EdgeID)] = []
    for edge in (0..<UInt32(graph.edgeCount)).map({ EdgeID($0) })
    where graph.flags(of: graph.head(of: edge)).contains(.trafficSignals) {
      for next in graph.edges(leaving: graph.head(of: edge)).sorted(by: { $0.rawValue < $1.rawValue }) {
        turns.append((edge, next))
      }
    }
    var delays: [UInt16] = []
    for _ in turns {
      let free = Double.random(in: 20...150, using: &random)
      for load in loads { delays.append(UInt16(free * (1 + 2 * load))) }
    }
    return LearnedTimes(classes: classes, speeds: speeds, turns: turns, delays: delays)
  }
}

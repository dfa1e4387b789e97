import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Trips

@testable import Guidance

@Suite struct `A drive described as it becomes certain` {
  private func walk(_ sketch: RoadSketch, _ random: inout SplitMix64) -> String {
    let graph = sketch.graph
    var edge = EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))
    var walk = [edge]
    for _ in 0..<Int.random(in: 0...25, using: &random) {
      let isSeldom = Int.random(in: 0..<8, using: &random) == 0
      let next = graph.edges(leaving: graph.head(of: edge)).filter { isSeldom || $0 != edge.reversed }
      guard let other = next.randomElement(using: &random) else { break }
      edge = other
      walk.append(edge)
    }
    return sketch.spelled(walk)
  }

  /// The second maneuver ahead matters for the best lane, farther ahead than anything else does.
  private let settings: GuidanceSettings = {
    var settings = GuidanceSettings()
    (settings.lanesAhead, settings.motorwayLanesAhead) = (900, 900)
    return settings
  }()

  /// What a report says of the maneuvers when edges become certain a few at a time.
  private func describe(_ trip: Trip, on graph: RoadGraph, upTo most: Int, _ random: inout SplitMix64) -> [[Maneuver]] {
    var fold = ItineraryFold(on: graph, for: .car, settings: settings)
    var told: [[Maneuver]] = []
    for leg in trip.legs {
      var begin = leg.edges.lowerBound
      while begin < leg.edges.upperBound {
        let end = min(leg.edges.upperBound, begin + Int.random(in: 0...most, using: &random))
        let isEnd = end == leg.edges.upperBound && Bool.random(using: &random)
        told.append(fold.take(trip.edges[begin..<end].map(PathEdge.init), isEnd: isEnd))
        if end == leg.edges.upperBound, !isEnd { told.append(fold.take([], isEnd: true)) }
        begin = end
      }
    }
    return told
  }

  @Test(arguments: [3.0, 15, 60], ["", "left|left|through|through;right|right"])
  func `has the same maneuvers as the whole drive`(metresPerCell: Double, turnLanes: String) throws {
    let sketch = try drawnTown(metresPerCell: metresPerCell, turnLanes: turnLanes)
    var random = SplitMix64(seed: 11)
    var early = 0
    let walks = rounds(300)
    for round in walks {
      let path = (0..<Int.random(in: 1...3, using: &random)).map { _ in walk(sketch, &random) }.joined(separator: " | ")
      let trip = sketch.trip(path)
      let whole = itinerary(of: trip, on: sketch.graph, for: .car, settings: settings).maneuvers
      let told = describe(trip, on: sketch.graph, upTo: Int.random(in: 1...4, using: &random), &random)
      #expect(told.joined().map(contents) == whole.map(contents), "round \(round): \(path)")
      early += told.count { !$0.isEmpty && $0.last?.type != .arrive }
    }
    #expect(early > (metresPerCell < 10 ? 0 : walks.count / 3), "\(early)")
  }

  /// All that is known of a maneuver.
  private func contents(_ maneuver: Maneuver) -> String {
    let details = maneuver.details
    let numbers = [
      maneuver.distance, maneuver.duration, maneuver.distanceToNext, maneuver.timeToNext, maneuver.angle,
      details.bearingBefore, details.bearingAfter,
    ]
    return """
      \(maneuver.type) \(maneuver.modifier, default: "-") \(maneuver.exit ?? "-") at \(maneuver.place) \
      \(maneuver.time, default: "-") \(numbers.map { $0.map { "\($0)" } ?? "-" }) edge \(maneuver.edge) \
      passed \(maneuver.junctionsPassed) \(details.road)→\(details.nextRoad) \(details.words.full) \
      \(details.words.short) \(details.words.spoken) \(details.sign) \(details.lanes) \(details.shields)
      """
  }
}

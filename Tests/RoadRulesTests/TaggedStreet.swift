import Moments
import RoadGraph
import TestSupport
import Testing

@testable import RoadRules

/// A street from A to B with the lines that a map keeps of its conditional tags.
///
///     A----B
struct TaggedStreet {
  let graph: RoadGraph
  let rules: ConditionalRules
  /// From A to B, along the way.
  let there: EdgeID
  let back: EdgeID

  /// - Parameters:
  ///   - lines: of both directions, `key=value`.
  ///   - sign: the lines of a sign at A.
  init(_ lines: String, road: SketchRoad = "A-B", sign: String = "") throws {
    let sketch = try RoadSketch("A----B", metresPerCell: 20, roads: [road]) { network in
      network.segments[0].forward.conditions = lines
      network.segments[0].backward.conditions = lines
      network.nodes[0].conditions = sign
    }
    graph = sketch.graph
    rules = ConditionalRules(of: sketch.graph)
    there = sketch.edge("AB")
    back = sketch.edge("BA")
  }

  /// How the way from A to B differs from the map; `nil` if it does not.
  func change(for circumstances: Circumstances) -> RoadChange? {
    rules.change(of: there, in: circumstances, on: graph)
  }

  /// The same for the way from B to A.
  func changeBack(for circumstances: Circumstances) -> RoadChange? {
    rules.change(of: back, in: circumstances, on: graph)
  }

  /// The rules of the street alone.
  var timetable: RoadTimetable {
    var timetable = RoadTimetable()
    timetable.rules = rules
    return timetable
  }
}

/// A Monday.
let morning = "2026-03-02T08:30:00Z"
let night = "2026-03-02T23:30:00Z"

/// A traveller with the usual measures of the mode, but for those that are told.
///
/// - Parameter time: ISO 8601; `nil` if nobody asks for one.
func circumstances(
  _ mode: TravelMode = .car, _ measures: [Vehicle.Measure: Double] = [:], at time: String? = nil
) throws -> Circumstances {
  let moment = try time.map { try #require(ZonedTime(iso8601: $0)) }
  return Circumstances(at: moment, Traveller(mode, vehicle: Vehicle(measures)))
}

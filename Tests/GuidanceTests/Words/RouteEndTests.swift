import Geodesy
import Guidance
import RoadGraph
import Routing
import TestSupport
import Testing

/// Places 1 to 5 beside and on a street that runs east.
@Suite struct `The ends of a route` {
  let sketch: RoadSketch
  init() throws {
    sketch = try RoadSketch(
      """
        2
      A1--4-3-B
          5
      """, metresPerCell: 10, roads: [SketchRoad("A-B", name: "Mill Street")])
  }

  /// - Parameter heading: where the vehicle points that is to drive the route, which was found for any.
  private func maneuvers(_ digits: String, heading: Degrees? = nil) throws -> [Maneuver] {
    var router = Router(on: sketch.graph)
    let waypoints = digits.map { Waypoint(place: sketch.place($0)) }
    var route = try router.route(RouteRequest(waypoints: waypoints))
    route.waypoints[0].waypoint.heading = heading
    return itinerary(of: route, on: sketch.graph).maneuvers
  }

  @Test(arguments: [
    ("15", "Arrive, on the right.", ManeuverModifier.right),
    ("12", "Arrive, on the left.", .left), ("32", "Arrive, on the right.", .right),
    ("35", "Arrive, on the left.", .left), ("14", "Arrive.", nil),
  ])
  func `say on which side of the road the destination lies`(
    digits: String, sentence: String, side: ManeuverModifier?
  ) throws {
    let arrival = try #require(try maneuvers(digits).last)
    #expect(arrival.details.words.full == sentence)
    #expect(arrival.modifier == side)
  }

  @Test func `are at the stops on the way as well`() throws {
    let all = try maneuvers("153").filter { $0.type == .arrive }
    #expect(all.map(\.details.words.full) == ["Arrive, on the right.", "Arrive."])
  }

  @Test(
    arguments: [
      (nil, "Head east on Mill Street."), (90, "Head east on Mill Street."), (200, "Head east on Mill Street."),
      (270, "Make a U-turn and head east on Mill Street."),
    ] as [(Degrees?, String)])
  func `say when the vehicle points the other way`(heading: Degrees?, sentence: String) throws {
    #expect(try maneuvers("14", heading: heading).first?.details.words.full == sentence)
  }
}

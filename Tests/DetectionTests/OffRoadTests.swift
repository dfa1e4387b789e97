import Detection
import Geodesy
import Matching
import RoadGraph
import TestSupport
import Testing
import Traces
import Trips

@Suite struct `Leaving the road` {
  let meadow: RoadSketch
  init() throws {
    meadow = try RoadSketch(
      """
      A-------------------B

            1   2   3
                    4
      """, metresPerCell: 10, roads: ["A-B"])
  }

  /// Fixes every 20 m; numbers 3, 4, 5 … are taken off the road to the places drawn.
  private func trip(_ fixes: [(Int, FixReason, Character)]) -> Trip {
    var trip = meadow.trip("AB")
    for (fix, reason, sign) in fixes { trip.take(fix, off: .offRoad, reason, to: meadow.place(sign)) }
    return trip
  }

  @Test func `a run of fixes is one event along straight lines`() throws {
    let found = meadow.events(
      of: trip([(3, .noRoadNear, "1"), (4, .noRoadNear, "2"), (5, .noRoadNear, "3"), (6, .noRoadNear, "4")]))
    let event = try #require(found.first)
    #expect(found.count == 1)
    #expect(event.type == .offRoad)
    #expect(event.fixes == 3...6)
    #expect(event.span == [6, 12])
    #expect(event.place == meadow.place("1"))
    #expect(event.edge == nil)
    #expect(Int(event.length.rounded()) == 90)
    #expect(event.detail == "no_road_near: no road of this mode lies within the search radius")
  }

  @Test func `dropped and rejected fixes in between do not part it`() {
    var trip = trip([(3, .noRoadNear, "1"), (6, .noRoadNear, "4")])
    trip.take(4, off: .dropped, .jump, to: meadow.place("B"))
    trip.take(5, off: .rejected, .badPosition)
    let found = meadow.events(of: trip)
    #expect(found.map(\.fixes) == [3...6])
    #expect(Int(found[0].length.rounded()) == Int(groundDistance(meadow.place("1"), meadow.place("4")).rounded()))
  }

  @Test func `a fix on a road parts it`() {
    let trip = trip([(3, .noRoadNear, "1"), (5, .noRoadNear, "2"), (7, .noRoadNear, "3")])
    #expect(meadow.events(of: trip).map(\.fixes) == [3...3, 5...5, 7...7])
    #expect(meadow.events(of: trip).map(\.length) == [0, 0, 0])
  }

  @Test func `a road that is crossed does not part it, one that is followed does`() {
    var crossing = trip([(3, .noRoadNear, "1"), (5, .noRoadNear, "2"), (6, .noRoadNear, "3")])
    crossing.take(4, off: .unmatched, .noPath)
    #expect(meadow.events(of: crossing).map(\.fixes) == [3...6])
    #expect(meadow.events(of: crossing).map { $0.detail.prefix(12) } == ["no_road_near"])
    var settings = DetectionSettings()
    settings.longestRoadCrossing = 39
    #expect(
      events(of: crossing, on: meadow.graph, for: .car, settings: settings).map(\.fixes) == [3...3, 5...6])
  }

  @Test func `the reasons are named, each once`() {
    let outside = trip([(3, .noRoadNear, "1"), (4, .outsideMap, "2"), (5, .outsideMap, "3")])
    #expect(
      meadow.events(of: outside).map(\.detail) == [
        "no_road_near: no road of this mode lies within the search radius; outside_map: the position lies outside the map"
      ])
  }

  @Test func `a trace wholly off the road is one event`() {
    var trip = trip([])
    for fix in trip.matched.fixes.indices { trip.take(fix, off: .offRoad, .outsideMap) }
    trip.edges = []
    trip.legs = []
    trip.matched.paths = []
    #expect(meadow.events(of: trip).map(\.fixes) == [0...10])
    #expect(meadow.events(of: trip).map(\.edge) == [nil])
  }
}

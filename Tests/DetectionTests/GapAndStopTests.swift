import Detection
import Geodesy
import Matching
import Moments
import RoadGraph
import TestSupport
import Testing
import Traces
import Trips

private func line() throws -> RoadSketch {
  try RoadSketch("A---B---C---D", metresPerCell: 25, roads: ["A-B-C-D"])
}

@Suite struct Gaps {
  @Test(arguments: [
    (BreakReason.timeGap, "time_gap: the trace is silent too long to tell the path, 60 s"),
    (.noPath, "no_path: no path joins the two ends, 60 s"),
    (.offRoad, "off_road: the vehicle was off the road in between, 60 s"),
  ])
  func `what parts two legs is a gap`(reason: BreakReason, detail: String) throws {
    let sketch = try line()
    var trip = sketch.trip("AB | CD")
    trip.gaps[0].reason = reason
    let found = sketch.events(of: trip)
    let event = try #require(found.first)
    #expect(found.count == 1)
    #expect(event.type == .gap)
    #expect(event.fixes == 5...6)
    #expect(event.span == [10, 70])
    #expect(event.place == sketch.place("B"))
    #expect(event.edge == 0)
    #expect(Int(event.length.rounded()) == 100)
    #expect(event.detail == detail)
  }

  @Test(arguments: [(29.0, false), (31.0, true)])
  func `a long silence within a leg is a gap`(silence: Seconds, isGap: Bool) throws {
    let sketch = try line()
    var trip = sketch.trip("AB BC CD")
    trip.wait(silence - 2, before: 7)
    let found = sketch.events(of: trip)
    #expect(found.isEmpty == !isGap)
    #expect(found.allSatisfy { $0.fixes == 6...7 && $0.edge == 1 && $0.span == [12, 43] })
    #expect(found.allSatisfy { $0.detail == "silence: the trace is silent on a known path, 31 s" })
    #expect(found.allSatisfy { Int($0.length.rounded()) == 20 })
  }

  @Test(arguments: [
    // All of the silence in the tunnel, or most of it: the rest is driven in less than 30 s.
    ("BC", [7, 8], 31.0, false), ("BC", [5, 6, 7, 8, 9, 10, 11], 60, false),
    // The tunnel is elsewhere, or the vehicle was silent outside of it for longer than that.
    ("CD", [7, 8], 31, true), ("BC", [5, 6, 7, 8, 9, 10, 11], 120, true),
  ])
  func `a silence that a tunnel explains is none`(tunnel: String, unseen: [Int], silence: Seconds, isGap: Bool) throws {
    let sketch = try RoadSketch(
      "A---B---C---D", metresPerCell: 25,
      roads: ["AB", "BC", "CD"].map { way in
        SketchRoad(way.map { String($0) }.joined(separator: "-"), flags: way == tunnel ? .tunnel : [])
      })
    var trip = sketch.trip("AB BC CD")
    for fix in unseen.dropLast() { trip.take(fix, off: .dropped, .jump) }
    let last = unseen[unseen.count - 1]
    trip.wait(silence - 2 * Double(unseen.count), before: last)
    #expect(sketch.events(of: trip).map(\.type) == (isGap ? [.gap] : []))
  }

  @Test func `a sparse trace is not silent between its fixes`() throws {
    let sketch = try RoadSketch("A---B---C---D", metresPerCell: 200, roads: ["A-B-C-D"])
    var drive = SketchDrive()
    drive.period = 40
    var trip = sketch.trip("AB BC CD", drive)
    #expect(sketch.events(of: trip).isEmpty)
    trip.wait(170, before: 3)
    #expect(sketch.events(of: trip).map(\.fixes) == [2...3])
  }

  @Test func `dropped fixes do not break a silence, fixes off the road do`() throws {
    let sketch = try line()
    var trip = sketch.trip("AB BC CD")
    trip.wait(40, before: 8)
    trip.take(7, off: .dropped, .jump)
    #expect(sketch.events(of: trip).map(\.fixes) == [6...8])
    trip.take(8, off: .offRoad, .noRoadNear)
    #expect(sketch.events(of: trip).map(\.type) == [.offRoad])
  }

  @Test func `gaps without times have a length`() throws {
    let sketch = try line()
    var drive = SketchDrive()
    drive.hasTimes = false
    let found = sketch.events(of: sketch.trip("AB | CD", drive))
    #expect(found.map(\.detail) == ["time_gap: the trace is silent too long to tell the path"])
    #expect(found.map(\.span) == [[nil, nil]])
  }
}

@Suite struct Stops {
  private func stopped(edge: Int?) throws -> (RoadSketch, Trip) {
    let sketch = try line()
    var trip = sketch.trip("AB BC")
    trip.stops = [
      Stop(
        fixes: 3...4, begin: RoadSketch.begin.adding(seconds: 6), end: RoadSketch.begin.adding(seconds: 51),
        place: try #require(trip.matched.fixes[3].position?.place), edge: edge,
        road: edge.map { trip.edges[$0].edge })
    ]
    return (sketch, trip)
  }

  @Test func `a stop has its place on the road and its duration`() throws {
    let (sketch, trip) = try stopped(edge: 0)
    let found = sketch.events(of: trip)
    let event = try #require(found.first)
    #expect(found.count == 1)
    #expect(event.type == .stop)
    #expect(event.span == [6, 51])
    #expect(event.edge == 0)
    #expect(event.place == sketch.graph.place(on: sketch.edge("AB"), at: 60))
    #expect(event.length == 0)
    #expect(event.detail == "stood for 45 s")
  }

  @Test func `a stop off the road stands where its fixes say`() throws {
    var (sketch, trip) = try stopped(edge: nil)
    trip.take(3, off: .offRoad, .noRoadNear, to: sketch.place("D"))
    trip.stops[0].place = sketch.place("D")
    let found = sketch.events(of: trip)
    #expect(found.map(\.type) == [.offRoad, .stop])
    #expect(found.map(\.place) == [sketch.place("D"), sketch.place("D")])
    #expect(found.map(\.edge) == [nil, nil])
  }
}

@Suite struct `Events of a trip` {
  @Test func `come by begin time, then by type`() throws {
    let sketch = try RoadSketch(
      "A---B---C---D---E", metresPerCell: 25, roads: ["A-B", SketchRoad("C>B"), "C-D", "D-E"])
    var trip = sketch.trip("AB BC CD | DE")
    trip.take(11, off: .offRoad, .noRoadNear)
    let begin = try #require(trip.edges[1].enterTime)
    trip.stops = [
      Stop(
        fixes: 5...6, begin: begin, end: begin.adding(seconds: 9), place: sketch.place("B"), edge: 1,
        road: sketch.edge("CB")),
      Stop(
        fixes: 1...2, begin: RoadSketch.begin, end: begin, place: sketch.place("A"), edge: 0, road: sketch.edge("AB")),
    ]
    let found = sketch.events(of: trip)
    #expect(found.map(\.type) == [.stop, .wrongWay, .stop, .offRoad, .gap])
    #expect(found.map { $0.span[0] } == [0, 10, 10, 22, 30])
  }

  @Test func `without times come by their fixes`() throws {
    let sketch = try RoadSketch("A---B---C---D", metresPerCell: 25, roads: ["A>B", "B-C", "D>C"])
    var drive = SketchDrive()
    drive.hasTimes = false
    var trip = sketch.trip("BA | BC CD", drive)
    trip.take(8, off: .offRoad, .noRoadNear)
    let found = sketch.events(of: trip)
    #expect(found.map(\.type) == [.wrongWay, .gap, .offRoad, .wrongWay])
    #expect(found.map(\.fixes.lowerBound) == [0, 5, 8, 11])
  }

  @Test func `have valid indices and ordered ends`() throws {
    let sketch = try RoadSketch("A---B---C---D", metresPerCell: 25, roads: ["A>B", "B-C", "D>C"])
    let trip = sketch.trip("BA | BC CD DC CB | BA")
    for event in sketch.events(of: trip) {
      #expect(event.edge.map(trip.edges.indices.contains) ?? true)
      #expect(trip.matched.fixes.indices.contains(event.fixes.upperBound))
      #expect(try #require(event.beginTime) <= #require(event.endTime))
      #expect(event.length >= 0 && (0...1).contains(event.confidence))
    }
  }

  @Test func `an empty trip has none`() throws {
    let sketch = try line()
    #expect(sketch.events(of: sketch.trip("")).isEmpty)
  }

  @Test func `fixes the reader refused break nothing`() throws {
    let sketch = try line()
    var trip = sketch.trip("AB")
    for fix in trip.matched.fixes.indices {
      trip.take(fix, off: .rejected, .badRecord)
      trip.matched.trace.fixes[fix] = Fix(place: nil, time: nil, refusal: .badRecord)
    }
    #expect(sketch.events(of: trip).isEmpty)
  }

  @Test func `edges driven for no length are no wrong way`() throws {
    let sketch = try RoadSketch("A---B", metresPerCell: 25, roads: ["A>B"])
    var drive = SketchDrive()
    drive.beginOffset = sketch.graph.length(of: sketch.edge("BA"))
    let trip = sketch.trip("BA", drive)
    #expect(sketch.events(of: trip).isEmpty)
  }
}

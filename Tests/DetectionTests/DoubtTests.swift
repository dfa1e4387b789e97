import Detection
import Geodesy
import Matching
import RoadGraph
import TestSupport
import Testing
import Traces
import Trips

extension RoadSketch {
  /// What some trips say together about the map.
  fileprivate func tally(_ trips: [Trip], settings: DetectionSettings = DetectionSettings()) -> DoubtTally {
    let scene = Scene(graph: graph, mode: .car, settings: settings)
    let reader = EvidenceReader(scene)
    var tally = DoubtTally()
    for trip in trips { tally.take(reader.evidence(of: trip, Detection.events(of: trip, in: scene))) }
    return tally
  }

  fileprivate func doubts(_ trips: [Trip], settings: DetectionSettings = DetectionSettings()) -> [Doubt] {
    tally(trips, settings: settings).doubts(on: graph, for: .car)
  }

  fileprivate func doubts(_ paths: String...) -> [Doubt] { doubts(paths.map { trip($0) }) }
}

extension Doubt {
  /// Trips that kept and broke the rule, and whether it is doubtful.
  fileprivate var counts: [Int?] { [kept, broken, isDoubtful.map { $0 ? 1 : 0 }] }
}

@Suite struct `A rule that the map may have wrong` {
  /// BC is oneway eastward and has two ways, as OpenStreetMap splits streets.
  private func street() throws -> RoadSketch {
    try RoadSketch(
      "A---B---C---D", metresPerCell: 20, roads: ["A-B", SketchRoad("B>C", name: "Quay"), "C-D"])
  }

  @Test func `is a oneway that most drive against`() throws {
    let sketch = try street()
    let against = "DC CB BA"
    let doubt = try #require(sketch.doubts(against, "AB BC CD", against, against, "AB BC CD").first)
    #expect(doubt.kind == .rule(.oneway) && doubt.source == .way(2))
    #expect(doubt.counts == [2, 3, 1])
    #expect(doubt.share == 0.6)
    #expect(doubt.place == sketch.place("C") && doubt.edge == sketch.edge("CB"))
    #expect(doubt.clause == "3 of 5 trips drove against the oneway")
  }

  @Test func `stays a rule if half of them keep it, and is listed`() throws {
    let (with, against) = ("AB BC CD", "DC CB BA")
    #expect(try street().doubts(against, against, against, with, with, with).map(\.counts) == [[3, 3, 0]])
  }

  @Test func `needs three trips: two may be one driver`() throws {
    #expect(try street().doubts("DC CB BA", "DC CB BA").isEmpty)
  }

  @Test func `counts each trip once, and one that both keeps and breaks it as broken`() throws {
    let both = "AB BC CD DC CB BC CD DC CB BA"
    #expect(try street().doubts(both, both, both).map(\.counts) == [[0, 3, 1]])
  }

  @Test func `is not broken by a wobble`() throws {
    let sketch = try street()
    var drive = SketchDrive()
    drive.beginOffset = 60
    #expect(sketch.doubts((0..<3).map { _ in sketch.trip("CB", drive) }).isEmpty)
  }

  @Test func `is flagged for the way on which the drive was longest`() throws {
    let sketch = try RoadSketch(
      "A-B-------C---D", metresPerCell: 20, roads: ["A>B", SketchRoad("B>C", name: "Quay"), "C-D"])
    let trips = (0..<3).map { _ in sketch.trip("DC CB BA") }
    let event = try #require(sketch.events(of: trips[0]).first)
    #expect(event.rules == [RuleID(.oneway, index: 1), RuleID(.oneway, index: 0)])
    let tally = sketch.tally(trips)
    #expect(event.rules.allSatisfy { tally.isDoubtful($0) })
    #expect(!tally.isDoubtful(RuleID(.oneway, index: 2)))
  }

  /// From A nobody may turn onto D.
  private func crossing(mandatory: [String] = [], forbidden: [String] = ["ABD"]) throws -> RoadSketch {
    try RoadSketch(
      """
            C
            |
            |
      A-----B-----E
            |
            |
            D
      """, metresPerCell: 20, roads: ["A-B-E", "C-B-D"], forbidden: forbidden, mandatory: mandatory)
  }

  @Test func `is a banned turn that most make who come from its road`() throws {
    let sketch = try crossing()
    let doubts = sketch.doubts("AB BD", "AB BD", "AB BE", "AB BC", "AB BD", "EB BD", "DB BA")
    let doubt = try #require(doubts.first)
    #expect(doubts.count == 1 && doubt.kind == .rule(.turnRestriction) && doubt.source == .relation(1))
    #expect(doubt.counts == [2, 3, 1])
    #expect(doubt.clause == "3 of 5 trips made the banned turn")
  }

  @Test func `is a prescribed turn that most do not take`() throws {
    let sketch = try crossing(mandatory: ["DBA"], forbidden: [])
    #expect(sketch.doubts("DB BE", "DB BC", "DB BA", "DB BE", "AB BE").map(\.counts) == [[1, 3, 1]])
  }

  @Test func `says nothing of drives that are not sure`() throws {
    let sketch = try crossing()
    var unsure = SketchDrive()
    unsure.confidence = 0.5
    let trips = ["AB BD", "AB BD", "AB BD"].map { sketch.trip($0) } + [sketch.trip("AB BE", unsure)]
    #expect(sketch.doubts(trips).map(\.counts) == [[0, 3, 1]])
  }

  @Test func `is a closed barrier that is passed; turning back before it keeps it`() throws {
    let sketch = try RoadSketch("A-----B-----C", metresPerCell: 20, roads: ["A-B", "B-C"]) {
      $0.nodes[1].flags = .barrier
      $0.nodes[1].barrier = AccessSet.none
    }
    let doubts = sketch.doubts("AB BC", "AB BC", "CB BA", "AB BA")
    #expect(doubts.map(\.counts) == [[1, 3, 1]] && doubts.first?.kind == .rule(.barrier))
  }

  @Test func `is a closed road; who passes its end keeps the rule`() throws {
    let sketch = try RoadSketch(
      """
      A-----B-----C
            |
            |
            D
      """, metresPerCell: 20, roads: ["A-B-C", SketchRoad("B-D", name: "Yard", access: AccessSet.none)])
    var settings = DetectionSettings()
    settings.meetsClosedRoads = true
    let trips = ["AB BD", "AB BD", "CB BD", "AB BC", "CB BA"].map { sketch.trip($0) }
    let doubt = try #require(sketch.doubts(trips, settings: settings).first)
    #expect(doubt.kind == .rule(.access) && doubt.source == .way(2) && doubt.counts == [2, 3, 1])
    #expect(doubt.clause == "3 of 5 trips drove on the road that is closed to them")
  }

  @Test func `does not depend on the order of the trips`() throws {
    let sketch = try crossing()
    let paths = ["AB BD", "AB BE", "AB BD", "AB BD", "AB BC"]
    let there = sketch.doubts(paths.map { sketch.trip($0) })
    #expect(sketch.doubts(paths.reversed().map { sketch.trip($0) }) == there)
  }
}

@Suite struct `Roads that the map has wrong` {
  private let meadow: RoadSketch

  init() throws {
    meadow = try RoadSketch(
      """
      A-------------------B




            1   2   3   4
                    5   6
      """, metresPerCell: 20, roads: ["A-B"])
  }

  /// Fixes every 20 m; those from number 3 on are taken off the road to the places drawn.
  private func trip(_ signs: String) -> Trip {
    var trip = meadow.trip("AB")
    for (number, sign) in signs.enumerated() {
      trip.take(3 + number, off: .offRoad, .noRoadNear, to: meadow.place(sign))
    }
    return trip
  }

  @Test func `a line that three trips drove off the roads is a missing road`() throws {
    let doubts = meadow.doubts([trip("1234"), trip("1234"), trip("4321")])
    let doubt = try #require(doubts.first)
    #expect(doubts.count == 1 && doubt.kind == .missingRoad && doubt.broken == 3)
    #expect(doubt.isDoubtful == nil && doubt.kept == nil && doubt.source == nil && doubt.share == nil)
    #expect(doubt.length > 220 && doubt.length < 420)
    let way = ["1", "2", "3", "4"].map { meadow.place($0) }
    for place in doubt.line where groundDistance(place, way[0]) > 60 && groundDistance(place, way[3]) > 60 {
      let nearest = zip(way, way.dropFirst()).map { begin, end in
        (0...20).map { groundDistance(place, begin.interpolated(to: end, fraction: Double($0) / 20)) }.min() ?? 0
      }.min()
      #expect(nearest ?? .infinity < 90)
    }
    #expect(doubt.clause == "3 trips drove on the same line where the map has no road")
  }

  @Test func `two trips, or three on lines of their own, are none`() {
    #expect(meadow.doubts([trip("1234"), trip("1234")]).isEmpty)
  }

  /// Two roads 20 m apart from A to B and from C to D; drives use only the first.
  private func lanes(_ other: String, roadClass: RoadClass = .residential) throws -> RoadSketch {
    try RoadSketch(
      """
      A--------------------B
      |                    |
      C--------------------D
      """, metresPerCell: 10,
      roads: [SketchRoad(other, roadClass: roadClass), SketchRoad("C-D"), SketchRoad("C-A"), SketchRoad("B-D")])
  }

  @Test func `a road that nobody takes beside one that ten take is unused`() throws {
    let sketch = try lanes("A-B")
    #expect(sketch.doubts(Array(repeating: sketch.trip("CD"), count: 9)).isEmpty)
    let doubts = sketch.doubts(Array(repeating: sketch.trip("CD"), count: 10))
    let doubt = try #require(doubts.first)
    #expect(doubts.count == 1 && doubt.kind == .unusedRoad && doubt.source == .way(1))
    #expect(doubt.kept == 0 && doubt.broken == 10 && Int(doubt.length.rounded()) == 210)
    #expect(doubt.line == [sketch.place("A"), sketch.place("B")])
  }

  @Test func `one that a single trip took, that leads the other way, or that is less important, is not`() throws {
    let sketch = try lanes("A-B")
    #expect(sketch.doubts(Array(repeating: sketch.trip("CD"), count: 10) + [sketch.trip("AB")]).isEmpty)
    let oneway = try lanes("B>A")
    #expect(oneway.doubts(Array(repeating: oneway.trip("CD"), count: 10)).isEmpty)
    let service = try lanes("A-B", roadClass: .service)
    #expect(service.doubts(Array(repeating: service.trip("CD"), count: 10)).isEmpty)
  }
}

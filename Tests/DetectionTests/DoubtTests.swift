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
  ///
  /// - Parameter vehicles: one letter for each trip; without them, each trip has a vehicle of its own.
  fileprivate func tally(
    _ trips: [Trip], by vehicles: String? = nil, settings: DetectionSettings = DetectionSettings()
  ) -> DoubtTally {
    let scene = Scene(graph: graph, mode: .car, settings: settings)
    let reader = EvidenceReader(scene)
    var tally = DoubtTally()
    for (number, trip) in trips.enumerated() {
      var trip = trip
      trip.matched.trace = trip.matched.trace.called(vehicles.map { String(Array($0)[number]) } ?? "vehicle \(number)")
      tally.take(reader.evidence(of: trip, Detection.events(of: trip, in: scene)))
    }
    return tally
  }

  fileprivate func doubts(
    _ trips: [Trip], by vehicles: String? = nil, settings: DetectionSettings = DetectionSettings()
  ) -> [Doubt] {
    tally(trips, by: vehicles, settings: settings).doubts(on: graph, for: .car)
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

  /// One letter for the vehicle of each trip against the oneway, then of each one along it.
  @Test(arguments: [
    ("abc", "de", 3, 2, true), ("aab", "cd", 2, 2, false), ("aaa", "", 1, 0, false),
    // Three couriers drive against it again and again; most others do not.
    ("aaabbbccc", "defgh", 3, 5, false), ("aaabbbccc", "defgab", 3, 4, false), ("abc", "abcd", 3, 1, false),
  ])
  func `is one that most vehicles break, and not only most trips`(
    against: String, along: String, broken: Int, kept: Int, isDoubtful: Bool
  ) throws {
    let sketch = try street()
    let trips = against.map { _ in sketch.trip("DC CB BA") } + along.map { _ in sketch.trip("AB BC CD") }
    let doubt = try #require(sketch.doubts(trips, by: against + along).first)
    #expect(doubt.counts == [along.count, against.count, isDoubtful ? 1 : 0])
    #expect(doubt.vehicles == Doubt.Vehicles(kept: kept, broken: broken))
    let isSame = broken == against.count && kept == along.count
    let clause = "\(against.count) of \(trips.count) trips drove against the oneway"
    #expect(doubt.clause == clause + (isSame ? "" : ", \(broken) of \(broken + kept) vehicles"))
  }

  @Test func `counts hundreds of vehicles within a tenth`() throws {
    let sketch = try street()
    let (against, along) = (sketch.trip("DC CB BA"), sketch.trip("AB BC CD"))
    let reader = EvidenceReader(Scene(graph: sketch.graph, mode: .car))
    var tally = DoubtTally()
    let events = sketch.events(of: against)
    for number in 0..<900 {
      var trip = number < 600 ? against : along
      // Each vehicle drives twice.
      trip.matched.trace = trip.matched.trace.called("vehicle \(number / 2)")
      tally.take(reader.evidence(of: trip, number < 600 ? events : []))
    }
    let vehicles = try #require(tally.doubts(on: sketch.graph, for: .car).first?.vehicles)
    #expect((270...330).contains(vehicles.broken) && (120...180).contains(vehicles.kept), "\(vehicles)")
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

  /// A oneway street of three ways, the middle one with another name.
  private func longStreet() throws -> RoadSketch {
    try RoadSketch(
      "A-B-----C-------D---E", metresPerCell: 20,
      roads: ["A-B", SketchRoad("B>C", name: "Bank"), SketchRoad("C>D", name: "Quay"), "D-E"])
  }

  @Test func `is one row for the ways that are always broken together`() throws {
    let sketch = try longStreet()
    let against = "ED DC CB BA"
    let doubts = sketch.doubts(against, against, against)
    #expect(doubts.map(\.source) == [.way(3)] && doubts[0].edge == sketch.edge("DC"))
  }

  @Test func `is a row for each way that some break alone, with the name and the place of that way`() throws {
    let sketch = try longStreet()
    let (both, one) = ("ED DC CB BA", "CB BA")
    let doubts = sketch.doubts(both, both, both, one, one, one)
    #expect(doubts.map(\.source) == [.way(2), .way(3)])
    #expect(doubts[0].edge == sketch.edge("CB") && doubts[0].place == sketch.place("C"))
    #expect(doubts[1].edge == sketch.edge("DC") && doubts[1].place == sketch.place("D"))
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

  @Test func `a line along a road of the map for others, such as a pedestrian street, is none`() throws {
    for access in [AccessSet.none, .all] {
      let street = try RoadSketch(
        """
        A---------------------B


              P-1---2---3---4-Q
        """, metresPerCell: 20, roads: ["A-B", SketchRoad("P-Q", roadClass: .pedestrian, access: access)])
      var trip = street.trip("AB")
      for (number, sign) in "1234".enumerated() {
        trip.take(3 + number, off: .offRoad, .noRoadNear, to: street.place(sign))
      }
      #expect(street.doubts([trip, trip, trip]).allSatisfy { $0.kind != .missingRoad })
    }
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

@Suite struct `A speed limit that the map may have wrong` {
  private func street(limit: Int?, metresPerCell: Double = 40) throws -> RoadSketch {
    try RoadSketch(
      "A---B---------C---D", metresPerCell: metresPerCell, roads: ["A-B", SketchRoad("B-C", name: "Quay"), "C-D"]
    ) {
      for direction in [\RoadNetwork.Segment.forward, \.backward] {
        $0.segments[1][keyPath: direction].speedLimit = limit.map { SpeedLimit(kmh: $0, source: .tag) }
      }
    }
  }

  /// Doubts of drives at some speeds in km/h, each by a vehicle of its own.
  private func doubts(
    _ speeds: [Double], limit: Int?, by vehicles: String? = nil, metresPerCell: Double = 40,
    _ adjust: (inout SketchDrive) -> Void = { _ in }
  ) throws -> [Doubt] {
    let sketch = try street(limit: limit, metresPerCell: metresPerCell)
    let trips = speeds.map { speed in
      var drive = SketchDrive()
      drive.speed = speed / 3.6
      adjust(&drive)
      return sketch.trip("AB BC CD", drive)
    }
    return sketch.doubts(trips, by: vehicles)
  }

  @Test func `is one that most exceed by far`() throws {
    let doubt = try #require(try doubts([60, 62, 64, 30], limit: 30).first)
    #expect(doubt.kind == .rule(.speedLimit) && doubt.source == .way(2) && doubt.limit == 30)
    #expect(doubt.counts == [1, 3, 1] && doubt.vehicles == Doubt.Vehicles(kept: 1, broken: 3))
    #expect(doubt.clause.hasSuffix("were well above the limit of 30 km/h"))
  }

  @Test func `is none where they exceed it a little, or half keep it, or one vehicle exceeds it`() throws {
    #expect(try doubts([60, 60, 60, 60], limit: 50).isEmpty)
    #expect(try doubts([80, 80, 80, 50, 50, 50], limit: 50).map(\.counts) == [[3, 3, 0]])
    #expect(try doubts([80, 80, 80], limit: 50, by: "aaa").map(\.counts) == [[0, 3, 0]])
  }

  @Test func `is none on roads without a tagged limit, on short ones, and where the road is not sure`() throws {
    #expect(try doubts([90, 90, 90], limit: nil).isEmpty)
    #expect(try doubts([90, 90, 90], limit: 50, metresPerCell: 15).isEmpty)
    #expect(try doubts([90, 90, 90], limit: 50) { $0.confidence = 0.7 }.isEmpty)
    #expect(try doubts([90, 90, 90], limit: 50) { $0.period = 70 }.isEmpty)
  }

  @Test func `marks the events of speeding on its way`() throws {
    let sketch = try street(limit: 50, metresPerCell: 100)
    var drive = SketchDrive()
    drive.speed = 25
    let trip = sketch.trip("AB BC CD", drive)
    let event = try #require(sketch.events(of: trip).first)
    #expect(event.type == .speeding && event.rules == [RuleID(.speedLimit, index: 1)])
    #expect(sketch.tally([trip, trip, trip]).isDoubtful(event.rules[0]))
    #expect(!sketch.tally([trip, trip]).isDoubtful(event.rules[0]))
  }

  @Test func `is one that nobody comes near`() throws {
    let slow = [Double](repeating: 30, count: 10)
    let doubt = try #require(try doubts(slow, limit: 80).first)
    #expect(doubt.kind == .unreachedLimit && doubt.source == .way(2) && doubt.limit == 80 && doubt.isDoubtful == nil)
    #expect(doubt.counts == [0, 10, nil] && doubt.share == 1)
    #expect(doubt.clause == "10 of 10 trips stayed far below the limit of 80 km/h")
  }

  @Test func `is none where two of twelve come near it, nine drove, or one vehicle, and in slow streets`() throws {
    let slow = [Double](repeating: 25, count: 10)
    #expect(try doubts(slow + [50, 50], limit: 80).isEmpty)
    #expect(try doubts(Array(slow.dropLast()), limit: 80).isEmpty)
    #expect(try doubts(slow, limit: 80, by: "aaaaaaaaaa").isEmpty)
    #expect(try doubts(slow.map { _ in 15 }, limit: 30).isEmpty)
    #expect(try doubts(slow.map { _ in 49 }, limit: 80).isEmpty)
  }
}

extension Trace {
  /// The same fixes under another id.
  fileprivate func called(_ id: String) -> Trace { Trace(id: id, source: source, fixes: fixes) }
}

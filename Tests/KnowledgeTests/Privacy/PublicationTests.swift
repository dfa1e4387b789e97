import Foundation
import Geodesy
import RoadGraph
import RoadRules
import TestSupport
import Testing

@testable import Knowledge

@Suite("What is published")
struct PublicationTests {
  private let rule = PublicSupport(vehicles: 3)
  private let sketch: RoadSketch
  private let folder: TemporaryFolder

  init() throws {
    sketch = try RoadSketch("A--B--C", roads: ["A-B-C"])
    folder = try TemporaryFolder()
  }

  // MARK: Rows that tell by their speed which version of them is published

  private func row(
    _ vehicles: ClosedRange<Int>, on edge: String = "AB", hours: Range<Int> = 0..<24, _ speed: Double, most: Int = 1
  ) -> RoadSpeed {
    let count = vehicles.count
    var row = RoadSpeed(
      edge: sketch.edge(edge), hours: WeekHours(days: 0, hours: hours),
      support: Support(passages: count, trips: count, vehicles: count, mostOfOne: most), expected: speed, low: 1,
      high: 99, moving: 40, basis: .hours)
    for vehicle in vehicles { row.support.who.insert(VehicleHashes.hash("van-\(vehicle)")) }
    return row
  }

  private func publication(_ circumstances: String = "", least: Int? = nil) throws -> Publication {
    try Publication(
      of: KnowledgeStore(StoreContents(mode: .car), at: folder.path("store")), on: sketch.graph,
      by: least.map(PublicSupport.init) ?? rule, circumstances: [.speeds: circumstances])
  }

  /// The speeds that are published when the rows are these, and what became of them.
  private func publish(_ rows: [RoadSpeed], least: Int? = nil) throws -> (speeds: [Double], Publication.Counts) {
    let publication = try publication(least: least)
    var tables = LearnedTables(classes: .usual)
    tables.speeds = LearnedRows(rows)
    var speeds: [Double] = []
    try publication.publish(tables).speeds?.forEach { speeds.append($0.expected) }
    return (speeds, publication.counts)
  }

  // MARK: The rule

  @Test("A row stands on enough vehicles if none has more than half of its passages")
  func support() {
    #expect(rule.admits(Support(passages: 6, trips: 6, vehicles: 3, mostOfOne: 3)))
    #expect(!rule.admits(Support(passages: 6, trips: 6, vehicles: 3, mostOfOne: 4)))
    #expect(!rule.admits(Support(passages: 6, trips: 6, vehicles: 2, mostOfOne: 3)))
  }

  @Test("Counts are those of classes")
  func classes() {
    #expect(
      [0, 1, 2, 3, 5, 6, 10, 11, 20, 21, 50, 51, 100, 101, 200, 201, 501].map(rule.publicCount) == [
        0, 0, 0, 3, 3, 6, 6, 11, 11, 21, 21, 51, 51, 101, 101, 201, 501,
      ])
    #expect(PublicSupport(vehicles: 5).publicCount(5) == 5)
    #expect(PublicSupport(vehicles: 7).publicCount(8) == 7)
  }

  @Test("What does not count vehicles is not published, and neither are sums of all drives")
  func whole() throws {
    var tables = LearnedTables(classes: .usual)
    (tables.sums, tables.changes, tables.doubts) = (DriveSums(), LearnedRows([]), LearnedRows([]))
    let published = try publication().publish(tables)
    #expect(published.sums == nil && published.changes == nil && published.doubts == nil)
  }

  @Test("A row on too few vehicles, or mostly on one, is withheld")
  func few() throws {
    #expect(try publish([row(1...2, 10)]).speeds.isEmpty)
    #expect(try publish([row(1...4, 10, most: 3)]).1 == Publication.Counts(withheld: 1))
    #expect(try publish([row(1...5, 10)]) == ([10], Publication.Counts(added: 1)))
  }

  @Test("A row is renewed when as many vehicles are new in it as it needs, and not before")
  func renewal() throws {
    _ = try publish([row(1...5, 10)])
    #expect(try publish([row(1...7, 11)]) == ([10], Publication.Counts(kept: 1)))
    #expect(try publish([row(1...8, 12)]) == ([12], Publication.Counts(renewed: 1)))
  }

  @Test("Forgetting somebody changes no published row, and neither does a row that is gone")
  func forgetting() throws {
    _ = try publish([row(1...5, 10), row(1...4, on: "BC", 20)])
    #expect(try publish([row(2...5, 11)]).speeds == [10, 20])
    #expect(try publish([]).speeds == [10, 20])
  }

  @Test("A row with other hours takes the place of all that it overlaps, or of none")
  func hours() throws {
    _ = try publish([row(1...5, hours: 7..<9, 10), row(1...5, hours: 9..<12, 20)])
    #expect(try publish([row(1...6, hours: 8..<12, 30)]).speeds == [10, 20])
    #expect(try publish([row(1...8, hours: 8..<12, 40)]).speeds == [40])
    #expect(try publish([row(1...6, hours: 7..<8, 50), row(1...8, hours: 8..<12, 60)]).speeds == [40])
    #expect(try publish([row(1...8, hours: 7..<8, 70), row(1...9, hours: 8..<12, 80)]).speeds == [70, 40])
  }

  @Test("A row does not appear because the vehicle is forgotten that had most of it")
  func mostlyOne() throws {
    #expect(try publish([row(1...5, 10, most: 4)]).speeds.isEmpty)
    #expect(try publish([row(1...4, 11)]).speeds.isEmpty)
    #expect(try publish([row(1...8, 12)]).speeds == [12])
  }

  @Test("A row is not renewed because somebody counts in it who was nearly in it before")
  func nearly() throws {
    func published(_ vehicles: ClosedRange<Int>, nearly other: Int, _ speed: Double) throws -> [Double] {
      var row = row(vehicles, speed)
      row.support.nearly = self.row(other...other, 0).support.who
      return try publish([row]).speeds
    }
    #expect(try published(1...4, nearly: 5, 10) == [10])
    #expect(try published(1...7, nearly: 8, 11) == [10])
    #expect(try published(1...8, nearly: 8, 12) == [10])
    #expect(try published(1...9, nearly: 8, 13) == [13])
  }

  @Test("A row does not appear because those count in it who were nearly in it before")
  func nearlyOnly() throws {
    var few = row(1...1, 10)
    (few.support, few.support.nearly) = (Support(), row(1...4, 10).support.who)
    #expect(try publish([few]).speeds.isEmpty)
    #expect(try publish([row(1...4, 11)]).speeds.isEmpty)
    #expect(try publish([row(1...5, 12)]).speeds == [12])
  }

  @Test("A row does not appear because hours are put together otherwise")
  func otherHours() throws {
    #expect(try publish([row(1...2, hours: 6..<9, 10), row(3...4, hours: 9..<12, 20)]).speeds.isEmpty)
    #expect(try publish([row(1...4, hours: 6..<12, 30)]).speeds.isEmpty)
    #expect(try publish([row(1...5, hours: 6..<12, 40)]).speeds == [40])
  }

  @Test("A row that joins the hours of two has to be new beside both together")
  func joinedHours() throws {
    _ = try publish([row(1...4, hours: 6..<9, 10), row(5...8, hours: 9..<12, 20)])
    #expect(try publish([row(1...8, hours: 6..<12, 30)]).speeds == [10, 20])
    #expect(try publish([row(1...11, hours: 6..<12, 40)]).speeds == [40])
  }

  @Test("Who asks for more vehicles sees fewer rows, and they still stand against new ones")
  func stricter() throws {
    _ = try publish([row(1...4, 10)])
    #expect(try publish([row(1...6, 11)], least: 5).speeds.isEmpty)
    #expect(try publish([row(1...6, 12)]).speeds == [10])
  }

  @Test("Of large sets as many are said to be new as surely are")
  func samples() {
    let hashes = VehicleHashes((0..<1200).map { "van-\($0)" })
    let (old, new) = (VehicleSketch(of: 0..<1000, hashes), VehicleSketch(of: 0..<1200, hashes))
    #expect(old.hashes.count == VehicleSketch.size && old.isSample)
    let sure = new.surelyNew(besides: old)
    #expect(sure > 0 && sure <= 200)
    #expect(old.surelyNew(besides: new) == 0)
    #expect(VehicleSketch(of: (0..<1200).reversed(), hashes) == new)
  }

  // MARK: The tables

  @Test("Times, hours and exact counts of all tables stay behind, and tables without vehicles whole")
  func tables() throws {
    let support = row(1...7, 10).support
    var use = RoadUse(edge: sketch.edge("AB"))
    (use.support, use.first, use.last, use.byHour[3], use.covered) = (support, 1, 2, 1, 0.5)
    let stay = StayPlace(
      place: RoadSketch.corner, radius: 5, support: support, medianDuration: 600, totalDuration: 4800, first: 0,
      last: 1, nights: 2)
    let flow = ZoneFlow(
      from: "a\tb", to: "50 %", hours: WeekHours(days: 0, hours: 7..<8), support: support, medianDuration: 1.25,
      p85Duration: 2, medianLength: 3, p85Length: 4, corridor: ["Zähringer\nStraße", ""])
    let delay = TurnDelay(
      from: sketch.edge("AB"), onto: sketch.edge("BC"), hours: WeekHours(days: 0, hours: 0..<24), support: support,
      mean: 1, median: 0.1, p85: 3, stood: nil)
    var tables = LearnedTables(classes: .usual)
    (tables.use, tables.stays) = (LearnedRows([use]), LearnedRows([stay]))
    (tables.flows, tables.delays) = (LearnedRows([flow]), LearnedRows([delay]))
    tables.coverage = LearnedRows([Coverage(part: .all, length: 10, driven: 5)])
    tables.changes = LearnedRows([])
    let published = try publication().publish(tables)
    let counts = Support(passages: 6, trips: 6, vehicles: 6)
    var expected = RoadUse(edge: use.edge)
    (expected.support, expected.covered) = (counts, 0.5)
    #expect(try rows(published.use) == [expected])
    var (publicStay, publicFlow, publicDelay) = (stay, flow, delay)
    (publicStay.support, publicStay.first, publicStay.last, publicStay.nights) = (counts, nil, nil, 0)
    (publicFlow.support, publicDelay.support) = (counts, counts)
    #expect(try rows(published.stays) == [publicStay])
    #expect(try rows(published.flows) == [publicFlow])
    #expect(try rows(published.delays) == [publicDelay])
    #expect(published.coverage == nil && published.changes == nil && published.speeds == nil)
  }

  private func rows<Row>(_ rows: LearnedRows<Row>?) throws -> [Row] {
    var all: [Row] = []
    try rows?.forEach { all.append($0) }
    return all
  }

  @Test("Places of stays that touch are the same place, wherever their middles have moved")
  func places() throws {
    func published(_ vehicles: ClosedRange<Int>, _ place: Place) throws -> [StayPlace] {
      var tables = LearnedTables(classes: .usual)
      tables.stays = LearnedRows([
        StayPlace(
          place: place, radius: 10, support: row(vehicles, 0).support, medianDuration: 600, totalDuration: 4800,
          first: 0, last: 1, nights: 0)
      ])
      return try rows(publication().publish(tables).stays)
    }
    let first = sketch.place("A")
    let moved = Place(latitude: first.latitude + 0.0003, longitude: first.longitude)
    let other = Place(latitude: first.latitude + 0.003, longitude: first.longitude)
    #expect(try published(1...5, first).map(\.place) == [first])
    #expect(try published(1...6, moved).map(\.place) == [first])
    #expect(try published(1...8, moved).map(\.place) == [moved])
    #expect(try published(1...4, other).count == 2)
  }

  // MARK: The record

  @Test("The record is for its owner alone, and a damaged one is refused")
  func record() throws {
    _ = try publish([row(1...5, hours: 7..<9, 10), row(1...90, on: "BC", hours: 9..<12, 20)])
    let path = folder.path("store/published/speeds.rows")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let text = try folder.text("store/published/speeds.rows")
    for length in stride(from: 0, to: text.utf8.count - 1, by: 7) {
      try folder.write("store/published/speeds.rows", String(text.prefix(length)))
      #expect(throws: PrivacyError.damagedRecord(path: path)) { try publish([row(1...5, 30)]) }
    }
  }

  @Test("Tables of other hours or hidden otherwise are not published beside those of before")
  func circumstances() throws {
    var tables = LearnedTables(classes: .usual)
    tables.speeds = LearnedRows([row(1...5, 10)])
    _ = try publication("--hours 0,6").publish(tables)
    #expect(
      throws: PrivacyError.otherCircumstances(
        path: folder.path("store/published/speeds.rows"), before: "--hours 0,6", now: "--hours 0")
    ) { try publication("--hours 0").publish(tables) }
  }

  @Test("On a new map, a road that is the same keeps its row, and the parts of one wait for as many new vehicles")
  func maps() throws {
    _ = try publish([row(1...5, on: "AB", 10), row(1...5, on: "BC", 20)])
    let new = try RoadSketch("A--B--E--C", roads: ["A-B-E-C"])
    var store = KnowledgeStore(StoreContents(mode: .car), at: folder.path("store"))
    func renew(_ rows: [(edge: String, vehicles: ClosedRange<Int>)]) throws -> [String] {
      let publication = try Publication(of: store, on: new.graph, by: rule, circumstances: [:])
      var tables = LearnedTables(classes: .usual)
      let speeds = rows.map { edge, vehicles in
        var row = row(vehicles, 30)
        row.edge = new.edge(edge)
        return row
      }
      tables.speeds = LearnedRows(speeds.sorted { $0.edge < $1.edge })
      let published = try self.rows(publication.publish(tables).speeds)
      return published.map { "\(new.spelled([$0.edge])) \(Int($0.expected))" }.sorted()
    }
    let version = sketch.graph.version
    #expect(throws: PrivacyError.otherMap(path: folder.path("store/published/speeds.rows"), version: version)) {
      try renew([])
    }
    try folder.write("store/maps/note", "")
    try MapPieces.write(sketch.graph, to: store.piecesPath(ofMap: version))
    store.contents.add(StoredMap(of: sketch.graph))
    #expect(try renew([]) == ["AB 10"])
    #expect(try renew([("AB", 2...6), ("BE", 1...7), ("EC", 3...8)]) == ["AB 10", "EC 30"])
    #expect(try renew([("BE", 1...8)]) == ["AB 10", "BE 30", "EC 30"])
  }
}

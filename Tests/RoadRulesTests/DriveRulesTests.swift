import Geodesy
import Moments
import RoadGraph
import TestSupport
import Testing

@testable import RoadRules

@Suite struct `The rules that a drive is checked against` {
  private func moment(_ text: String) throws -> Timestamp { try #require(ZonedTime(iso8601: text)).moment }

  private func rules(
    _ street: TaggedStreet, _ mode: TravelMode = .car, _ measures: [Vehicle.Measure: Double] = [:],
    clock: LocalClock? = nil
  ) -> DriveRules {
    DriveRules(graph: street.graph, mode: mode, vehicle: Vehicle(measures), timetable: street.timetable, clock: clock)
  }

  @Test func `are those of the clock of the place, and accuse nobody without it`() throws {
    let street = try TaggedStreet("motor_vehicle:conditional=no @ (07:00-09:00)")
    let time = try moment("2026-03-02T07:30:00Z")
    func access(_ clock: LocalClock?, at time: Timestamp?) -> Access? {
      rules(street, clock: clock).change(of: street.there, at: time)?.access
    }
    #expect(access(.utc, at: time) == .no && access(LocalClock(offsetInMinutes: 60), at: time) == .no)
    #expect(access(LocalClock(offsetInMinutes: 120), at: time) == nil, "it is 09:30")
    #expect(access(nil, at: time) == nil && access(.utc, at: nil) == nil)
    let unknown = rules(street)
    #expect(!unknown.hasChanges && unknown.mayDiffer(street.there))
  }

  @Test func `bind the vehicle by measures that were told, not by those that are usual`() throws {
    let street = try TaggedStreet("maxheight=3.8", sign: "maxweight=7.5")
    let node = street.graph.tail(of: street.there)
    #expect(rules(street, .truck).change(of: street.there, at: nil) == nil)
    #expect(rules(street, .truck, clock: .utc).change(of: street.there, at: nil) == nil)
    #expect(rules(street, .truck, [.height: 4]).change(of: street.there, at: nil)?.misfit == Misfit(.height))
    #expect(rules(street, .truck, [.height: 4]).misfit(at: node, at: nil) == [])
    #expect(rules(street, .truck, [.weight: 12]).misfit(at: node, at: nil) == Misfit(.weight))
  }

  @Test(
    arguments: [
      ("A-B", "yes @ (07:00-09:00)", true), ("A-B", "yes @ (10:00-12:00)", false), ("A>B", "no @ (07:00-09:00)", false),
      ("A>B", "no @ (10:00-12:00)", true), ("A>B", "no @ wet", false), ("A-B", "yes @ wet", false),
      ("A>B", "yes @ wet", true),
    ] as [(String, String, Bool)])
  func `have a wrong way on a oneway, unless a condition may lift it`(
    road: String, value: String, isWrong: Bool
  ) throws {
    let street = try TaggedStreet("oneway:conditional=\(value)", road: SketchRoad(road))
    let time = try moment("2026-03-02T08:00:00Z")
    #expect(rules(street, clock: .utc).isAgainstOneway(street.back, at: time) == isWrong)
    #expect(!rules(street, clock: .utc).isAgainstOneway(street.there, at: time))
    #expect(rules(street, clock: .utc).hasTimedOneways && rules(street).mayHaveTimedOneway(street.back))
  }

  @Test func `leave a oneway in doubt where the time is unknown`() throws {
    let lifted = try TaggedStreet("oneway:conditional=no @ (07:00-09:00)", road: "A>B")
    #expect(!rules(lifted).isAgainstOneway(lifted.back, at: nil))
    let plain = try TaggedStreet("", road: "A>B")
    #expect(rules(plain).isAgainstOneway(plain.back, at: nil) && !rules(plain).mayHaveTimedOneway(plain.back))
  }

  @Test func `may open a road, or raise its limit, by what cannot be evaluated`() throws {
    let street = try TaggedStreet("access:conditional=yes @ residents\nmaxspeed:conditional=100 @ wet")
    let checked = rules(street)
    #expect(checked.mayBeOpen(street.there, at: nil) && checked.highestDoubtfulLimit(of: street.there, at: nil) == 100)
    let plain = rules(try TaggedStreet(""))
    #expect(!plain.mayBeOpen(street.there, at: nil) && plain.highestDoubtfulLimit(of: street.there, at: nil) == 0)
  }

  @Test func `keep traffic and policy by moments where the clock is unknown`() throws {
    let street = try TaggedStreet("")
    let time = try moment("2026-03-02T08:00:00Z")
    var (closed, slow) = (RoadChange(), RoadChange())
    closed.isClosed = true
    slow.speed = 2
    var timetable = RoadTimetable()
    timetable.policy.add(closed, to: [street.there], Validity(hours: OpeningHours("07:00-09:00")))
    timetable.traffic.add(slow, to: [street.there], Validity(from: time))
    let unknown = DriveRules(graph: street.graph, mode: .car, timetable: timetable)
    #expect(unknown.change(of: street.there, at: time) == slow)
    #expect(unknown.change(of: street.there, at: time.adding(seconds: -1)) == nil)
    #expect(unknown.fileTime(at: time)?.offsetInMinutes == 0 && unknown.fileTime(at: nil) == nil)
    let known = DriveRules(
      graph: street.graph, mode: .car, timetable: timetable, clock: LocalClock(offsetInMinutes: -60))
    #expect(known.change(of: street.there, at: time) == closed.joined(with: slow))
    #expect(known.fileTime(at: time)?.offsetInMinutes == -60)
  }

  @Test func `ban a turn by its condition at the time of turning`() throws {
    let sketch = try RoadSketch("A---B---C", roads: ["A-B", "B-C"], forbidden: ["ABC", "CBA"]) {
      $0.restrictions[0].condition = "(Mo-Fr 07:00-09:00)"
    }
    var timetable = RoadTimetable()
    timetable.rules = ConditionalRules(of: sketch.graph)
    func source(_ from: String, _ onto: String, at time: String?, clock: LocalClock? = .utc) throws -> Int64? {
      let rules = DriveRules(graph: sketch.graph, mode: .car, timetable: timetable, clock: clock)
      let ban = rules.ban(onto: sketch.edge(onto), at: try time.map(moment)) { $0 == 0 ? sketch.edge(from) : nil }
      return ban.map { sketch.graph.restriction(at: $0.restriction).source }
    }
    #expect(try source("AB", "BC", at: morning) == 1)
    #expect(try source("AB", "BC", at: night) == nil)
    #expect(try source("AB", "BC", at: nil) == nil)
    #expect(try source("AB", "BC", at: morning, clock: nil) == nil)
    #expect(try source("CB", "BA", at: nil, clock: nil) == 2, "it always holds")
  }
}

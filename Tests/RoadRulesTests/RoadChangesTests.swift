import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@testable import RoadRules

private let begin = Timestamp(millisecondsSince1970: 1_767_225_600_000)

private func time(_ seconds: Double) -> ZonedTime {
  ZonedTime(moment: begin.adding(seconds: seconds), offsetInMinutes: 0)
}

private func change(_ set: (inout RoadChange) -> Void) -> RoadChange {
  var change = RoadChange()
  set(&change)
  return change
}

@Suite struct `Two changes of a road` {
  private static let accesses: [Access?] = [nil, .no, .permit, .destination, .yes]
  private static let numbers: [Double?] = [nil, 5, 30]
  private static let factors: [Double] = [1, 2, 0.5]

  private func drawn(using random: inout SplitMix64) -> RoadChange {
    var change = RoadChange()
    change.access = Self.accesses[Int.random(in: 0..<5, using: &random)]
    change.limit = Self.numbers[Int.random(in: 0..<3, using: &random)]
    change.isClosed = Bool.random(using: &random)
    change.misfit = Misfit(rawValue: UInt8.random(in: 0..<64, using: &random))
    change.speed = Self.numbers[Int.random(in: 0..<3, using: &random)]
    change.speedFactor = Self.factors[Int.random(in: 0..<3, using: &random)]
    change.costFactor = Self.factors[Int.random(in: 0..<3, using: &random)]
    return change
  }

  /// Where a change says nothing, the map decides.
  private func isAsStrict(_ joined: RoadChange, as a: RoadChange, and b: RoadChange) -> Bool {
    let limit = min(a.limit ?? 999, b.limit ?? 999)
    let speed = min(a.speed ?? 999, b.speed ?? 999)
    let access = min(a.access ?? .yes, b.access ?? .yes)
    guard joined.isShut == (a.isShut || b.isShut), joined.misfit == a.misfit.union(b.misfit) else { return false }
    return (joined.limit ?? 999) == limit && (joined.speed ?? 999) == speed && (joined.access ?? .yes) == access
  }

  @Test func `joined are as strict as the stricter, in either order`() {
    var random = SplitMix64(seed: 61)
    var failures: [String] = []
    for _ in 0..<500 {
      let a = drawn(using: &random)
      let b = drawn(using: &random)
      let joined = a.joined(with: b)
      if joined != b.joined(with: a) || !isAsStrict(joined, as: a, and: b) { failures.append("\(a) with \(b)") }
      if a.joined(with: RoadChange()) != a { failures.append("\(a) with nothing") }
    }
    #expect(failures == [])
  }

  @Test func `multiply their factors`() {
    let slow = change { ($0.speedFactor, $0.costFactor) = (0.5, 3) }
    let joined = slow.joined(with: change { ($0.speedFactor, $0.costFactor) = (0.5, 0.5) })
    #expect(joined.speedFactor == 0.25 && joined.costFactor == 1.5)
  }
}

@Suite struct `Changes of roads` {
  private let edges = (0..<200).map { EdgeID($0) }

  @Test func `are those of both sets, and each edge has both of its own`() {
    var (traffic, policy) = (RoadChanges(), RoadChanges())
    traffic.add(change { $0.speed = 5 }, to: edges[3])
    traffic.restrictionsInForce = [1]
    policy.add(change { $0.isClosed = true }, to: edges[3])
    policy.add(change { $0.access = .destination }, to: edges[130])
    policy.add(Misfit(.height), to: NodeID(7))
    policy.restrictionsInForce = [1, 4]
    let joined = traffic.joined(with: policy)
    #expect(joined[edges[3]]?.speed == 5 && joined[edges[3]]?.isShut == true)
    #expect(joined[edges[130]]?.access == .destination && joined[edges[131]] == nil)
    #expect(joined.restrictionsInForce == [1, 4] && joined.misfits == [NodeID(7): Misfit(.height)])
    #expect(joined.changesAccess && !traffic.changesAccess)
    #expect(RoadChanges().joined(with: policy) == policy && policy.joined(with: RoadChanges()) == policy)
  }

  @Test func `are empty without a road, a restriction and a sign`() {
    var (restricted, signed) = (RoadChanges(), RoadChanges())
    restricted.restrictionsInForce = [0]
    signed.add(Misfit(.weight), to: NodeID(0))
    signed.add(Misfit(.height), to: NodeID(0))
    #expect(RoadChanges().isEmpty && !restricted.isEmpty && !signed.isEmpty)
    #expect(signed.misfits[NodeID(0)]?.measures == [.height, .weight])
  }

  @Test(
    arguments: [
      ([(2.0, 1.0)], 1.0), ([(0.5, 1.0)], 0.5), ([(1.0, 2.0)], 0.5), ([(0.5, 2.0)], 0.25), ([(0.5, 0.5)], 0.5),
      ([(2.0, 1.0), (0.8, 1.0)], 0.8), ([], 1.0),
    ] as [([(cost: Double, speed: Double)], Double)])
  func `make a metre cheaper by the least of their factors`(
    factors: [(cost: Double, speed: Double)], least: Double
  ) {
    var changes = RoadChanges()
    for (edge, factor) in zip(edges, factors) {
      changes.add(change { ($0.costFactor, $0.speedFactor) = (factor.cost, factor.speed) }, to: edge)
    }
    #expect(changes.leastCostFactor == least)
  }
}

@Suite struct `A set of edges` {
  @Test func `has those that were inserted and no others`() {
    var random = SplitMix64(seed: 62)
    var set = EdgeSet()
    var plain: Set<Int> = []
    #expect(set.isEmpty && !set.contains(EdgeID(0)))
    for _ in 0..<200 {
      let edge = Int.random(in: 0..<1000, using: &random)
      set.insert(EdgeID(edge))
      plain.insert(edge)
    }
    #expect(!set.isEmpty && (0..<1200).filter { set.contains(EdgeID($0)) } == plain.sorted())
  }
}

@Suite struct `The validity of a change` {
  @Test(
    arguments: [
      (nil, nil, nil, true), (10, nil, 9.999, false), (10, nil, 10, true), (nil, 20, 19.999, true),
      (nil, 20, 20, false),
      (10, 20, 15, true), (10, 20, nil, false), (10, nil, nil, false), (nil, 20, nil, false), (10, 10, 10, false),
      (20, 10, 15, false), (nil, nil, 15, true),
    ] as [(Double?, Double?, Double?, Bool)])
  func `includes its start but not its end, and without a time only what is always in force`(
    from: Double?, to: Double?, seconds: Double?, holds: Bool
  ) {
    let validity = Validity(from: from.map { time($0).moment }, to: to.map { time($0).moment })
    #expect(validity.holds(at: seconds.map(time)) == holds)
  }

  @Test func `by hours is within its dates`() throws {
    let hours = try #require(OpeningHours("00:00-00:01"))
    let validity = Validity(from: begin, to: begin.adding(seconds: 90_000), hours: hours)
    #expect(
      [0.0, 59, 60, 86_400, 86_460, 172_800].map { validity.holds(at: time($0)) } == [
        true, true, false, true, false, false,
      ])
    #expect(!Validity(hours: hours).isAlways && !Validity(hours: hours).holds(at: nil))
  }
}

@Suite struct `A timetable of roads` {
  private func event(_ id: String, _ edges: Set<EdgeID>, _ validity: Validity) -> TrafficEvent {
    TrafficEvent(id: id, kind: .works, severity: .minor, description: "", edges: edges, validity: validity)
  }

  @Test func `joins the rules of the map, a policy and the traffic of the time`() throws {
    let street = try TaggedStreet("maxspeed:conditional=30 @ (07:00-09:00)")
    var timetable = street.timetable
    timetable.policy.add(change { $0.costFactor = 2 }, to: [street.there], Validity())
    timetable.traffic.add(change { $0.speed = 3 }, to: [street.there], Validity(), for: TravelModeSet(.car))
    let now = try #require(try circumstances(at: morning).time)
    func found(_ mode: TravelMode, withTraffic: Bool) -> RoadChange? {
      timetable.change(of: street.there, at: now, for: Traveller(mode), on: street.graph, withTraffic: withTraffic)
    }
    let all = change { ($0.limit, $0.costFactor, $0.speed) = (30, 2, 3) }
    let without = change { ($0.limit, $0.costFactor) = (30, 2) }
    #expect(found(.car, withTraffic: true) == all && found(.bus, withTraffic: true) == without)
    #expect(found(.car, withTraffic: false) == without)
    let changes = timetable.changes(at: now, for: Traveller(.car), on: street.graph, withTraffic: true)
    let limited = change { $0.limit = 30 }
    #expect(changes[street.there] == all && changes[street.back] == limited)
  }

  @Test func `has the events of an edge at a time, by their numbers`() {
    let edges = (0..<3).map { EdgeID($0) }
    var timetable = RoadTimetable()
    #expect(!timetable.hasTraffic && timetable.isEmptyWithoutTime)
    timetable.add(event("early", [edges[0], edges[1]], Validity(to: time(10).moment)))
    timetable.add(event("late", [edges[1]], Validity(from: time(10).moment)))
    timetable.add(event("always", [edges[1]], Validity()))
    #expect(
      timetable.events(on: edges[1], at: time(5)) == [0, 2] && timetable.events(on: edges[1], at: time(10)) == [1, 2])
    #expect(timetable.events(on: edges[0], at: time(10)) == [] && timetable.events(on: edges[2], at: time(5)) == [])
    #expect(timetable.events(on: edges[1], at: nil) == [2])
    #expect(timetable.hasTraffic && !timetable.isEmptyWithoutTime)
    #expect(
      timetable.known(at: time(5)).events.isEmpty && timetable.withoutTraffic.events(on: edges[1], at: time(5)) == [])
  }

  @Test func `without local time keeps what begins and ends at moments`() throws {
    let hours = Validity(hours: OpeningHours("07:00-09:00"))
    let edge = EdgeID(0)
    var timetable = try TaggedStreet("access:conditional=no @ (07:00-09:00)").timetable
    timetable.policy.add(change { $0.isClosed = true }, to: [edge], hours)
    timetable.traffic.add(change { $0.speed = 1 }, to: [edge], Validity(from: begin))
    timetable.add(event("hours", [edge], hours))
    timetable.add(event("moments", [edge], Validity(from: begin)))
    let kept = timetable.filesWithoutHours
    #expect(kept.policy.isEmpty && !kept.traffic.isEmpty && kept.events.map(\.id) == ["moments"] && kept.rules != nil)
    #expect(timetable.withoutHours.rules == nil && timetable.withoutHours.events.map(\.id) == ["moments"])
  }

  @Test func `tells the times at which traffic changes once each, in order`() {
    let edges = (0..<3).map { EdgeID($0) }
    var timetable = RoadTimetable()
    let slow = change { $0.speed = 1 }
    timetable.traffic.add(slow, to: [edges[0], edges[1]], Validity(from: time(30).moment, to: time(40).moment))
    timetable.traffic.add(slow, to: [edges[0]], Validity(from: time(10).moment, to: time(30).moment))
    timetable.policy.add(slow, to: [edges[0]], Validity(from: time(99).moment))
    #expect(timetable.trafficTimes == [10, 30, 40].map { time($0).moment })
    #expect(timetable.trafficTimes(on: [edges[1]]) == [30, 40].map { time($0).moment })
    #expect(timetable.trafficTimes(on: [edges[2]]) == [])
  }
}

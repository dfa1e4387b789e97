import RoadGraph
import TestSupport
import Testing

@testable import RoadRules

@Suite struct `A rule of access that holds at times` {
  /// Whom it binds: one letter for each of car, truck, bus, taxi, motorcycle, scooter, bicycle, pedestrian.
  @Test(arguments: [
    ("access", "xxxxxxxx"), ("vehicle", "xxxxxxx-"), ("motor_vehicle", "xxxxxx--"), ("motorcar", "x-------"),
    ("goods", "-x------"), ("hgv", "-x------"), ("psv", "--xx----"), ("bus", "--x-----"), ("taxi", "---x----"),
    ("motorcycle", "----x---"), ("moped", "-----x--"), ("bicycle", "------x-"), ("foot", "-------x"),
    ("horse", "--------"), ("hov", "--------"),
  ])
  func `binds those for whom its key is`(key: String, bound: String) throws {
    let street = try TaggedStreet("\(key):conditional=no @ (07:00-09:00)")
    let found = try TravelMode.allCases.map { mode -> String in
      let change = street.change(for: try circumstances(mode, at: morning))
      return change?.access == .no ? "x" : "-"
    }
    #expect(found.joined() == bound)
  }

  @Test(
    arguments: [
      ("no", .no), ("private", .permit), ("permit", .permit), ("destination", .destination),
      ("customers", .destination), ("delivery", .destination), ("residents", .destination), ("yes", .yes),
      ("designated", .yes), ("permissive", .yes), ("official", .yes), ("agricultural", .no), ("forestry", .no),
      ("military", .no), ("emergency", .no), ("discouraged", nil), ("No", nil), ("", nil),
    ] as [(String, Access?)])
  func `has the access of its value, and none of a value that excludes nobody`(value: String, access: Access?) throws {
    let street = try TaggedStreet("motor_vehicle:conditional=\(value) @ (07:00-09:00)")
    #expect(street.change(for: try circumstances(at: morning))?.access == access)
  }

  @Test(
    arguments: [
      ("access:conditional=no @ (07:00-09:00)\nbicycle=yes", .bicycle, nil),
      ("access:conditional=no @ (07:00-09:00)\nbicycle=yes", .car, .no),
      ("bicycle=yes\naccess:conditional=no @ (07:00-09:00)", .bicycle, nil),
      ("motor_vehicle:conditional=no @ (07:00-09:00)\nhgv=yes", .truck, nil),
      ("motor_vehicle:conditional=no @ (07:00-09:00)\nhgv=yes", .bus, .no),
      ("hgv=no\nhgv:conditional=yes @ (07:00-09:00)", .truck, .yes),
      ("hgv:conditional=yes @ (07:00-09:00)\nhgv=no", .truck, .yes),
      ("access:conditional=no @ (07:00-09:00)\nvehicle:conditional=destination @ (07:00-09:00)", .car, .destination),
      ("access:conditional=no @ (07:00-09:00)\nvehicle:conditional=destination @ (07:00-09:00)", .pedestrian, .no),
      ("access:conditional=no @ (07:00-09:00)\nvehicle:conditional=destination @ (20:00-22:00)", .car, .no),
      ("access:conditional=no @ (07:00-09:00)\nmotorcar:conditional=discouraged @ (07:00-09:00)", .car, .no),
      ("psv:conditional=no @ (07:00-09:00)\nbus:conditional=yes @ (07:00-09:00)", .bus, .yes),
      ("psv:conditional=no @ (07:00-09:00)\nbus:conditional=yes @ (07:00-09:00)", .taxi, .no),
    ] as [(String, TravelMode, Access?)])
  func `gives way to the rule of a more specific key, plain or not`(
    lines: String, mode: TravelMode, access: Access?
  ) throws {
    #expect(try TaggedStreet(lines).change(for: circumstances(mode, at: morning))?.access == access)
  }

  @Test(
    arguments: [
      ("no @ (07:00-19:00); destination @ (08:00-09:00)", .destination),
      ("destination @ (08:00-09:00); no @ (07:00-19:00)", .no),
      ("no @ (07:00-19:00); destination @ (20:00-21:00)", .no), ("no @ (07:00-19:00); yes @ wet", .no),
      ("no @ (07:00-19:00); yes", .no), ("no @ (Su,PH)", nil),
      ("no @ (Mo-Fr 07:00-08:00,16:00-17:00; Mo 08:15-08:45)", .no),
      ("no @ Mo-Fr 07:00-08:00; no @ Mo 08:15-08:45", .no),
    ] as [(String, Access?)])
  func `has the value of its last clause in force`(value: String, access: Access?) throws {
    let street = try TaggedStreet("motor_vehicle:conditional=\(value)")
    #expect(street.change(for: try circumstances(at: morning))?.access == access)
  }

  @Test(
    arguments: [
      ("2026-03-02T06:59:59Z", nil), ("2026-03-02T07:00:00Z", .no), ("2026-03-02T08:59:59Z", .no),
      ("2026-03-02T09:00:00Z", nil), ("2026-03-02T08:30:00+02:00", .no), ("2026-03-02T08:30:00-11:00", .no),
      ("2026-03-01T20:30:00-11:00", nil), (nil, nil),
    ] as [(String?, Access?)])
  func `is in force by the clock of the place, and never without a time`(time: String?, access: Access?) throws {
    let street = try TaggedStreet("access:conditional=no @ (07:00-09:00)")
    #expect(street.change(for: try circumstances(at: time))?.access == access)
  }

  @Test func `opens a closed road`() throws {
    let street = try TaggedStreet(
      "motor_vehicle:conditional=yes @ (07:00-09:00)", road: SketchRoad("A-B", access: .none))
    let now = try circumstances(at: morning)
    #expect(street.change(for: now)?.access == .yes && street.changeBack(for: now)?.access == .yes)
    #expect(street.change(for: try circumstances(.bicycle, at: morning)) == nil)
  }

  @Test(arguments: [AccessSet.all, .none])
  func `does not open a oneway against its direction, but to those on foot`(access: AccessSet) throws {
    let street = try TaggedStreet(
      "access:conditional=yes @ (07:00-09:00)", road: SketchRoad("A>B", access: access))
    for mode in TravelMode.allCases {
      let now = try circumstances(mode, at: morning)
      let back: Access? = mode == .pedestrian ? .yes : nil
      #expect(street.change(for: now)?.access == .yes && street.changeBack(for: now)?.access == back, "\(mode)")
    }
  }

  @Test(
    arguments: [
      ("hgv=no\nhgv:conditional=yes @ destination", .destination),
      ("hgv=no\nhgv:conditional=yes @ (delivery)", .destination),
      ("hgv=no\nhgv:conditional=designated @ (customers)", .destination),
      ("hgv=no\nhgv:conditional=yes @ (delivery AND 07:00-09:00)", .destination),
      ("hgv=no\nhgv:conditional=yes @ (delivery AND 20:00-22:00)", nil),
      ("hgv=no\nhgv:conditional=private @ delivery", .permit),
      ("motor_vehicle=no\nmotor_vehicle:conditional=yes @ delivery\nhgv=no", nil),
      ("hgv=no\nhgv:conditional=yes @ residents", nil), ("hgv=no\nhgv:conditional=no @ destination", nil),
    ] as [(String, Access?)])
  func `opens a closed road to begin and to end there, for deliveries and the like`(lines: String, access: Access?)
    throws
  {
    let street = try TaggedStreet(lines, road: SketchRoad("A-B", access: .all.with(.truck, .no)))
    #expect(street.change(for: try circumstances(.truck, at: morning))?.access == access)
    #expect(street.change(for: try circumstances(.car, at: morning))?.access == nil, "it is for lorries")
  }

  @Test(
    arguments: [
      ("access:conditional=yes @ residents", .car, morning, true),
      ("access:conditional=destination @ (residents AND 07:00-09:00)", .car, morning, true),
      ("access:conditional=destination @ (residents AND 07:00-09:00)", .car, night, false),
      ("access:conditional=no @ residents", .car, morning, false),
      ("access:conditional=discouraged @ wet", .car, morning, true),
      ("bicycle:conditional=yes @ residents", .car, morning, false),
      ("bicycle:conditional=yes @ residents", .bicycle, morning, true),
      ("access:conditional=yes @ (07:00-09:00)", .car, nil, true),
      ("access:conditional=yes @ (07:00-09:00)", .car, night, false),
      ("access=yes\naccess:conditional=no @ (07:00-09:00)", .car, morning, false),
    ] as [(String, TravelMode, String?, Bool)])
  func `may open the road if it cannot be evaluated and would`(
    lines: String, mode: TravelMode, time: String?, mayOpen: Bool
  ) throws {
    let street = try TaggedStreet(lines)
    #expect(street.rules.mayOpen(street.there, in: try circumstances(mode, at: time)) == mayOpen)
  }
}

@Suite struct `A oneway that holds at times` {
  /// The access of the two directions in the morning, `nil` where it is as in the map.
  @Test(
    arguments: [
      ("A-B", "yes @ (07:00-09:00)", nil, .no), ("A-B", "1 @ (07:00-09:00)", nil, .no),
      ("A-B", "-1 @ (07:00-09:00)", .no, nil), ("A-B", "reverse @ (07:00-09:00)", .no, nil),
      ("A-B", "no @ (07:00-09:00)", nil, nil), ("A>B", "no @ (07:00-09:00)", nil, .yes),
      ("A>B", "-1 @ (07:00-09:00)", .no, .yes), ("A>B", "yes @ (07:00-09:00)", nil, .no),
      ("A>B", "0 @ (07:00-09:00)", nil, .yes),
      ("A>B", "no @ (20:00-22:00)", nil, nil), ("A-B", "alternating @ (07:00-09:00)", nil, nil),
      ("A-B", "yes @ (05:00-12:00); -1 @ (12:00-22:00)", nil, .no),
      ("A-B", "-1 @ (05:00-12:00); yes @ (12:00-22:00)", .no, nil), ("A-B", "yes @ wet", nil, nil),
    ] as [(String, String, Access?, Access?)])
  func `closes one direction, and opens the other only if it is lifted`(
    road: String, value: String, there: Access?, back: Access?
  ) throws {
    let street = try TaggedStreet("oneway:conditional=\(value)", road: SketchRoad(road))
    let now = try circumstances(at: morning)
    #expect(street.change(for: now)?.access == there && street.changeBack(for: now)?.access == back)
  }

  @Test func `does not bind those on foot`() throws {
    let street = try TaggedStreet("oneway:conditional=yes @ (07:00-09:00)")
    let now = try circumstances(.pedestrian, at: morning)
    #expect(street.changeBack(for: now) == nil)
    #expect(street.rules.isAgainstOneway(street.back, in: now) == nil)
  }

  @Test(
    arguments: [
      ("yes @ (07:00-09:00)", false, true), ("-1 @ (07:00-09:00)", true, false), ("no @ (07:00-09:00)", false, false),
      ("yes @ (20:00-22:00)", nil, nil), ("yes @ wet", nil, nil),
    ] as [(String, Bool?, Bool?)])
  func `says which direction is the wrong one, and nothing while it does not hold`(
    value: String, there: Bool?, back: Bool?
  ) throws {
    let street = try TaggedStreet("oneway:conditional=\(value)")
    let now = try circumstances(at: morning)
    #expect(street.rules.isAgainstOneway(street.there, in: now) == there)
    #expect(street.rules.isAgainstOneway(street.back, in: now) == back)
  }

  @Test(
    arguments: [
      ("no @ wet", morning, true), ("yes @ wet", morning, false), ("no @ (07:00-09:00)", morning, false),
      ("no @ (07:00-09:00)", nil, true), ("-1 @ wet", morning, true),
    ] as [(String, String?, Bool)])
  func `may be lifted by what cannot be evaluated`(value: String, time: String?, mayBe: Bool) throws {
    let street = try TaggedStreet("oneway:conditional=\(value)", road: "A>B")
    #expect(street.rules.mayLiftOneway(street.back, in: try circumstances(at: time)) == mayBe)
    #expect(street.rules.hasOneway(street.back) && street.rules.hasOneways)
  }
}

extension AccessSet {
  fileprivate func with(_ mode: TravelMode, _ access: Access) -> AccessSet {
    var changed = self
    changed[mode] = access
    return changed
  }
}

import RoadGraph
import TestSupport
import Testing

@testable import RoadRules

@Suite struct `A speed limit with a condition` {
  @Test(
    arguments: [
      ("maxspeed:conditional=80 @ (07:00-09:00)", .car, 80), ("maxspeed:conditional=80 @ (20:00-22:00)", .car, nil),
      ("maxspeed:conditional=50 mph @ (07:00-09:00)", .car, 80.47),
      ("maxspeed:forward:conditional=80 @ (07:00-09:00)", .car, 80),
      ("maxspeed:conditional=60 @ (07:00-09:00); 30 @ (08:00-09:00)", .car, 30),
      ("maxspeed:conditional=30 @ (08:00-09:00); 60 @ (07:00-09:00)", .car, 60),
      ("maxspeed:conditional=60 @ (weight>7.5)", .truck, 60), ("maxspeed:conditional=60 @ (weight>7.5)", .car, nil),
      ("maxspeed:conditional=none @ (07:00-09:00)", .car, .infinity),
      ("maxspeed:conditional=none @ (07:00-09:00)\nmaxspeed:hgv=80", .truck, 80),
      ("maxspeed:hgv=60", .truck, 60), ("maxspeed:hgv=60", .car, nil), ("maxspeed:hgv=60", .bus, nil),
      ("maxspeed:bus=70", .bus, 70), ("maxspeed:bus=70", .taxi, nil),
      ("maxspeed:hgv:conditional=60 @ (07:00-09:00)", .truck, 60),
      ("maxspeed:hgv:conditional=60 @ (07:00-09:00)", .motorcycle, nil),
      ("maxspeed:conditional=100 @ (07:00-09:00)\nmaxspeed:hgv=80", .truck, 80),
      ("maxspeed:conditional=50 @ (07:00-09:00)\nmaxspeed:hgv=80", .truck, 50),
      ("maxspeed:conditional=100 @ (07:00-09:00)\nmaxspeed:hgv=80", .car, 100),
    ] as [(String, TravelMode, Double?)])
  func `is the lowest of the keys that apply to the mode`(lines: String, mode: TravelMode, limit: Double?) throws {
    let found = try TaggedStreet(lines).change(for: circumstances(mode, at: morning))?.limit
    #expect(found.map { ($0 * 100).rounded() / 100 } == limit)
  }

  @Test(arguments: ["walk", "signals", "80 km/h", "80mph", "80 mph limit", "0", "-30", "nan", ""])
  func `that is no number says nothing`(value: String) throws {
    let street = try TaggedStreet("maxspeed:conditional=\(value) @ (07:00-09:00)")
    #expect(street.change(for: try circumstances(at: morning)) == nil)
  }

  @Test(
    arguments: [
      ("100 @ wet", morning, 100), ("none @ wet", morning, .infinity), ("80 @ wet; 120 @ snow", morning, 120),
      ("100 @ (22:00-06:00)", nil, 100), ("100 @ (22:00-06:00)", morning, 0), ("100 @ (22:00-06:00)", night, 0),
      ("100 @ (wet AND 22:00-06:00)", morning, 0), ("100 @ (axles>2)", morning, 100), ("100", morning, 100),
    ] as [(String, String?, Double)])
  func `may be the limit if it cannot be evaluated`(value: String, time: String?, highest: Double) throws {
    let street = try TaggedStreet("maxspeed:conditional=\(value)")
    #expect(street.rules.highestDoubtfulLimit(of: street.there, in: try circumstances(at: time)) == highest)
  }

  @Test func `of another mode raises no doubt`() throws {
    let street = try TaggedStreet("maxspeed:bus:conditional=100 @ wet")
    #expect(street.rules.highestDoubtfulLimit(of: street.there, in: try circumstances(at: morning)) == 0)
    #expect(street.rules.highestDoubtfulLimit(of: street.there, in: try circumstances(.bus, at: morning)) == 100)
  }
}

@Suite struct `A limit of size or weight` {
  /// A motorcycle has no usual measures, so only what the test says is known.
  private func misfit(
    _ lines: String, _ measures: [Vehicle.Measure: Double], for mode: TravelMode = .motorcycle, at time: String? = nil
  ) throws -> Misfit {
    try TaggedStreet(lines).change(for: circumstances(mode, measures, at: time))?.misfit ?? []
  }

  @Test(
    arguments: [
      ("maxheight=3.8", .height, 3.8, 3.800_01), ("maxheight:physical=3.8", .height, 3.8, 3.800_01),
      ("maxwidth=2", .width, 2, 2.000_01), ("maxwidth:physical=2", .width, 1.999_99, 2),
      ("width=2", .width, 1.999_99, 2), ("est_width=2", .width, 1.999_99, 2), ("maxlength=12", .length, 12, 12.000_01),
      ("maxweight=7.5", .weight, 7.5, 7.500_01), ("maxweightrating=7.5", .weight, 7.5, 7.500_01),
      ("maxaxleload=8", .axleLoad, 8, 8.000_01), ("maxheight=12'6\"", .height, 3.81, 3.810_01),
      ("maxweight=7500 kg", .weight, 7.5, 7.500_01),
    ] as [(String, Vehicle.Measure, Double, Double)])
  func `lets its own measure pass on a sign, but not in a gap between two obstacles`(
    line: String, measure: Vehicle.Measure, fits: Double, exceeds: Double
  ) throws {
    #expect(try misfit(line, [measure: fits]) == [])
    #expect(try misfit(line, [measure: exceeds]) == Misfit(measure))
    let others = Vehicle.Measure.allCases.filter { $0 != measure }
    #expect(try misfit(line, Dictionary(uniqueKeysWithValues: others.map { ($0, 99.0) })) == [], "other measures")
  }

  @Test(arguments: [
    "none", "default", "no", "unsigned", "no_sign", "no_indications", "below_default", "unknown", "low", "3,5", "-1",
    "0", "≈3.5",
  ])
  func `that is not told in numbers binds nobody`(value: String) throws {
    #expect(try misfit("maxheight=\(value)", [.height: 99]) == [])
  }

  @Test func `for lorries binds lorries`() throws {
    let line = "maxweightrating:hgv=3.5"
    #expect(try misfit(line, [.weight: 12], for: .truck) == Misfit(.weight))
    #expect(try misfit(line, [.weight: 12], for: .bus) == [])
  }

  @Test(
    arguments: [
      ("maxweight=7.5\nmaxweight:conditional=3.5 @ (22:00-06:00)", morning, false),
      ("maxweight=7.5\nmaxweight:conditional=3.5 @ (22:00-06:00)", night, true),
      ("maxweight:conditional=3.5 @ (22:00-06:00)\nmaxweight=7.5", night, true),
      ("maxweight=3.5\nmaxweight:conditional=none @ (22:00-06:00)", night, false),
      ("maxweight=3.5\nmaxweight:conditional=none @ (22:00-06:00)", nil, true),
      ("maxweight=3.5\nmaxweight:conditional=none @ residents", night, true),
      ("maxweight:conditional=3.5 @ (22:00-06:00); 7.5 @ (23:00-24:00)", night, false),
      ("maxweight:conditional=3.5 @ (length>10)", night, false),
      ("maxweight:forward=3.5", night, true), ("maxweight=heavy\nmaxweight:conditional=3.5 @ (length<10)", nil, true),
    ] as [(String, String?, Bool)])
  func `is the last of its clauses in force, the plain one first`(lines: String, time: String?, binds: Bool) throws {
    #expect(try misfit(lines, [.weight: 5, .length: 8], at: time) == (binds ? Misfit(.weight) : []))
  }

  @Test func `joins with the others of the road`() throws {
    let lines = "maxheight=3\nmaxweight=3.5\nmaxlength=20"
    let found = try misfit(lines, [.height: 4, .weight: 12, .length: 12])
    #expect(found.measures == [.height, .weight] && found == [Misfit(.height), Misfit(.weight)])
  }

  @Test(
    arguments: [
      ("maxweight:conditional=none @ destination", .destination, []),
      ("maxweight:conditional=none @ (delivery)", .destination, []),
      ("maxweight:conditional=none @ (delivery AND Mo-Fr)", .destination, []),
      ("maxweight:conditional=none @ (delivery AND Sa)", nil, Misfit(.weight)),
      ("maxweight:conditional=none @ destination OR delivery", .destination, []),
      ("maxweight:conditional=15 @ destination", .destination, []),
      ("maxweight:conditional=none @ destination; 3.5 @ (07:00-09:00)", nil, Misfit(.weight)),
      ("maxweight:conditional=7.5 @ destination", nil, Misfit(.weight)),
      ("maxheight=3\nmaxweight:conditional=none @ destination", nil, Misfit(.height)),
      ("access:conditional=private @ (07:00-09:00)\nmaxweight:conditional=none @ destination", .permit, []),
    ] as [(String, Access?, Misfit)])
  func `may leave the road open to those who end there, if no other limit closes it`(
    line: String, access: Access?, misfit: Misfit
  ) throws {
    let street = try TaggedStreet("maxweight=3.5\n" + line)
    let change = try #require(street.change(for: try circumstances(.truck, [.height: 4, .weight: 12], at: morning)))
    #expect(change.access == access && change.misfit == misfit && change.isShut == !misfit.isEmpty)
  }

  @Test(
    arguments: [
      ("hazmat=no", true, true), ("hazmat=no", false, false), ("hazmat=no", nil, false),
      ("hazmat=designated", true, false), ("hazmat=destination", true, false),
      ("hazmat=no\nhazmat:conditional=destination @ (07:00-09:00)", true, false),
      ("hazmat:conditional=no @ (20:00-22:00)", true, false), ("hazmat:conditional=no @ (07:00-09:00)", true, true),
    ] as [(String, Bool?, Bool)])
  func `of goods binds those who carry dangerous ones`(line: String, isHazardous: Bool?, binds: Bool) throws {
    var vehicle = Vehicle()
    vehicle.isHazardous = isHazardous
    let now = Circumstances(at: try circumstances(at: morning).time, Traveller(.truck, vehicle: vehicle))
    let found = try TaggedStreet(line).change(for: now)?.misfit ?? []
    #expect(found == (binds ? Misfit.hazardous : []))
  }

  @Test func `at a node closes the node and no road`() throws {
    let street = try TaggedStreet("", sign: "maxheight=2.1\nmaxwidth=3")
    let node = street.graph.tail(of: street.there)
    let tall = try circumstances(.motorcycle, [.height: 2.5])
    #expect(street.rules.misfit(at: node, in: tall) == Misfit(.height))
    #expect(street.rules.misfit(at: node, in: try circumstances(.motorcycle, [.height: 2])) == [])
    #expect(street.rules.misfit(at: street.graph.head(of: street.there), in: tall) == [])
    var changes = RoadChanges()
    street.rules.addChanges(in: tall, on: street.graph, to: &changes)
    #expect(changes.misfits == [node: Misfit(.height)] && changes[street.there] == nil)
  }
}

@Suite struct `The rules of a map` {
  @Test(
    arguments: [
      ("access:conditional=no @ wet", [.circumstances: 1]), ("access:conditional=no @ (axles>3)", [.measures: 1]),
      ("access:conditional=no @ (15.03. bis 15.09.)", [.syntax: 1]), ("access:conditional=no", [.syntax: 1]),
      (
        "access:conditional=no @ (axles>3 AND wet)\nmaxspeed:conditional=30 @ sunrise-sunset",
        [.measures: 1, .circumstances: 1]
      ),
      ("access:conditional=no @ wet; no @ snow", [.circumstances: 1]), ("maxheight=low\nmaxwidth=narrow", [.syntax: 1]),
      ("access:conditional=no @ (07:00-09:00 AND weight>7.5)", [:]), ("maxheight=none", [:]), ("access=no", [:]),
    ] as [(String, [RoadCondition.Obstacle: Int])])
  func `count each road once by what keeps it from being evaluated`(
    lines: String, untold: [RoadCondition.Obstacle: Int]
  ) throws {
    #expect(try TaggedStreet(lines).rules.untold == untold)
  }

  @Test(arguments: [
    ("access:conditional=no @ (Su,PH 10:00-18:00)", 1), ("access:conditional=no @ (Su 10:00-18:00)", 0),
    ("access:conditional=no @ (Mo-Fr 07:00-09:00; SH off)", 1),
  ])
  func `count the roads whose holidays they ignore`(lines: String, count: Int) throws {
    #expect(try TaggedStreet(lines).rules.withHolidays == count)
  }

  @Test(arguments: [
    ("access=no", true, false), ("access:conditional=no @ (07:00-09:00)", false, true), ("maxheight=3", false, false),
    ("maxspeed:hgv=60", false, false), ("access:conditional=no @ (weight>7.5)", false, false),
    ("maxheight", true, false), ("surface:conditional=mud @ wet", true, false), ("", true, false),
  ])
  func `are none without a condition or a limit, and depend on time only by hours`(
    lines: String, isEmpty: Bool, dependsOnTime: Bool
  ) throws {
    let rules = try TaggedStreet(lines).rules
    #expect(rules.isEmpty == isEmpty && rules.edgeCount == (isEmpty ? 0 : 2))
    #expect(rules.dependsOnTime == dependsOnTime)
  }

  @Test func `differ by nothing where neither a time nor a measure is known`() throws {
    let street = try TaggedStreet("maxspeed:hgv=60\naccess:conditional=no @ (07:00-09:00)")
    var changes = RoadChanges()
    street.rules.addChanges(in: try circumstances(.bicycle), on: street.graph, to: &changes)
    #expect(changes.isEmpty)
    street.rules.addChanges(in: try circumstances(.bicycle, at: morning), on: street.graph, to: &changes)
    #expect(changes[street.there]?.access == .no && changes[street.back]?.access == .no)
  }

  @Test func `know which restrictions hold by their numbers`() throws {
    let sketch = try RoadSketch("A---B---C---D", roads: ["A-B-C-D"], forbidden: ["ABC", "BCD", "CBA"]) { network in
      network.restrictions[0].condition = "(Mo-Fr 07:00-09:00)"
      network.restrictions[1].condition = "(Sa 07:00-09:00)"
    }
    let rules = ConditionalRules(of: sketch.graph)
    #expect(rules.restrictionCount == 2 && rules.edgeCount == 0 && !rules.isEmpty)
    #expect(rules.restrictionsInForce(in: try circumstances(at: morning)) == [0])
    #expect(rules.restrictionsInForce(in: try circumstances(at: "2026-03-07T08:00:00Z")) == [1])
    #expect(rules.restrictionsInForce(in: try circumstances()) == [])
    #expect(!rules.isInForce(restriction: 2, in: try circumstances(at: morning)), "it has no condition")
  }
}

import Moments
import RandomNumbers
import RoadGraph
import Testing

@testable import RoadRules

@Suite struct `The parts of a condition` {
  @Test(
    arguments: [
      ("wet", [.circumstances]), ("sunset-sunrise", [.circumstances]), ("PH", [.circumstances]),
      ("destination", [.circumstances]), ("(delivery)", [.circumstances]), ("disabled", [.circumstances]),
      ("axles>3", [.measures]), ("occupants>=2", [.measures]), ("weight>heavy", [.measures]),
      ("weight>", [.measures]), (">7.5", [.measures]), ("trailers>0", [.measures]), ("Weight>7.5", [.measures]),
      ("", [.syntax]), ("()", [.syntax]), ("?", [.syntax]), ("3.5", [.syntax]), ("Mo-Fr 7-9", [.syntax]),
      ("15.03. bis 15.09.", [.syntax]), ("07:00-19:00 AND", [.syntax]), ("AND wet", [.syntax, .circumstances]),
      ("07:00-19:00", []), ("weight>7.5", []), ("(Mo-Fr 07:00-19:00 AND weight>7.5)", []),
      ("wet AND axles>3 AND ?", [.circumstances, .measures, .syntax]),
      ("((Mo-Fr 07:00-19:00) AND (weight>7.5))", []), ("  ( Mo-Fr 07:00-19:00 )  ", []),
    ] as [(String, [RoadCondition.Obstacle])])
  func `that cannot be evaluated are told by their kind`(text: String, obstacles: [RoadCondition.Obstacle]) {
    #expect(RoadCondition(text).obstacles == obstacles)
  }

  /// Whether it holds for 7.4, 7.5 and 7.6 t.
  @Test(arguments: [
    (">", "--y"), (">=", "-yy"), ("<", "y--"), ("<=", "yy-"), ("=", "-y-"), ("==", "-y-"),
  ])
  func `compare a measure as their sign says`(sign: String, holds: String) throws {
    let found = try [7.4, 7.5, 7.6].map { weight -> String in
      let now = try circumstances(.truck, [.weight: weight])
      return RoadCondition("weight \(sign) 7.5").state(in: now) == .holds ? "y" : "-"
    }
    #expect(found.joined() == holds)
  }

  @Test(arguments: [
    ("weight>7499 kg", Vehicle.Measure.weight, 7.5), ("weightrating>7.4 t", .weight, 7.5),
    ("axleload>7.4", .axleLoad, 7.5), ("height>12'", .height, 3.7), ("height>12'6\"", .height, 3.82),
    ("length>40 ft", .length, 12.2), ("width>250cm", .width, 2.55), ("weight>8 st", .weight, 7.3),
    ("weight>16000 lbs", .weight, 7.3),
  ])
  func `compare measures in the units of the text`(text: String, measure: Vehicle.Measure, exceeds: Double) throws {
    let condition = RoadCondition(text)
    #expect(condition.state(in: try circumstances(.motorcycle, [measure: exceeds])) == .holds)
    #expect(condition.state(in: try circumstances(.motorcycle, [measure: exceeds * 0.95])) == .doesNotHold)
    #expect(condition.state(in: try circumstances(.motorcycle)) == .unknown)
  }

  @Test(arguments: ["weight=>7.5", "weight=<7.5", "weight<>7.5", "weight>"])
  func `with another sign cannot be evaluated`(text: String) throws {
    #expect(RoadCondition(text).state(in: try circumstances(.truck, [.weight: 12])) == .unknown)
  }

  @Test(arguments: [
    ("(07:00-09:00) AND (weight>7.5)", RoadCondition.State.holds), ("((07:00-09:00) AND (weight>7.5))", .holds),
    ("(07:00-09:00) AND (weight>20)", .doesNotHold), ("(22:00-06:00) AND (wet)", .doesNotHold),
  ])
  func `may have brackets around its parts`(text: String, state: RoadCondition.State) throws {
    #expect(RoadCondition(text).state(in: try circumstances(.truck, [.weight: 12], at: morning)) == state)
  }

  @Test(arguments: [
    ("destination", true, false), ("(customers)", true, false), ("delivery", true, false),
    ("delivery AND 07:00-19:00", true, true), ("destination OR delivery", true, false),
    ("delivery;customers", true, false), ("delivery OR wet", false, false), ("residents", false, false),
    ("07:00-19:00", false, true),
    ("weight>7.5", false, false), ("weight>7.5 AND Mo-Fr", false, true), ("wet", false, false),
  ])
  func `say whether it is for those who end there, and whether it depends on time`(
    text: String, isAboutEnding: Bool, dependsOnTime: Bool
  ) {
    let condition = RoadCondition(text)
    #expect(condition.isAboutEnding == isAboutEnding && condition.dependsOnTime == dependsOnTime)
  }
}

@Suite struct `A conditional tag` {
  /// Its values and, of each, whether it holds in the morning for a truck of 18 t.
  @Test(
    arguments: [
      ("no @ (07:00-09:00)", ["no: holds"]), ("no@(07:00-09:00)", ["no: holds"]), ("no @ 07:00-09:00", ["no: holds"]),
      ("no @ (22:00-06:00); delivery @ (06:00-10:00)", ["no: doesNotHold", "delivery: holds"]),
      ("no @ (Mo-Fr 08:00-09:00; Sa 10:00-12:00); yes @ wet", ["no: holds", "yes: unknown"]),
      ("120 @ (06:00-20:00);100 @ (20:00-06:00);", ["120: holds", "100: doesNotHold"]),
      ("no @ Mo-Fr 08:00-09:00; Sa 10:00-12:00", ["no: holds", "Sa 10:00-12:00: unknown"]),
      ("no", ["no: unknown"]), ("@ (07:00-09:00)", [": holds"]), ("no @", ["no: unknown"]), ("", []), (" ; ;", []),
      ("no @ (07:00-09:00) )", ["no: unknown"]), ("no @ (07:00-09:00; yes @ wet", ["no: unknown"]),
      ("none @ (weight<3.5); 3.5 @ (weight>7.5 AND 07:00-09:00)", ["none: doesNotHold", "3.5: holds"]),
      ("no @ (axles>3 @ 2)", ["no: unknown"]),
    ] as [(String, [String])])
  func `parts at semicolons, but not within brackets`(text: String, clauses: [String]) throws {
    let now = try circumstances(.truck, at: morning)
    let found = ConditionalClause.clauses(of: text).map { "\($0.value): \($0.condition.state(in: now))" }
    #expect(found == clauses)
  }

  /// Conditions of which it is known what they are at that time for that vehicle.
  private static let known: [(text: String, state: RoadCondition.State)] = [
    ("07:00-09:00", .holds), ("Mo-Fr", .holds), ("Mar 2", .holds), ("weight>7.5", .holds), ("height<=4", .holds),
    ("22:00-06:00", .doesNotHold), ("Sa,Su", .doesNotHold), ("length>20", .doesNotHold), ("Dec-Feb", .doesNotHold),
    ("wet", .unknown), ("axles>3", .unknown), ("delivery", .unknown), ("2 o'clock", .unknown),
  ]

  @Test func `holds if all of its parts do, and does not if one does not, whatever the others are`() throws {
    var random = SplitMix64(seed: 17)
    let now = try circumstances(.truck, at: morning)
    var failures: [String] = []
    for _ in 0..<400 {
      let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Self.known[Int.random(in: Self.known.indices, using: &random)]
      }
      let states = parts.map(\.state)
      let expected: RoadCondition.State =
        states.contains(.doesNotHold) ? .doesNotHold : states.contains(.unknown) ? .unknown : .holds
      let text = "(" + parts.map(\.text).joined(separator: " AND ") + ")"
      if RoadCondition(text).state(in: now) != expected { failures.append(text) }
    }
    #expect(failures == [])
  }

  @Test func `of several clauses is read as each of them alone`() throws {
    var random = SplitMix64(seed: 18)
    var failures: [String] = []
    for _ in 0..<400 {
      let parts = (0..<Int.random(in: 1...4, using: &random)).map { number -> String in
        let condition = Self.known[Int.random(in: Self.known.indices, using: &random)].text
        return Bool.random(using: &random) ? "\(number) @ (\(condition); \(condition))" : "\(number) @ \(condition)"
      }
      let text = parts.joined(separator: Bool.random(using: &random) ? "; " : ";")
      if ConditionalClause.clauses(of: text) != parts.flatMap(ConditionalClause.clauses) { failures.append(text) }
    }
    #expect(failures == [])
  }

  @Test func `of any signs is read to its end, and is known if nothing stands in its way`() throws {
    var random = SplitMix64(seed: 19)
    let words = [
      "no", "yes", "@", "(", ")", ";", " ", "AND", "weight", ">", "<=", "7.5", "07:00", "-", "09:00", "Mo", "Fr", ",",
      "wet", "delivery", "é", "\u{0}", "\n", "\u{1F69A}",
    ]
    let now = try circumstances(.truck, at: morning)
    var failures: [String] = []
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        words[Int.random(in: words.indices, using: &random)]
      }.joined()
      for clause in ConditionalClause.clauses(of: text) {
        let isKnown = clause.condition.state(in: now) != .unknown
        if clause.condition.obstacles.isEmpty, !isKnown { failures.append(text) }
      }
    }
    #expect(failures == [])
  }
}

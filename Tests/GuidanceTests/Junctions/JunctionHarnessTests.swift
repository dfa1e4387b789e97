import Foundation
import Geodesy
import Guidance
import Testing

/// That the judge of the drawn junctions is strict.
@Suite struct `The judge of drawn junctions` {
  private func spoken(_ text: String) -> [SpokenManeuver] {
    text.split(separator: ";").map { step in
      let words = step.split(separator: " ").map(String.init)
      return SpokenManeuver(
        type: words[0], modifier: words[1], exit: words.count > 3 ? words[3] : "", road: words[2],
        instruction: "towards Basel")
    }
  }

  @Test(arguments: [
    ("silent", "", true), ("silent", "turn left Elm", false),
    ("turn left", "", false), ("turn left", "turn left Elm", true), ("turn left", "turn right Elm", false),
    ("turn left onto Elm", "turn left Oak", false), ("turn left onto Elm", "turn left Elm", true),
    ("turn left; turn right", "turn left Elm", false), ("turn left; ?turn right", "turn left Elm", true),
    ("turn|fork slight_left|left", "fork slight_left Elm", true), ("turn left", "turn left Elm;turn left Oak", false),
    ("silent or continue straight", "continue straight Elm", true), ("* *", "merge straight Elm", true),
    ("roundabout * exit 2", "roundabout left Elm 2", true), ("roundabout * exit 2", "roundabout left Elm 3", false),
    ("ramp * toward Basel", "ramp right Elm", true), ("ramp * toward Bern", "ramp right Elm", false),
  ])
  func `admits what is expected and nothing else`(pattern: String, said: String, isRight: Bool) throws {
    #expect(try Expectation(pattern).admits(spoken(said), ignoring: .drawn) == isRight)
  }

  @Test(arguments: [
    ("left*|through", "left*|through", true), ("left*|through", "left+|through", false),
    ("left~|through", "left+|through", true), ("left~|through", "left|through", false),
    ("left*|right;through", "left*|through;right", true), ("left*|none", "left*|none", true),
    ("left*|none", "left*", false), ("left*|none", "-", false), ("-", "-", true), ("-", "left", false),
    ("*", "-", true),
  ])
  func `compares lanes one by one`(pattern: String, lanes: String, isRight: Bool) {
    #expect(LanePattern(pattern).admits(lanes) == isRight)
  }

  @Test func `compares what signs say, and needs no sign where it expects none`() throws {
    var maneuver = spoken("ramp right Elm 12")[0]
    (maneuver.signs, maneuver.refs) = ("Basel;Bern", "A 5")
    for (pattern, isRight) in [
      ("signs Basel;Bern refs A 5", true), ("signs Basel", false), ("signs Basel|Basel;Bern", true), ("signs -", false),
      ("named -", true), ("named Nord", false), ("exit 12", true), ("exit 12|13", true), ("exit -", false),
    ] {
      #expect(try Expectation("ramp right " + pattern).admits([maneuver], ignoring: .drawn) == isRight)
    }
  }

  @Test(arguments: ["turn lefty", "trun left", "turn left right", "", "turn left lanes left|lefty", "pass lanes |"])
  func `refuses a pattern it does not know`(pattern: String) {
    #expect(throws: DrawingError.self) { try Expectation(pattern) }
  }

  @Test(arguments: [
    "primary a b", "map m\nprimary a b", "map m\nnodes a 0 0\nprimary a", "map m\nnodes a 0 0 a 1 1",
    "map m\nnodes a 0 0 b 9 0\nprimary a b \"Main", "map m odd",
  ])
  func `refuses a drawing that makes no sense`(text: String) {
    #expect(throws: DrawingError.self) { try JunctionMapReader(family: "test", text: text) }
  }

  @Test func `mirrors places, lanes and turn restrictions, but no names`() throws {
    let text = """
      map m
      nodes a 0 0 b 100 0 left 100 50
      primary @x a b "left Street" turn:lanes=left|through|right cycleway:left=lane
      primary @y b left
      ban no_left_turn x b y
      """
    let map = try #require(try JunctionMapReader(family: "test", text: text).maps.first)
    let mirrored = try #require(Variant.all[1].drawn(map))
    #expect(mirrored.nodes.map(\.x) == [0, -100, -100] && mirrored.nodes.map(\.y) == [0, 0, 50])
    #expect(mirrored.ways[0]["turn:lanes"] == "left|through|right" && mirrored.ways[0]["cycleway:right"] == "lane")
    #expect(mirrored.ways[0]["name"] == "left Street")
    #expect(mirrored.restrictions[0].kind == "no_right_turn")
  }

  @Test func `shifts classes only while they stay apart`() throws {
    func classes(_ text: String, _ shift: Int) throws -> [String?]? {
      let text = "map m\nnodes a 0 0 b 9 0\n" + text
      let map = try #require(try JunctionMapReader(family: "test", text: text).maps.first)
      return Variant(name: "", classShift: shift).drawn(map)?.ways.map { $0["highway"] }
    }
    #expect(try classes("primary a b\nservice a b\nprimary_link a b", 1) == ["trunk", "service", "trunk_link"])
    #expect(try classes("primary a b\nresidential a b", -1) == ["secondary", "residential"])
    #expect(try classes("tertiary a b\nresidential a b", -1) == nil)
    #expect(try classes("trunk a b", 1) == nil)
  }
}

import Records
import RoadGraph
import Testing

@testable import MapImport

struct TurnRestrictionTests {
  ///        D
  ///        |
  ///     A--B--C
  ///        |
  ///        E
  private func crossing(_ relations: [(OSMSketch.TagPairs, String)]) throws -> RoadNetwork {
    let street: OSMSketch.TagPairs = ["highway": "residential"]
    var sketch = OSMSketch(
      """
         D
      A--B--C
         E
      """, ways: [("AB", street), ("BC", street), ("DB", street), ("BE", street)])
    sketch.relations = relations.map { (tags: $0.0, members: $0.1) }
    return try sketch.network()
  }

  @Test(arguments: [
    ("no_left_turn", "w1@from n2@via w3@to", "ABD no"), ("only_straight_on", "w1@from n2@via w2@to", "ABC only"),
    ("no_u_turn", "w1@from n2@via w1@to", "ABA no"), ("no_right_turn", "w3@from n2@via w1@to", "DBA no"),
  ])
  func `a rule over a node becomes a path`(word: String, members: String, path: String) throws {
    let network = try crossing([(["type": "restriction", "restriction": word], members)])
    #expect(network.spelledRestrictions == [path])
    #expect(network.restrictions[0].source == 100)
    #expect(network.restrictions[0].condition == "")
  }

  @Test func `no_entry may have several from, no_exit several to`() throws {
    let network = try crossing([
      (["type": "restriction", "restriction": "no_entry"], "w1@from w3@from n2@via w2@to"),
      (["type": "restriction", "restriction": "no_exit"], "w1@from n2@via w2@to w4@to"),
    ])
    #expect(network.spelledRestrictions == ["ABC no", "DBC no", "ABC no", "ABE no"])
    #expect(network.provenance.counts["restrictions_forbidden"] == 2)
  }

  @Test func `exceptions and modes are kept; pedestrians are excepted unless named`() throws {
    let network = try crossing([
      (
        ["type": "restriction", "restriction": "no_left_turn", "except": "psv;bicycle;emergency"],
        "w1@from n2@via w3@to"
      ),
      (["type": "restriction", "restriction:hgv": "no_left_turn"], "w1@from n2@via w3@to"),
      (["type": "restriction", "restriction:foot": "no_left_turn"], "w1@from n2@via w3@to"),
    ])
    let set = { (modes: [TravelMode]) in modes.reduce(into: TravelModeSet()) { $0.insert(TravelModeSet($1)) } }
    #expect(network.restrictions.map(\.modes) == [.all, set([.truck]), set([.pedestrian])])
    #expect(network.restrictions.map(\.except) == [set([.bus, .taxi, .bicycle, .pedestrian]), [], []])
  }

  @Test func `a conditional tag narrows the plain one beside it`() throws {
    let network = try crossing([
      (
        [
          "type": "restriction", "restriction": "no_left_turn",
          "restriction:conditional": "no_left_turn @ (Mo-Fr 07:00-09:00; Sa 10:00-12:00)",
        ], "w1@from n2@via w3@to"
      ),
      (
        ["type": "restriction", "restriction:conditional": "no_u_turn @ wet; no_left_turn @ (Su)"],
        "w1@from n2@via w1@to"
      ),
      (
        ["type": "restriction", "restriction": "no_u_turn", "hour_on": "07:00", "hour_off": "09:00"],
        "w1@from n2@via w1@to"
      ),
    ])
    #expect(
      network.restrictions.map(\.condition) == ["(Mo-Fr 07:00-09:00; Sa 10:00-12:00)", "wet", "(Su)", "(07:00-09:00)"])
    #expect(network.provenance.counts["restrictions_conditional"] == 4)
  }

  @Test func `an exemption leaves the plain rule and is counted`() throws {
    let network = try crossing([
      (
        ["type": "restriction", "restriction": "no_left_turn", "restriction:conditional": "none @ (22:00-06:00)"],
        "w1@from n2@via w3@to"
      )
    ])
    #expect(network.spelledRestrictions == ["ABD no"])
    #expect(network.restrictions[0].condition == "")
    #expect(network.provenance.counts["restrictions_exemptions_ignored"] == 1)
  }

  @Test(arguments: [
    ("no_left_turn", "w1@from n2@via", "members"), ("no_left_turn", "w1@from w3@to", "members"),
    ("only_left_turn", "w1@from w2@from n2@via w3@to", "members"), ("give_way", "w1@from n2@via w3@to", "kind"),
    ("no_left_turn", "w1@from n2@via w99@to", "way_missing"), ("no_left_turn", "w1@from n99@via w3@to", "node_missing"),
    ("no_left_turn", "w1@from n3@via w3@to", "not_connected"), ("no_left_turn", "w1@from w99@via w3@to", "way_missing"),
  ])
  func `a broken rule is counted by reason`(word: String, members: String, reason: String) throws {
    let network = try crossing([(["type": "restriction", "restriction": word], members)])
    #expect(network.restrictions.isEmpty)
    #expect(network.provenance.counts["restrictions_read"] == 1)
    #expect(network.provenance.counts["restrictions_refused_\(reason)"] == 1)
  }

  @Test func `a rule about a turn that is closed anyway is refused`() throws {
    var sketch = OSMSketch(
      """
      A--B--C
      """, ways: [("AB", ["highway": "residential"]), ("CB", ["highway": "residential", "oneway": "yes"])])
    sketch.relations = [(["type": "restriction", "restriction": "no_straight_on"], "w1@from n2@via w2@to")]
    #expect(try sketch.network().provenance.counts["restrictions_refused_closed"] == 1)
  }

  @Test(arguments: [
    // A dual carriageway: eastward ABC, westward FED; BE joins them.
    ("w1@from w3@via w2@to", "ABED no"), ("w2@to w3@via w1@from", "ABED no"),
  ])
  func `a rule over a way becomes a path over all of it`(members: String, path: String) throws {
    var sketch = OSMSketch(
      """
      D--E--F
      A--B--C
      """,
      ways: [
        ("ABC", ["highway": "primary", "oneway": "yes"]), ("FED", ["highway": "primary", "oneway": "yes"]),
        ("BE", ["highway": "primary_link"]),
      ])
    sketch.relations = [(["type": "restriction", "restriction": "no_u_turn"], members)]
    #expect(try sketch.network().spelledRestrictions == [path])
  }

  @Test func `several via ways chain, in either order, over junctions within them`() throws {
    let street: OSMSketch.TagPairs = ["highway": "residential"]
    for members in ["w1@from w2@via w3@via w4@to", "w1@from w3@via w2@via w4@to"] {
      var sketch = OSMSketch(
        """
        A--B--C--D--E--F
              G
        """, ways: [("AB", street), ("BCD", street), ("DE", street), ("EF", street), ("CG", street)])
      sketch.relations = [(["type": "restriction", "restriction": "only_straight_on"], members)]
      #expect(try sketch.network().spelledRestrictions == ["ABCDEF only"])
    }
  }

  @Test func `where a way runs through, the word tells which end is meant`() throws {
    let street: OSMSketch.TagPairs = ["highway": "residential"]
    var sketch = OSMSketch(
      """
         D
      A--B--C
      """, ways: [("ABC", street), ("BD", street)])
    sketch.relations = [
      (["type": "restriction", "restriction": "no_left_turn"], "w1@from n2@via w2@to"),
      (["type": "restriction", "restriction": "no_right_turn"], "w1@from n2@via w2@to"),
      (["type": "restriction", "restriction": "no_straight_on"], "w1@from n2@via w2@to"),
    ]
    let network = try sketch.network()
    #expect(network.spelledRestrictions == ["ABD no", "CBD no"])
    #expect(network.provenance.counts["restrictions_refused_ambiguous"] == 1)
  }

  /// Extracts of one server hold the tags of an object in different orders.
  @Test func `the order of the tags of a relation does not matter`() throws {
    let members = "w1@from n2@via w3@to"
    let one = try crossing([
      (
        [
          "type": "restriction", "restriction:conditional": "no_left_turn @ (Mo 07:00-09:00)",
          "restriction:hgv:conditional": "no_left_turn @ (wet)", "restriction:bus": "no_left_turn",
        ], members
      )
    ])
    let other = try crossing([
      (
        [
          "restriction:bus": "no_left_turn", "restriction:hgv:conditional": "no_left_turn @ (wet)",
          "restriction:conditional": "no_left_turn @ (Mo 07:00-09:00)", "type": "restriction",
        ], members
      )
    ])
    #expect(one.restrictions.count == 3)
    #expect(one.text == other.text)
  }

  @Test func `a U-turn forbidden within a way cuts the way there`() throws {
    var sketch = OSMSketch("A--B--C", ways: [("ABC", ["highway": "residential"])])
    sketch.relations = [(["type": "restriction", "restriction": "no_u_turn"], "w1@from n2@via w1@to")]
    let network = try sketch.network()
    #expect(network.spelled == "AB BC")
    #expect(network.spelledRestrictions == ["ABA no", "CBC no"])
  }
}

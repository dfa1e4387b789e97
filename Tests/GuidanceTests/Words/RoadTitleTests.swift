import RoadGraph
import TestSupport
import Testing

@testable import Guidance

@Suite struct `What a road is called` {
  @Test(arguments: [
    (RoadClass.motorway, "Stadium Freeway", "I 405", "I 405", "Stadium Freeway"),
    (.trunk, "Petuelring", "B 2R", "B 2R", "Petuelring"), (.motorwayLink, "East Ramp", "A 5", "A 5", "East Ramp"),
    (.motorway, "London Orbital Motorway", "M25;E15", "M25/E15", "London Orbital Motorway"),
    (.primary, "Harbour Road", "B 31", "Harbour Road", "B 31"),
    (.secondary, "Harbour Road", "L 12", "Harbour Road", ""), (.residential, "Mill Street", "CR 7", "Mill Street", ""),
    (.secondary, "", "L 12", "L 12", ""), (.motorway, "", "A 8; A 9", "A 8/A 9", ""),
    (.trunk, "Ring Road", "", "Ring Road", ""), (.trunk, "", "", "", ""),
  ])
  func `on motorways begins with the number, on main roads with the name`(
    roadClass: RoadClass, name: String, number: String, first: String, second: String
  ) throws {
    let sketch = try RoadSketch(
      "A---B", metresPerCell: 20, roads: [SketchRoad("A-B", name: name, ref: number, roadClass: roadClass)])
    let parts = sketch.graph.title(of: sketch.edge("AB")).parts
    #expect([parts.first, parts.second] == [first, second])
  }

  @Test(arguments: [
    ("A5", "A 5 North", "A 5 North", ""), ("H5", "H5 Portway", "H5 Portway", ""), ("A 5", "A 5", "A 5", ""),
    ("US 26", "Highway 26", "US 26", ""), ("I 405", "Interstate 405", "I 405", ""),
    ("B 9", "Bundesstraße 9", "B 9", ""), ("B 17", "Straße des 17. Juni", "B 17", "Straße des 17. Juni"),
    ("I 5", "Route I 55", "I 5", "Route I 55"),
  ])
  func `has its number once`(number: String, name: String, first: String, second: String) {
    let parts = RoadTitle(name: name, number: number, lead: .number).parts
    #expect([parts.first, parts.second] == [first, second])
  }

  @Test(arguments: [
    ("A 44", "A 44", true), ("A 44", "A 44;B 1", true), ("A 44;B 1", "A 44", true), ("A 44", "A 4", false),
    ("I 5", "I 5 South", true), ("US26", "US 26", true), ("A 44", "", false),
  ])
  func `was told if the other has its name or one of its numbers`(number: String, told: String, isTold: Bool) {
    let road = RoadTitle(name: "Stadtring", number: number, lead: .number)
    #expect(road.isTold(by: RoadTitle(number: told, lead: .number)) == isTold)
  }
}

@Suite struct `An announcement` {
  private func mentions(_ roads: (number: String, distance: Double)...) -> [Mention] {
    var announcement = Announcement()
    return roads.map { number, distance in
      announcement.mention(of: RoadTitle(number: number, lead: .number), ifIt: true, at: distance, within: 400)
    }
  }

  @Test func `is repeated up to a distance from the maneuver before`() {
    #expect(mentions(("A 3", 0), ("A 3", 400), ("A 3", 800), ("A 3", 1201)) == [.first, .repeated, .repeated, .again])
  }

  @Test func `is one of the road that was said, and not of one beside it`() {
    #expect(mentions(("A 3", 0), ("A 3;B 43", 100), ("B 43", 200)) == [.first, .repeated, .first])
    #expect(mentions(("A 3", 0), ("A 3;B 43", 500), ("B 43", 600)) == [.first, .again, .repeated])
  }

  @Test func `ends where another road is taken`() {
    #expect(mentions(("A 3", 0), ("A 5", 100), ("A 3", 200)) == [.first, .first, .first])
    #expect(mentions(("A 3", 0), ("", 100), ("A 3", 200)) == [.first, .first, .first])
  }
}

@Suite struct `Signs with numbers` {
  @Test(arguments: [
    ("US26 West", true), ("A 5", true), ("I-405 North", true), ("A1(M)", true), ("St 2180", true), ("SP114", true),
    ("Tor 2", false), ("Terminal 2", false), ("T 1", false), ("P 606", false), ("P1", false), ("Basel", false),
    ("Tor 2-3", false), ("13", false), ("Halle 7", false), ("Route 66", false),
  ])
  func `tell roads from places`(text: String, isRoad: Bool) {
    let sign = Sign(ManeuverSign(destinations: text), mostDestinations: 3)
    #expect(sign.numbers == (isRoad ? [text] : []))
    #expect(sign.destinations == (isRoad ? [] : [text]))
  }

  /// A motorway that parts at M.
  private func fork(
    to left: SketchRoad, _ destination: String, numbers: String = ""
  ) throws -> [String] {
    let sketch = try RoadSketch(
      """
                                  B
      A---------M---------
                                  C
      """, metresPerCell: 30,
      roads: [
        SketchRoad("A>M", name: "", ref: "A 1", roadClass: .motorway, flags: .oneway), left,
        SketchRoad("M>C", name: "", ref: "A 7", roadClass: .motorway, flags: .oneway),
      ]
    ) { $0.sign(way: 2, destination: destination, numbers: numbers) }
    return spoken("AM MB", on: sketch)
  }

  private func motorway(_ name: String, _ ref: String, _ roadClass: RoadClass = .motorway) -> SketchRoad {
    SketchRoad("M>B", name: name, ref: ref, roadClass: roadClass, flags: .oneway)
  }

  @Test func `lead onto the road of a number among the places`() throws {
    #expect(
      try fork(to: motorway("", "", .motorwayLink), "US26 West;Beaverton")
        == ["Take the exit on the left onto US26 West towards Beaverton."])
  }

  @Test func `name roads beyond the one that is taken`() throws {
    #expect(
      try fork(to: motorway("Stadium Freeway", "I 405"), "US26 West;Beaverton")
        == ["Keep left onto I 405 (Stadium Freeway) to US26 West towards Beaverton."])
    #expect(try fork(to: motorway("", "A 5"), "Basel", numbers: "A 5;E 35") == ["Keep left onto A 5 towards Basel."])
  }

  @Test func `give a number its direction`() throws {
    #expect(
      try fork(to: motorway("Stadium Freeway", "I 405"), "I 405 South;Salem")
        == ["Keep left onto I 405 South (Stadium Freeway) towards Salem."])
  }

  @Test func `count more than the number of a link, which may be that of the road it leaves`() throws {
    #expect(
      try fork(to: motorway("", "A 1", .motorwayLink), "Köln", numbers: "A 3")
        == ["Keep left onto A 3 towards Köln."])
  }
}

@Suite struct `A road is named once` {
  /// A ramp parts twice before it joins a motorway.
  private func ramp(metresPerCell: Double) throws -> [String] {
    let sketch = try RoadSketch(
      """
      P---Q-------R
           .
             .    X   Y
              M . . N . . O
                              .
                                .
      W---------------------------Z------E
      """, metresPerCell: metresPerCell,
      roads: [
        SketchRoad("P-Q-R", name: "Mill Street", roadClass: .secondary),
        SketchRoad("Q>M>N>O>Z", name: "", roadClass: .motorwayLink, flags: .oneway),
        SketchRoad("M>X", name: "", roadClass: .motorwayLink, flags: .oneway),
        SketchRoad("N>Y", name: "", roadClass: .motorwayLink, flags: .oneway),
        SketchRoad("W>Z>E", name: "Ruhrschnellweg", ref: "A 44", roadClass: .motorway, flags: .oneway),
      ]
    ) { $0.sign(way: 2, numbers: "A 44") }
    return spoken("PQ QM MN NO OZ ZE", on: sketch)
  }

  @Test func `by a ramp, its forks and its merge within some hundred metres`() throws {
    let said = try ramp(metresPerCell: 12)
    #expect(said.count == 4)
    #expect(said.count { $0.contains("A 44") } == 1, "\(said)")
    #expect(said.first?.hasSuffix(" onto A 44.") == true, "\(said)")
    #expect(said.last == "Merge onto the motorway.")
  }

  @Test func `and again further on`() throws {
    let said = try ramp(metresPerCell: 60)
    #expect(said.last == "Merge onto A 44 (Ruhrschnellweg).")
  }

  /// A road that turns left at B, off the straight line, after as many metres as wanted.
  private func bend(after metres: Double) throws -> RoadSketch {
    try RoadSketch(
      """
                S
                |
      A---------B---C
      """, metresPerCell: metres / 10,
      roads: [SketchRoad("A-B-S", name: "Mill Street"), SketchRoad("B-C", name: "Quay")])
  }

  @Test(arguments: [(390, "Turn left."), (410, "Turn left to stay on Mill Street.")])
  func `and after the departure`(metres: Double, sentence: String) throws {
    let said = maneuvers("AB BS", on: try bend(after: metres)).map(\.details.words.full)
    #expect(said == ["Head east on Mill Street.", sentence, "Arrive."])
  }

  @Test func `but on a screen each time`() throws {
    let said = maneuvers("AB BS", on: try bend(after: 100)).map(\.details.words.short)
    #expect(said == ["Head east", "Left onto Mill St", "Arrive"])
  }

  @Test func `and none is stayed on that was never named`() throws {
    // At N the road takes another name, silently: there is no other way to go.
    let sketch = try RoadSketch(
      """
                          S
                          |
      A---------N---------B---C
      """, metresPerCell: 50,
      roads: [
        SketchRoad("A-N", name: "Mill Street"), SketchRoad("N-B-S", name: "Long Road"), SketchRoad("B-C", name: "Quay"),
      ])
    #expect(spoken("AN NB BS", on: sketch) == ["Turn left onto Long Road."])
  }

  @Test func `a street taken again after another is named again`() throws {
    let sketch = try RoadSketch(
      """
      A---B---C
          |   |
          D---E---F
      """, metresPerCell: 30,
      roads: [
        SketchRoad("A-B-C", name: "Mill Street"), SketchRoad("B-D", name: ""), SketchRoad("D-E-F", name: "Quay"),
        SketchRoad("C-E", name: "Mill Street"),
      ])
    #expect(spoken("AB BD DE EC", on: sketch) == ["Turn right.", "Turn left onto Mill Street."])
  }
}

@Suite struct `A ring with a name` {
  private func ring(_ name: String, arm: String = "Quay") throws -> RoadSketch {
    try RoadSketch(
      """
          C
          |
        . P .
       .     .
      S       Q--B
       .     .
        . R .
          |
          A
      """, metresPerCell: 8,
      roads: [
        SketchRoad("R>Q>P>S>R", name: name, flags: .roundabout), SketchRoad("A-R", name: "Mill Street"),
        SketchRoad("B-Q", name: arm), SketchRoad("C-P", name: "Long Lane"),
      ])
  }

  @Test func `is told`() throws {
    #expect(
      try spoken("AR RQ QP PC", on: ring("Crown Circus")) == ["At Crown Circus, take the 2nd exit onto Long Lane."])
  }

  @Test func `is none if it bears the name of a street that meets it`() throws {
    #expect(
      try spoken("AR RQ QP PC", on: ring("Quay")) == ["At the roundabout, take the 2nd exit onto Long Lane."])
    #expect(try spoken("AR RQ QB", on: ring("")) == ["At the roundabout, take the 1st exit onto Quay."])
  }
}

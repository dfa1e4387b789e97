import Guidance
import RoadGraph
import TestSupport
import Testing

private func motorway(_ course: String, name: String = "", ref: String = "A 9", left: Bool = false) -> SketchRoad {
  SketchRoad(
    course, name: name, ref: ref, roadClass: .motorway, flags: left ? [.oneway, .drivesOnLeft] : .oneway)
}

private func link(_ course: String, name: String = "", ref: String = "") -> SketchRoad {
  SketchRoad(course, name: name, ref: ref, roadClass: .motorwayLink)
}

/// An eastbound carriageway with an exit to Mill Street at M and an entry at N.
private func interchange(_ adjust: (inout RoadNetwork) -> Void = { _ in }) throws -> RoadSketch {
  try RoadSketch(
    """
    A--------M------------------N--------B
               x              y
                    T    U
                P            Q
    """, metresPerCell: 30,
    roads: [
      motorway("A>M>N>B"), link("M>x>T"), link("U>y>N"),
      SketchRoad("P-T-U-Q", name: "Mill Street", roadClass: .secondary),
    ], adjust: adjust)
}

@Suite struct Motorways {
  @Test func `staying on the motorway needs no word`() throws {
    #expect(try describedBetween("AM MN NB", on: interchange()) == [])
  }

  @Test func `an exit has its number and its sign`() throws {
    let sketch = try interchange { network in
      network.change("M") { $0.exitRef = "12" }
      network.sign(way: 2, destination: "Northport")
    }
    #expect(describedBetween("AM MT TU", on: sketch) == ["ramp slight_right 12 A 9→Mill Street"])
    #expect(spoken("AM MT TU", on: sketch).first == "Take exit 12 towards Northport.")
  }

  @Test(arguments: [
    ("", "", "", "", "Take the exit on the right onto Mill Street."),
    ("12", "", "", "", "Take exit 12 onto Mill Street."),
    ("12", "Northport", "", "", "Take exit 12 (Northport) onto Mill Street."),
    ("", "Northport", "", "", "Take the exit (Northport) onto Mill Street."),
    ("12A;B", "", "Northport;Harbour", "", "Take exit 12A/B towards Northport and Harbour."),
    ("12", "", "Northport", "B 31", "Take exit 12 onto B 31 towards Northport."),
    ("", "", "One;Two;Three;Four", "", "Take the exit on the right towards One, Two and Three."),
    ("", "", "", "B 31;E 54", "Take the exit on the right onto B 31/E 54."),
  ])
  func `the sentence says what the signs say`(
    exit: String, name: String, destination: String, numbers: String, expected: String
  ) throws {
    let sketch = try interchange { network in
      network.change("M") {
        $0.exitRef = exit
        $0.exitName = name
      }
      network.sign(way: 2, destination: destination, numbers: numbers)
    }
    #expect(spoken("AM MT TU", on: sketch).first == expected)
  }

  @Test func `a ramp in the number of the road that it leaves does not lead to it`() throws {
    let sketch = try RoadSketch(
      """
      A--------M-------------------B
                     x
                          T---U
      """, metresPerCell: 30,
      roads: [motorway("A>M>B"), link("M>x>T"), link("T-U", ref: "A 9")])
    #expect(spoken("AM MT TU", on: sketch) == ["Take the exit on the right."])
  }

  @Test func `a ramp leads on, and its end merges`() throws {
    let sketch = try interchange { $0.sign(way: 1, destination: "Southport") }
    #expect(
      describedBetween("PT TU UN NB", on: sketch) == ["ramp slight_left Mill Street→A 9", "merge slight_left →A 9"])
    #expect(
      spoken("PT TU UN NB", on: sketch) == [
        "Take the ramp on the left onto A 9.", "Merge onto the motorway towards Southport.",
      ])
  }

  @Test func `a motorway that merges from the left joins to the right`() throws {
    let sketch = try RoadSketch(
      """
          U
            y
                N--------B
      A---------
      """, metresPerCell: 30,
      roads: [motorway("A>N>B"), link("U>y>N")])
    #expect(maneuvers("UN NB", on: sketch)[1].modifier == .slightRight)
    #expect(spoken("AN NB", on: sketch) == [])
  }

  @Test(arguments: [
    ("AM MB", ["Keep left onto A 9 towards Northport."]), ("AM MC", ["Keep right onto A 7."]),
  ])
  func `a motorway that parts is a fork`(path: String, expected: [String]) throws {
    let sketch = try RoadSketch(
      """
                                  B
      A---------M---------
                                  C
      """, metresPerCell: 30, roads: [motorway("A>M", ref: "A 1"), motorway("M>B"), motorway("M>C", ref: "A 7")]
    ) { $0.sign(way: 2, destination: "Northport") }
    #expect(spoken(path, on: sketch) == expected)
  }

  @Test func `three ways on have a middle`() throws {
    let sketch = try RoadSketch(
      """
                    B
      A---------M---C
                    D
      """, metresPerCell: 30, roads: [link("A>M"), link("M>B"), link("M>C"), link("M>D")])
    #expect(spoken("AM MB", on: sketch) == ["Keep left."])
    #expect(spoken("AM MC", on: sketch) == ["Keep straight."])
    #expect(spoken("AM MD", on: sketch) == ["Keep right."])
  }

  @Test func `an exit on the left and one under left-hand traffic are on their side`() throws {
    let sketch = try RoadSketch(
      """
                 T
      A--------M--------B
      """, metresPerCell: 60, roads: [motorway("A>M>B", left: true), link("M>T")])
    #expect(spoken("AM MT", on: sketch) == ["Take the exit on the left."])
  }

  @Test func `services are left for by an exit, links or not`() throws {
    let sketch = try RoadSketch(
      """
      A--------M---------N--------B
                  T   U
      """, metresPerCell: 30,
      roads: [motorway("A>M>N>B"), SketchRoad("M>T>U>N", name: "Services", roadClass: .service, flags: .oneway)])
    #expect(spoken("AM MT TU", on: sketch) == ["Take the exit on the right onto Services."])
    #expect(spoken("AM MN NB", on: sketch) == [])
  }

  @Test func `a ramp that ends square on a street ends in a turn`() throws {
    let sketch = try RoadSketch(
      """
      A--------M-----------B
                  x

               P---T---Q
      """, metresPerCell: 30,
      roads: [motorway("A>M>B"), link("M>x>T"), SketchRoad("P-T-Q", name: "Mill Street")]
    ) { $0.change("M") { $0.exitRef = "7" } }
    #expect(spoken("AM MT TP", on: sketch) == ["Take exit 7 onto Mill Street.", "Turn right."])
    #expect(spoken("AM MT TQ", on: sketch) == ["Take exit 7 onto Mill Street.", "Turn left."])
  }

  @Test func `a link that meets another way round is a fork`() throws {
    let sketch = try RoadSketch(
      """
                       T
      A-----B-----M
                       U
      """, metresPerCell: 30, roads: [motorway("A>B"), link("B>M"), link("M>T", ref: "A 1"), link("M>U")]
    ) { $0.sign(way: 4, destination: "Southport", numbers: "A 7") }
    #expect(describedBetween("AB BM MT", on: sketch) == ["fork slight_left →A 1"])
    #expect(spoken("AB BM MU", on: sketch) == ["Keep right onto A 7 towards Southport."])
  }
}

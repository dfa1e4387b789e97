import Guidance
import RoadGraph
import TestSupport
import Testing

@Suite struct `Names of roads` {
  private func straight(
    _ first: SketchRoad, _ second: SketchRoad, metresPerCell: Double = 40
  ) throws -> RoadSketch {
    try RoadSketch(
      """
              S
              |
      A-------B---C---D---E
      """, metresPerCell: metresPerCell, roads: [first, second, SketchRoad("B-S", name: "Side Street")])
  }

  private func road(_ course: String, _ name: String, ref: String = "") -> SketchRoad {
    SketchRoad(course, name: name, ref: ref)
  }

  @Test func `a new name straight ahead is told at a junction`() throws {
    let sketch = try straight(road("A-B", "Mill Street"), road("B-C-D-E", "Harbour Road"))
    #expect(describedBetween("AB BC CD DE", on: sketch) == ["continue straight Mill Street→Harbour Road"])
    #expect(spoken("AB BC CD DE", on: sketch) == ["Continue onto Harbour Road."])
  }

  @Test func `without a choice, a new name is announced only on request`() throws {
    let sketch = try RoadSketch(
      "A---------B---------C", metresPerCell: 20,
      roads: [SketchRoad("A-B", name: "Mill Street"), SketchRoad("B-C", name: "Quay")])
    var settings = GuidanceSettings()
    func types() -> [ManeuverType] {
      itinerary(of: sketch.trip("AB BC"), on: sketch.graph, for: .car, settings: settings).maneuvers.map(\.type)
    }
    #expect(types() == [.depart, .arrive])
    settings.tellsEveryNewName = true
    #expect(types() == [.depart, .continue, .arrive])
  }

  @Test func `a name that soon ends is not told`() throws {
    let sketch = try straight(road("A-B", "Mill Street"), road("B-C", "Old Bridge"), metresPerCell: 20)
    #expect(describedBetween("AB BC", on: sketch) == [])
  }

  @Test func `a road without a name is not told, nor one that keeps its number`() throws {
    let nameless = try straight(road("A-B", "Mill Street"), road("B-C-D-E", ""))
    #expect(describedBetween("AB BC CD DE", on: nameless) == [])
    let numbered = try straight(
      road("A-B", "Mill Street", ref: "B 31"), road("B-C-D-E", "Harbour Road", ref: "B 31;B 7"))
    #expect(describedBetween("AB BC CD DE", on: numbered) == [])
  }

  @Test func `the number stands in for the name`() throws {
    let sketch = try straight(road("A-B", "", ref: "B 31"), road("B-C-D-E", "", ref: "B 7;E 4"))
    #expect(
      described("AB BC CD DE", on: sketch) == ["depart →B 31", "continue straight B 31→B 7;E 4", "arrive B 7;E 4→"])
    #expect(spoken("AB BC CD DE", on: sketch) == ["Continue onto B 7/E 4."])
  }

  @Test func `going on where the road itself turns off is told`() throws {
    let sketch = try RoadSketch(
      """
          S
          |
      A---B---C
      """, metresPerCell: 40, roads: [road("A-B-S", "Mill Street"), road("B-C", "Quay")])
    #expect(spoken("AB BC", on: sketch) == ["Go straight onto Quay."])
    #expect(spoken("AB BS", on: sketch) == ["Turn left."])
  }

  @Test func `a short nameless stretch is looked through`() throws {
    // B and C are the carriageways of Long Avenue; the piece between them has no name.
    let sketch = try RoadSketch(
      """
      P--B--Q
         |
      S--C--R
         |
         |
         A
      """, metresPerCell: 10,
      roads: [
        SketchRoad("Q>B>P", name: "Long Avenue"), SketchRoad("S>C>R", name: "Long Avenue"),
        SketchRoad("A-C", name: "Mill Street"), SketchRoad("C-B", name: ""),
      ])
    #expect(describedBetween("AC CB BP", on: sketch) == ["turn left Mill Street→Long Avenue"])
    #expect(describedBetween("QB BC CA", on: sketch) == ["turn left Long Avenue→Mill Street"])
    #expect(describedBetween("AC CR", on: sketch) == ["turn right Mill Street→Long Avenue"])
  }
}

@Suite struct `Forks in ordinary roads` {
  private func fork(_ left: SketchRoad, _ right: SketchRoad) throws -> RoadSketch {
    try RoadSketch(
      """
               B
             .
      A-----M
             .
               C
      """, metresPerCell: 15, roads: [SketchRoad("A-M", name: "Mill Street"), left, right])
  }

  @Test func `two like roads are a fork`() throws {
    let sketch = try fork(SketchRoad("M-B", name: "Quay"), SketchRoad("M-C", name: "Mill Street"))
    #expect(describedBetween("AM MB", on: sketch) == ["fork slight_left Mill Street→Quay"])
    #expect(spoken("AM MB", on: sketch) == ["Keep left onto Quay."])
    #expect(spoken("AM MC", on: sketch) == ["Keep right."])
  }

  @Test func `a far lesser road beside the road is none`() throws {
    let sketch = try fork(
      SketchRoad("M-B", name: "", roadClass: .track), SketchRoad("M-C", name: "Mill Street"))
    #expect(describedBetween("AM MC", on: sketch) == [])
    #expect(describedBetween("AM MB", on: sketch) == ["turn slight_left Mill Street→"])
  }

  @Test func `a road that branches off one that goes straight on is a turn`() throws {
    let sketch = try RoadSketch(
      """
      A------M------B


                  C
      """, metresPerCell: 15, roads: [SketchRoad("A-M-B", name: "Mill Street"), SketchRoad("M-C", name: "Quay")])
    #expect(describedBetween("AM MB", on: sketch) == [])
    #expect(spoken("AM MC", on: sketch) == ["Bear right onto Quay."])
  }
}

import Guidance
import RoadGraph
import TestSupport
import Testing

@Suite struct `Short links between roads` {
  /// A dual carriageway with a gap in its median, driven on either side of the road.
  private func median(gap metresPerCell: Double, back: String = "Long Avenue", left: Bool = false) throws -> RoadSketch
  {
    try RoadSketch(
      """
      P----------B---------Q


      S----------C---------R
      """, metresPerCell: metresPerCell,
      roads: left
        ? [SketchRoad("P>B>Q", name: "Long Avenue"), SketchRoad("R>C>S", name: back), SketchRoad("B-C", name: "")]
        : [SketchRoad("Q>B>P", name: back), SketchRoad("S>C>R", name: "Long Avenue"), SketchRoad("B-C", name: "")])
  }

  @Test func `two turns across a median are one U-turn`() throws {
    let sketch = try median(gap: 6)
    #expect(describedBetween("SC CB BP", on: sketch) == ["u_turn u_turn Long Avenue→Long Avenue"])
    #expect(spoken("SC CB BP", on: sketch) == ["Make a U-turn."])
    #expect(maneuvers("SC CB BP", on: sketch)[1].place == sketch.place("C"))
  }

  @Test func `a U-turn where traffic keeps left is one as well`() throws {
    let sketch = try median(gap: 6, left: true)
    #expect(describedBetween("PB BC CS", on: sketch) == ["u_turn u_turn Long Avenue→Long Avenue"])
  }

  @Test func `roads further apart, or of other names, are two turns`() throws {
    #expect(try describedBetween("SC CB BP", on: median(gap: 20)).map { $0.prefix(9) } == ["turn left", "turn left"])
    #expect(
      try describedBetween("SC CB BP", on: median(gap: 6, back: "Quay")) == [
        "turn left Long Avenue→", "turn left Long Avenue→Quay",
      ])
  }

  /// A slip road from T to U cuts the corner of the crossing O.
  private func corner(metresPerCell: Double) throws -> RoadSketch {
    try RoadSketch(
      """
      A---T---O---C
            x |
              U
              |
              D
      """, metresPerCell: metresPerCell,
      roads: [
        SketchRoad("A-T-O-C", name: "Mill Street", roadClass: .secondary),
        SketchRoad("O-U-D", name: "Quay", roadClass: .secondary),
        SketchRoad("T>x>U", name: "", roadClass: .secondaryLink),
      ])
  }

  @Test func `a slip road that leaves at a small angle is announced where it leaves`() throws {
    let sketch = try RoadSketch(
      """
      A-----T---------O---C
                 x    |
                    y |
                      U
                      |
                      D
      """, metresPerCell: 6,
      roads: [
        SketchRoad("A-T-O-C", name: "Mill Street", roadClass: .secondary),
        SketchRoad("O-U-D", name: "Quay", roadClass: .secondary),
        SketchRoad("T>x>y>U", name: "", roadClass: .secondaryLink),
      ])
    let turns = maneuvers("AT TU UD", on: sketch).filter { $0.type == .turn }
    #expect(turns.map(\.place) == [sketch.place("T")])
    #expect(spoken("AT TU UD", on: sketch) == ["Turn right onto Quay."])
  }

  @Test func `a slip road is one turn`() throws {
    let sketch = try corner(metresPerCell: 10)
    #expect(describedBetween("AT TU UD", on: sketch) == ["turn right Mill Street→Quay"])
    #expect(maneuvers("AT TU UD", on: sketch)[1].place == sketch.place("T"))
    #expect(spoken("AT TO OC", on: sketch) == [])
  }

  @Test func `a slip road where traffic keeps left is one turn`() throws {
    let sketch = try RoadSketch(
      """
              D
              |
              U
            x |
      A---T---O---C
      """, metresPerCell: 10,
      roads: [
        SketchRoad("A-T-O-C", name: "Mill Street", roadClass: .secondary, flags: .drivesOnLeft),
        SketchRoad("O-U-D", name: "Quay", roadClass: .secondary, flags: .drivesOnLeft),
        SketchRoad("T>x>U", name: "", roadClass: .secondaryLink, flags: .drivesOnLeft),
      ])
    #expect(spoken("AT TU UD", on: sketch) == ["Turn left onto Quay."])
  }

  @Test func `a long link is a ramp`() throws {
    #expect(
      try describedBetween("AT TU UD", on: corner(metresPerCell: 60)).first == "ramp slight_right Mill Street→Quay")
  }

  /// Two divided roads cross; the pieces between their carriageways bear the names of their roads, or none.
  private func grid(isNamed: Bool) throws -> RoadSketch {
    let (avenue, street) = isNamed ? ("Long Avenue", "Gate Street") : ("", "")
    return try RoadSketch(
      """
             I K
             | |
             | |
             | |
      A------B-C------D
      E------F-G------H
             | |
             | |
             | |
             M N
      """, metresPerCell: 9,
      roads: [
        SketchRoad("D>C", name: "Long Avenue"), SketchRoad("B>A", name: "Long Avenue"),
        SketchRoad("E>F", name: "Long Avenue"), SketchRoad("G>H", name: "Long Avenue"),
        SketchRoad("I>B", name: "Gate Street"), SketchRoad("F>M", name: "Gate Street"),
        SketchRoad("N>G", name: "Gate Street"), SketchRoad("C>K", name: "Gate Street"),
        SketchRoad("C>B", name: avenue), SketchRoad("F>G", name: avenue), SketchRoad("B>F", name: street),
        SketchRoad("G>C", name: street),
      ])
  }

  @Test(arguments: [true, false])
  func `a crossing of divided roads is one crossing`(isNamed: Bool) throws {
    let sketch = try grid(isNamed: isNamed)
    #expect(describedBetween("EF FG GH", on: sketch) == [])
    #expect(describedBetween("NG GC CK", on: sketch) == [])
    #expect(describedBetween("EF FG GC CK", on: sketch) == ["turn left Long Avenue→Gate Street"])
    #expect(describedBetween("EF FM", on: sketch) == ["turn right Long Avenue→Gate Street"])
    #expect(describedBetween("NG GC CB BA", on: sketch) == ["turn left Gate Street→Long Avenue"])
    #expect(describedBetween("EF FG GC CB BA", on: sketch) == ["u_turn u_turn Long Avenue→Long Avenue"])
  }
}

import Guidance
import Moments
import RoadGraph
import TestSupport
import Testing

@Suite struct Crossings {
  let crossing: RoadSketch

  init() throws {
    crossing = try RoadSketch(
      """
          B
          |
      A---O---C
          |
          D
      """, metresPerCell: 20,
      roads: [SketchRoad("A-O-C", name: "Mill Street"), SketchRoad("B-O-D", name: "Harbour Road")])
  }

  @Test(arguments: [
    ("AO OC", []),
    ("AO OB", ["turn left Mill Street→Harbour Road"]),
    ("AO OD", ["turn right Mill Street→Harbour Road"]),
    ("BO OD", []),
    ("BO OA", ["turn right Harbour Road→Mill Street"]),
    ("AO OA", ["u_turn u_turn Mill Street→Mill Street"]),
  ])
  func `a crossing has its turns`(path: String, expected: [String]) {
    #expect(describedBetween(path, on: crossing) == expected)
  }

  @Test func `every drive departs and arrives`() {
    #expect(described("AO OC", on: crossing) == ["depart →Mill Street", "arrive Mill Street→"])
    let all = maneuvers("AO OB", on: crossing)
    #expect(
      all.map(\.details.words.full) == [
        "Head east on Mill Street.", "Turn left onto Harbour Road.", "Arrive.",
      ])
  }

  @Test func `places, times and distances are those of the node`() {
    let all = maneuvers("AO OB", on: crossing)
    #expect(all.map(\.place) == [crossing.place("A"), crossing.place("O"), crossing.place("B")])
    #expect(all.map { Int($0.distance.rounded()) } == [0, 80, 120])
    #expect(all.map { Int(($0.duration ?? -1).rounded()) } == [0, 8, 12])
    #expect(all.map { $0.time?.seconds(since: RoadSketch.begin).rounded() } == [0, 8, 12])
    #expect(all.map(\.edge) == [0, 1, 1])
  }

  @Test(
    arguments: [
      (0, .straight), (19.9, .straight), (-19.9, .straight), (20, .slightRight), (-20, .slightLeft),
      (44.9, .slightRight), (45, .right), (-45, .left), (124, .right), (125, .sharpRight), (-125, .sharpLeft),
      (164, .sharpRight), (165, .uTurn), (180, .uTurn), (-180, .uTurn),
    ] as [(Double, ManeuverModifier)])
  func `a turn is called after its angle`(angle: Double, expected: ManeuverModifier) {
    #expect(ManeuverModifier(angle: angle) == expected)
  }

  @Test(arguments: [
    ("AO OB", "sharp_left"), ("AO OC", "left"), ("AO OD", "slight_left"), ("AO OE", "slight_right"),
    ("AO OF", "right"), ("AO OG", "sharp_right"),
  ])
  func `a star of roads has all its turns`(path: String, expected: String) throws {
    let sketch = try RoadSketch(
      """
          D   E


      C       . F
            O



        B   A   G
      """, metresPerCell: 12, roads: ["A-O", "O-B", "O-C", "O-D", "O-E", "O-F", "O-G"])
    #expect(maneuvers(path, on: sketch)[1].modifier?.rawValue == expected)
  }

  @Test func `a road that ends leaves a choice of two`() throws {
    let sketch = try RoadSketch(
      """
      B---O---C
          |
          A
      """, metresPerCell: 20, roads: [SketchRoad("A-O", name: "Mill Street"), SketchRoad("B-O-C", name: "Quay")])
    #expect(spoken("AO OB", on: sketch) == ["Turn left onto Quay."])
    #expect(spoken("AO OC", on: sketch) == ["Turn right onto Quay."])
  }

  @Test(arguments: [("AB BC CD DE", []), ("ED DC CB BA", [])] as [(String, [String])])
  func `bends and cuts without a way off are silent`(path: String, expected: [String]) throws {
    let sketch = try RoadSketch(
      """
      A--BC--D
             |
             E
      """, metresPerCell: 20,
      roads: [SketchRoad("A-B", name: "Mill Street"), SketchRoad("B-C-D", name: "Old Bridge"), "D-E"])
    #expect(describedBetween(path, on: sketch) == expected)
  }

  @Test func `footpaths, private drives, oneways against us and banned turns are no way on`() throws {
    var noDriving = AccessSet.all
    noDriving[.car] = .no
    var leaveOnly = AccessSet.all
    leaveOnly[.car] = .permit
    let drawing = """
      A---B---C
          |
          D
      """
    let bend: (SketchRoad, [String]) throws -> [String] = { road, forbidden in
      let sketch = try RoadSketch(drawing, metresPerCell: 20, roads: ["A-B-D", road], forbidden: forbidden)
      return describedBetween("AB BD", on: sketch)
    }
    #expect(try bend("B-C", []) == ["turn right ABD Street→ABD Street"])
    #expect(try bend("C>B", []) == [])
    #expect(try bend("B-C", ["ABC"]) == [])
    #expect(try bend(SketchRoad("B-C", access: noDriving), []) == [])
    #expect(try bend(SketchRoad("B-C", access: leaveOnly), []) == [])
  }

  @Test func `a forced turn into another road is told where roads meet, not where one bends`() throws {
    let oneway = try RoadSketch(
      """
      C---O---B
          |
          A
      """, metresPerCell: 20, roads: [SketchRoad("A-O", name: "Mill Street"), SketchRoad("B>O>C", name: "Quay")])
    #expect(spoken("AO OC", on: oneway) == ["Turn left onto Quay."])
    #expect(spoken("AO OB", on: oneway) == ["Turn right onto Quay."])
    let bend = try RoadSketch(
      """
      C---O
          |
          A
      """, metresPerCell: 20, roads: [SketchRoad("A-O", name: "Mill Street"), SketchRoad("O-C", name: "Quay")])
    #expect(spoken("AO OC", on: bend) == [])
  }

  @Test func `the mode decides which ways count`() throws {
    var footOnly = AccessSet.none
    footOnly[.pedestrian] = .yes
    let sketch = try RoadSketch(
      """
      A---B---C
          |
          D
      """, metresPerCell: 20,
      roads: [
        SketchRoad("A-B-D", name: "Mill Street"),
        SketchRoad("B-C", name: "Long Lane", roadClass: .livingStreet, access: footOnly),
      ])
    #expect(spoken("AB BD", on: sketch) == [])
    #expect(spoken("AB BD", on: sketch, for: .pedestrian) == ["Turn right."])
  }

  @Test func `a main road bends past a track in silence and past a street with a word`() throws {
    let bend: (RoadClass) throws -> [String] = { roadClass in
      let sketch = try RoadSketch(
        """
        A---B---C
            |
            D
        """, metresPerCell: 20,
        roads: [
          SketchRoad("A-B-D", name: "Mill Street", roadClass: .tertiary),
          SketchRoad("B-C", name: "", roadClass: roadClass),
        ])
      return spoken("AB BD", on: sketch)
    }
    #expect(try bend(.track) == [])
    #expect(try bend(.service) == [])
    #expect(try bend(.residential) == ["Turn right."])
    #expect(try bend(.secondary) == ["Turn right."])
  }

  @Test func `the first tiny piece of a side road does not decide its angle`() throws {
    let sketch = try RoadSketch(
      """
      A-------O-------C
              x
             y

             z


            D
      """, metresPerCell: 5,
      roads: [SketchRoad("A-O-C", name: "Mill Street"), SketchRoad("O-x-y-z-D", name: "Side Street")])
    #expect(describedBetween("AO OD", on: sketch) == ["turn right Mill Street→Side Street"])
    #expect(describedBetween("DO OA", on: sketch) == ["turn left Side Street→Mill Street"])
  }

  @Test func `a cut just before the junction does not decide the angle`() throws {
    // The side road is cut at T, one cell after a kink at O.
    let sketch = try RoadSketch(
      """
      A-------O-------C
               T


               D
      """, metresPerCell: 4, roads: [SketchRoad("A-O-C", name: "Mill Street"), "O-T", "T-D"])
    #expect(maneuvers("AO OT TD", on: sketch)[1].modifier == .right)
  }

  @Test func `going straight on along the road is silent, whatever else bears its name`() throws {
    let sketch = try RoadSketch(
      """
              E
            .
      A---B------C
          |
          D
      """, metresPerCell: 20, roads: ["A-B-C", "B-E", "B-D"].map { SketchRoad($0, name: "Mill Street") })
    #expect(describedBetween("AB BC", on: sketch) == [])
  }

  @Test func `a hairpin onto another road is a sharp turn, along the same road a U-turn`() throws {
    let sketch = try RoadSketch(
      """
      A---------------O---C

      B
      """, metresPerCell: 10,
      roads: [SketchRoad("A-O-C", name: "Mill Street"), SketchRoad("B-O", name: "Quay")])
    #expect(spoken("AO OB", on: sketch) == ["Make a sharp right onto Quay."])
    #expect(spoken("BO OA", on: sketch) == ["Make a sharp left onto Mill Street."])
    let divided = try RoadSketch(
      """
      A---------------O---C

      B
      """, metresPerCell: 10,
      roads: [SketchRoad("A>O-C", name: "Mill Street"), SketchRoad("O>B", name: "Mill Street")])
    #expect(spoken("AO OB", on: divided) == ["Make a U-turn."])
  }
}

import Guidance
import RoadGraph
import TestSupport
import Testing

/// A roundabout with four arms, each one road; B and D hang on bends of the ring.
private let ring = """
        C
        |
      . P .
     .     .
  D--S     Q--B
     .     .
      . R .
        |
        A
  """

private func roundabout(_ side: RoadFlags, course: String, _ adjust: (inout RoadNetwork) -> Void = { _ in }) throws
  -> RoadSketch
{
  try RoadSketch(
    ring, metresPerCell: 8,
    roads: [
      SketchRoad(course, name: "", flags: side.union(.roundabout)),
      SketchRoad("A-R", name: "Mill Street", flags: side), SketchRoad("B-Q", name: "Quay", flags: side),
      SketchRoad("C-P", name: "Mill Street", flags: side), SketchRoad("D-S", name: "Long Lane", flags: side),
    ], adjust: adjust)
}

@Suite struct `Roundabouts where traffic keeps right` {
  let sketch: RoadSketch
  init() throws { sketch = try roundabout([], course: "R>Q>P>S>R") }

  @Test(arguments: [
    ("AR RQ QB", "roundabout right 1 Mill Street→Quay", "1st exit onto Quay"),
    ("AR RQ QP PC", "roundabout straight 2 Mill Street→Mill Street", "2nd exit"),
    ("AR RQ QP PS SD", "roundabout left 3 Mill Street→Long Lane", "3rd exit onto Long Lane"),
    ("AR RQ QP PS SR RA", "roundabout u_turn 4 Mill Street→Mill Street", "4th exit"),
    ("DS SR RA", "roundabout right 1 Long Lane→Mill Street", "1st exit onto Mill Street"),
    ("BQ QP PS SD", "roundabout straight 2 Quay→Long Lane", "2nd exit onto Long Lane"),
  ])
  func `exits are counted in driving order`(path: String, expected: String, exit: String) {
    #expect(describedBetween(path, on: sketch) == [expected])
    #expect(spoken(path, on: sketch) == ["At the roundabout, take the \(exit)."])
  }

  @Test func `the maneuver stands at the entry`() throws {
    let maneuver = try #require(maneuvers("AR RQ QP PC", on: sketch).first { $0.type == .roundabout })
    #expect(maneuver.place == sketch.place("R"))
    #expect(maneuver.edge == 1)
    #expect(Int(maneuver.distance.rounded()) == 16)
  }

  @Test func `going round twice does not change the exit`() {
    #expect(
      describedBetween("AR RQ QP PS SR RQ QB", on: sketch) == ["roundabout right 1 Mill Street→Quay"])
  }

  @Test func `the wrong way round counts the exits as they are met`() {
    #expect(describedBetween("AR RS SD", on: sketch) == ["roundabout left 1 Mill Street→Long Lane"])
    #expect(describedBetween("AR RS SP PQ QB", on: sketch) == ["roundabout right 3 Mill Street→Quay"])
  }

  @Test func `a drive may begin or end inside`() {
    #expect(spoken("AR RQ QP", on: sketch) == ["Enter the roundabout."])
    #expect(spoken("QP PS SD", on: sketch) == ["Leave the roundabout."])
    #expect(described("QP PS", on: sketch) == ["depart →", "arrive →"])
    #expect(describedBetween("RQ QP | PS SD", on: sketch) == ["roundabout slight_right →Long Lane"])
  }

  @Test func `roads closed to the mode are no exits of it`() throws {
    let closed = try roundabout([], course: "R>Q>P>S>R") { network in
      for i in network.segments.indices where network.segments[i].way == 2 {
        network.segments[i].backward.access[.car] = .no
        network.segments[i].forward.access[.car] = .no
      }
    }
    #expect(describedBetween("AR RQ QP PC", on: closed) == ["roundabout straight 1 Mill Street→Mill Street"])
    #expect(
      describedBetween("AR RQ QP PC", on: closed, for: .bicycle) == ["roundabout straight 2 Mill Street→Mill Street"])
  }

  @Test func `the sign at the exit is read out`() throws {
    let signed = try roundabout([], course: "R>Q>P>S>R") { network in
      for i in network.segments.indices where network.segments[i].way == 2 {
        network.segments[i].backward.destination = "Harbour;Ferry"
      }
    }
    #expect(
      spoken("AR RQ QB", on: signed) == ["At the roundabout, take the 1st exit onto Quay towards Harbour and Ferry."])
  }
}

@Suite struct `Roundabouts where traffic keeps left` {
  let sketch: RoadSketch
  init() throws { sketch = try roundabout(.drivesOnLeft, course: "R>S>P>Q>R") }

  @Test(arguments: [
    ("AR RS SD", "roundabout left 1 Mill Street→Long Lane"),
    ("AR RS SP PC", "roundabout straight 2 Mill Street→Mill Street"),
    ("AR RS SP PQ QB", "roundabout right 3 Mill Street→Quay"),
    ("AR RS SP PQ QR RA", "roundabout u_turn 4 Mill Street→Mill Street"),
    ("AR RQ QB", "roundabout right 1 Mill Street→Quay"),
  ])
  func `exits are counted in driving order`(path: String, expected: String) {
    #expect(describedBetween(path, on: sketch) == [expected])
  }
}

@Suite struct `Roundabouts of other shapes` {
  @Test(arguments: [
    (RoadFlags(), "R>Q>P>R", "AR RQ QP PC", "roundabout left 3 ARD Street→C"),
    (RoadFlags(), "R>Q>P>R", "AR RQ QB", "roundabout slight_right 1 ARD Street→B"),
    (RoadFlags(), "R>Q>P>R", "AR RQ QE", "roundabout straight 2 ARD Street→E"),
    (RoadFlags.drivesOnLeft, "R>P>Q>R", "AR RP PQ QE", "roundabout straight 2 ARD Street→E"),
    (RoadFlags.drivesOnLeft, "R>P>Q>R", "AR RP PQ QB", "roundabout slight_right 3 ARD Street→B"),
    (RoadFlags.drivesOnLeft, "R>P>Q>R", "AR RP PC", "roundabout left 1 ARD Street→C"),
  ])
  func `two exits at one node are told apart by their order`(
    side: RoadFlags, course: String, path: String, expected: String
  ) throws {
    // Q carries two exits, B to the right and E ahead.
    let sketch = try RoadSketch(
      """
        C      E     B



            P    Q


              R


              A
      """, metresPerCell: 8,
      roads: [
        SketchRoad(course, name: "", flags: side.union(.roundabout)),
        SketchRoad("A-R", name: "ARD Street", flags: side),
        SketchRoad("Q-B", name: "B", flags: side), SketchRoad("Q-E", name: "E", flags: side),
        SketchRoad("P-C", name: "C", flags: side),
      ])
    #expect(describedBetween(path, on: sketch) == [expected])
  }

  @Test func `divided arms and their islands do not spoil the turn`() throws {
    // Every arm enters at one node and leaves at another; the mouths bend away from the centre.
    let sketch = try RoadSketch(
      """
              C
              |
              F


             .  .
           P......O
          .        .
          Q        N
          .        .
           S......M
             .  .


              G
              |
              A
      """, metresPerCell: 5,
      roads: [
        SketchRoad("M>N>O>P>Q>S>M", name: "", flags: .roundabout), SketchRoad("A-G", name: "Mill Street"),
        SketchRoad("G>M", name: "Mill Street"), SketchRoad("S>G", name: "Mill Street"),
        SketchRoad("C-F", name: "Mill Street"), SketchRoad("O>F", name: "Mill Street"),
        SketchRoad("F>P", name: "Mill Street"),
      ])
    #expect(describedBetween("AG GM MN NO OF FC", on: sketch) == ["roundabout straight 1 Mill Street→Mill Street"])
    #expect(
      describedBetween("AG GM MN NO OP PQ QS SG GA", on: sketch) == ["roundabout u_turn 2 Mill Street→Mill Street"])
  }

  @Test func `an approach that winds is no turn`() throws {
    // At F the road meets the oneway mouth of the roundabout.
    let sketch = try RoadSketch(
      """
                  G
                  .
      A-----------F
                  .
                 Q P
                  R---B
      """, metresPerCell: 5,
      roads: [
        SketchRoad("A-F", name: "Quay"), SketchRoad("G>F>Q", name: ""),
        SketchRoad("Q>R>P>Q", name: "", flags: .roundabout), SketchRoad("R-B", name: "Mill Street"),
      ])
    #expect(describedBetween("AF FQ QR RB", on: sketch) == ["roundabout left 1 Quay→Mill Street"])
    #expect(describedBetween("GF FQ QR RB", on: sketch) == ["roundabout left 1 →Mill Street"])
  }

  @Test func `a ring that does not close still has exits`() throws {
    let sketch = try RoadSketch(
      """
      A---B---C---D
              |
              E
      """, metresPerCell: 10,
      roads: ["A-B", SketchRoad("B>C", name: "", flags: .roundabout), SketchRoad("C-D", name: "Quay"), "C-E"])
    #expect(describedBetween("AB BC CD", on: sketch) == ["roundabout straight 2 AB Street→Quay"])
    #expect(describedBetween("AB BC CE", on: sketch) == ["roundabout right 1 AB Street→CE Street"])
  }

  @Test(arguments: [
    (RoadFlags(), "AO OB", "1st"), (RoadFlags(), "AO OC", "2nd"), (RoadFlags(), "AO OD", "3rd"),
    (RoadFlags.drivesOnLeft, "AO OB", "3rd"), (RoadFlags.drivesOnLeft, "AO OC", "2nd"),
    (RoadFlags.drivesOnLeft, "AO OD", "1st"),
  ])
  func `a painted roundabout counts around its node`(side: RoadFlags, path: String, exit: String) throws {
    let sketch = try RoadSketch(
      """
          C
          |
      D---O---B
          |
          A
      """, metresPerCell: 15,
      roads: [SketchRoad("A-O-C", name: "Quay", flags: side), SketchRoad("D-O-B", name: "Quay", flags: side)]
    ) { $0.change("O") { $0.flags.insert(.miniRoundabout) } }
    #expect(spoken(path, on: sketch) == ["At the roundabout, take the \(exit) exit."])
  }
}

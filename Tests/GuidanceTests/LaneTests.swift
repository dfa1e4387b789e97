import Guidance
import RoadGraph
import TestSupport
import Testing

/// A road with lanes from A to a crossing at O; B is on the left, C ahead, D on the right.
private func crossing(_ lanes: String, destinations: String = "") throws -> RoadSketch {
  try RoadSketch(
    """
              B
              |
    A---------O---------C---G
              |         |
              D         E
    """, metresPerCell: 20,
    roads: [
      SketchRoad("A-O", name: "Mill Street", roadClass: .primary),
      SketchRoad("O-C", name: "Mill Street", roadClass: .primary),
      SketchRoad("B-O-D", name: "Quay", roadClass: .primary),
      SketchRoad("C-G", name: "Mill Street", roadClass: .primary),
      SketchRoad("C-E", name: "Long Lane", roadClass: .primary),
    ]
  ) { network in
    for i in network.segments.indices where network.segments[i].way == 0 {
      network.segments[i].forward.turnLanes = lanes
      network.segments[i].forward.destinationLanes = destinations
    }
  }
}

private func lanes(_ path: String, on sketch: RoadSketch) -> String? {
  maneuvers(path, on: sketch).first { $0.type != .depart }?.details.lanes.text
}

@Suite struct `Lanes before a maneuver` {
  @Test(arguments: [
    ("left|through|through;right", "AO OB", "left*|through|through;right"),
    ("left|through|through;right", "AO OD", "left|through|through;right*"),
    ("left;through|right", "AO OB", "left;through*|right"),
    ("||right", "AO OD", "||right*"),
    ("none|none|right", "AO OD", "||right*"),
    ("left||", "AO OB", "left*||"),
    ("left|left|through|right;merge_to_left", "AO OB", "left*|left*|through|right"),
    ("slight_left|through|slight_right", "AO OD", "slight_left|through|slight_right*"),
    ("reverse|left|through|right", "AO OB", "reverse|left*|through|right"),
    ("reverse|left|through|right", "AO OA", "reverse*|left|through|right"),
  ])
  func `those with an arrow to the road taken are valid`(tagged: String, path: String, expected: String) throws {
    #expect(try lanes(path, on: crossing(tagged)) == expected)
  }

  @Test func `without arrows in the map there are none`() throws {
    #expect(try lanes("AO OB", on: crossing("")) == "")
  }

  @Test func `the best one leads on to the next maneuver`() throws {
    let sketch = try RoadSketch(
      """
                    B
                    |
      A---------O---C---G
                |   |
                D   E
      """, metresPerCell: 20,
      roads: [
        SketchRoad("D-O", name: "Quay", roadClass: .primary),
        SketchRoad("A-O-C-G", name: "Mill Street", roadClass: .primary),
        SketchRoad("B-C-E", name: "Long Lane", roadClass: .primary),
      ]
    ) { network in
      for i in network.segments.indices where network.segments[i].way == 0 {
        network.segments[i].forward.turnLanes = "left|right|right"
      }
    }
    #expect(lanes("DO OC CE", on: sketch) == "left|right+|right*")
    #expect(lanes("DO OC CB", on: sketch) == "left|right*|right+")
    #expect(lanes("DO OC CG", on: sketch) == "left|right*|right*")
  }

  @Test func `a fork at a few degrees goes by the order of its branches`() throws {
    let sketch = try RoadSketch(
      """
                                          B
      A-----------------M-----------------C
      """, metresPerCell: 15,
      roads: [
        SketchRoad("A>M", name: "", ref: "A 9", roadClass: .motorway, flags: .oneway),
        SketchRoad("M>B", name: "", ref: "A 9", roadClass: .motorway, flags: .oneway),
        SketchRoad("M>C", name: "", roadClass: .motorwayLink, flags: .oneway),
      ]
    ) { network in
      for i in network.segments.indices where network.segments[i].way == 0 {
        network.segments[i].forward.turnLanes = "through|through|slight_right"
      }
    }
    #expect(lanes("AM MC", on: sketch) == "through|through|slight_right*")
  }

  @Test func `the destinations of lanes are kept if there is one for each`() throws {
    let sketch = try crossing("left|right", destinations: "Ulm|Rom;Mailand")
    let turn = try #require(maneuvers("AO OD", on: sketch).first { $0.type == .turn })
    #expect(turn.details.lanes.map(\.destination) == ["Ulm", "Rom;Mailand"])
    let odd = try crossing("left|right", destinations: "Ulm")
    #expect(maneuvers("AO OD", on: odd)[1].details.lanes.map(\.destination) == ["", ""])
  }
}

@Suite struct `What belongs to a maneuver` {
  @Test func `bearings, the turn, and the way to the next`() throws {
    let all = maneuvers("AO OD", on: try crossing("left|right"))
    #expect(all.map { $0.details.bearingBefore?.rounded() } == [nil, 90, 180])
    #expect(all.map { $0.details.bearingAfter?.rounded() } == [90, 180, nil])
    #expect(all.map { $0.angle?.rounded() } == [nil, 90, nil])
    #expect(all.map { $0.distanceToNext.rounded() } == [200, 40, 0])
    #expect(all.map { $0.timeToNext?.rounded() } == [20, 4, 0])
  }

  @Test func `junctions passed are counted between maneuvers`() throws {
    let all = maneuvers("AO OC CE", on: try crossing(""))
    #expect(all.map(\.type) == [.depart, .turn, .arrive])
    #expect(all.map(\.junctionsPassed) == [0, 1, 0])
  }

  @Test func `two ramps at one exit have numbers of their own`() throws {
    let sketch = try RoadSketch(
      """
      A--------M--------B
                  x
                     T
      """, metresPerCell: 30,
      roads: [
        SketchRoad("A>M>B", name: "", ref: "A 9", roadClass: .motorway, flags: .oneway),
        SketchRoad("M>x>T", name: "", roadClass: .motorwayLink),
      ]
    ) { network in
      network.change("M") { $0.exitRef = "12" }
      for i in network.segments.indices where network.segments[i].way == 1 {
        network.segments[i].forward.rampRef = "12A"
      }
    }
    #expect(maneuvers("AM MT", on: sketch)[1].exit == "12A")
  }
}

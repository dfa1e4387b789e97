import Geodesy
import Guidance
import RoadGraph
import TestSupport
import Testing
import Trips

@Suite struct Legs {
  let line: RoadSketch
  init() throws {
    line = try RoadSketch(
      """
              E
              |
      A---B---C---D
      """, metresPerCell: 20,
      roads: [SketchRoad("A-B-C-D", name: "Mill Street"), SketchRoad("C-E", name: "Quay")])
  }

  @Test func `every leg departs and arrives, and distances run on`() {
    let all = maneuvers("AB BC | CE | EC CD", on: line)
    #expect(
      all.map(\.type) == [
        .depart, .arrive, .depart, .arrive, .depart, .turn, .arrive,
      ])
    #expect(all.map { Int($0.distance.rounded()) } == [0, 160, 160, 200, 200, 240, 320])
    #expect(all.map(\.edge) == [0, 1, 2, 2, 3, 4, 4])
    #expect(all.map { Int(($0.duration ?? -1).rounded()) } == [0, 16, 76, 80, 140, 144, 152])
    #expect(all[5].details.words.full == "Turn left onto Mill Street.")
  }

  @Test func `a trip without edges has no maneuvers`() {
    #expect(described("", on: line).isEmpty)
    #expect(itinerary(along: [[], []], on: line.graph, for: .car).maneuvers.isEmpty)
  }

  @Test func `one edge is a departure and an arrival`() {
    #expect(described("AB", on: line) == ["depart →Mill Street", "arrive Mill Street→"])
  }

  @Test func `a leg begins and ends within its edges`() {
    var drive = SketchDrive()
    drive.beginOffset = 30
    drive.shortOfEnd = 25
    let all = itinerary(of: line.trip("AB BC CE", drive), on: line.graph, for: .car).maneuvers
    #expect(all.first?.place == line.graph.place(on: line.edge("AB"), at: 30))
    #expect(all.last?.place == line.graph.place(on: line.edge("CE"), at: line.graph.length(of: line.edge("CE")) - 25))
    #expect(all.map { Int($0.distance.rounded()) } == [0, 130, 145])
  }

  @Test func `a corner touched by the first or last fix is no turn`() {
    let length = line.graph.length(of: line.edge("EC"))
    let corner = [
      PathEdge(EdgeStretch(edge: line.edge("EC"), begin: length - 0.5, end: length)),
      PathEdge(EdgeStretch(edge: line.edge("CB"), begin: 0, end: 80)),
      PathEdge(EdgeStretch(edge: line.edge("BA"), begin: 0, end: 0)),
    ]
    let all = itinerary(along: [corner], on: line.graph, for: .car).maneuvers
    #expect(all.map(\.details.words.full) == ["Head west on Mill Street.", "Arrive."])
    #expect(all.map(\.edge) == [1, 1])
    #expect(all.map(\.distance) == [0, 80.5])
    #expect(all[0].place == line.graph.place(on: line.edge("EC"), at: length - 0.5))
  }

  @Test func `a vehicle that stood is not heading anywhere`() {
    let standing = [PathEdge(EdgeStretch(edge: line.edge("AB"), begin: 40, end: 40))]
    let all = itinerary(along: [standing], on: line.graph, for: .car).maneuvers
    #expect(all.map(\.details.words.full) == ["Head out on Mill Street.", "Arrive."])
  }

  @Test func `without times there are distances`() {
    var drive = SketchDrive()
    drive.hasTimes = false
    let all = itinerary(of: line.trip("AB BC CE", drive), on: line.graph, for: .car).maneuvers
    #expect(all.allSatisfy { $0.time == nil && $0.duration == nil })
    #expect(all.map { Int($0.distance.rounded()) } == [0, 160, 200])
  }

  @Test func `a time missing at a turn is that of leaving the edge before`() {
    var trip = line.trip("BC CE")
    trip.edges[1].enterTime = nil
    let turn = itinerary(of: trip, on: line.graph, for: .car).maneuvers[1]
    #expect(turn.time == trip.edges[0].exitTime)
  }

  @Test func `driving to and fro turns round every time`() {
    #expect(
      spoken("AB BA AB BC", on: line) == ["Make a U-turn.", "Make a U-turn."])
  }

  @Test func `turning round between junctions has its place on the road`() {
    let path = [
      PathEdge(EdgeStretch(edge: line.edge("AB"), begin: 0, end: 60)),
      PathEdge(EdgeStretch(edge: line.edge("BA"), begin: line.graph.length(of: line.edge("BA")) - 60, end: 80)),
    ]
    let all = itinerary(along: [path], on: line.graph, for: .car).maneuvers
    #expect(all.map(\.type) == [.depart, .uTurn, .arrive])
    #expect(all[1].place == line.graph.place(on: line.edge("AB"), at: 60))
    #expect(all[1].distance == 60)
  }

  @Test(arguments: [(10.0, 0), (30.0, 2)])
  func `shunting is no turning round`(back: Metres, expected: Int) {
    let length = line.graph.length(of: line.edge("AB"))
    let path = [
      PathEdge(EdgeStretch(edge: line.edge("AB"), begin: 0, end: 60)),
      PathEdge(EdgeStretch(edge: line.edge("BA"), begin: length - 60, end: length - 60 + back)),
      PathEdge(EdgeStretch(edge: line.edge("AB"), begin: 60 - back, end: length)),
    ]
    let all = itinerary(along: [path], on: line.graph, for: .car).maneuvers
    #expect(all.count { $0.type == .uTurn } == expected)
  }

  @Test func `driving against a oneway is described like any drive`() throws {
    let sketch = try RoadSketch(
      """
          C
          |
      A---B---D
      """, metresPerCell: 20, roads: [SketchRoad("A-B-D", name: "Mill Street"), SketchRoad("C>B", name: "Quay")])
    #expect(spoken("AB BC", on: sketch) == ["Turn left onto Quay."])
    #expect(spoken("AB BD", on: sketch) == [])
  }

  @Test(arguments: [
    ("OA", "north"), ("OB", "northeast"), ("OC", "east"), ("OD", "southeast"), ("OE", "south"), ("OF", "southwest"),
    ("OG", "west"), ("OH", "northwest"),
  ])
  func `a departure names the point of the compass`(path: String, point: String) throws {
    let sketch = try RoadSketch(
      """
      H   A   B


      G   O   C


      F   E   D
      """, metresPerCell: 20,
      roads: ["A-O", "B-O", "C-O", "D-O", "E-O", "F-O", "G-O", "H-O"].map { SketchRoad($0, name: "") },
      adjust: { _ in })
    #expect(maneuvers(path, on: sketch)[0].details.words.full == "Head \(point).")
    #expect(maneuvers(path, on: sketch)[1].details.words.full == "Arrive.")
  }

  @Test func `two nodes at one place break nothing`() throws {
    let sketch = try RoadSketch(
      """
      A---B---D
          |
          E
      """, metresPerCell: 20, roads: [SketchRoad("A-B-D", name: "Mill Street"), SketchRoad("B-E", name: "Quay")]
    ) { network in
      // The side road ends where it begins.
      let place = network.nodes[network.segments[2].from].place
      network.nodes[network.segments[2].to].place = place
      network.shape[network.segments[2].shape.upperBound - 1] = place
    }
    #expect(described("AB BE", on: sketch).count <= 3)
    #expect(described("AB BE EB BD", on: sketch).last == "arrive Mill Street→")
  }
}

@Suite struct Ferries {
  private func crossing(_ name: String) throws -> RoadSketch {
    try RoadSketch(
      """
          P
          |
      A---B~~~~~~~C---D
      """, metresPerCell: 50,
      roads: [
        SketchRoad("A-B", name: "Quay"), SketchRoad("B-P", name: "Car Park"),
        SketchRoad("B-C", name: name, roadClass: .ferry, flags: .ferry), SketchRoad("C-D", name: "Harbour Road"),
      ])
  }

  @Test(arguments: [
    ("Harbour Ferry", "Take the Harbour Ferry."), ("Northport – Southport", "Take the ferry Northport – Southport."),
  ])
  func `a ferry is boarded and left`(name: String, expected: String) throws {
    let sketch = try crossing(name)
    #expect(spoken("AB BC CD", on: sketch) == [expected, "Leave the ferry onto Harbour Road."])
    #expect(
      describedBetween("AB BC CD", on: sketch) == [
        "ferry straight Quay→\(name)", "continue straight \(name)→Harbour Road",
      ])
  }

  @Test func `a ferry without a name is the ferry`() throws {
    #expect(try spoken("AB BC", on: crossing("")) == ["Take the ferry."])
  }

  @Test func `leaving a ferry by a turn is the turn`() throws {
    #expect(try spoken("DC CB BP", on: crossing("Harbour Ferry")).last == "Turn right onto Car Park.")
  }
}

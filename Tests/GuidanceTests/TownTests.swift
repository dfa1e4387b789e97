import Guidance
import RoadGraph
import TestSupport
import Testing

/// A small town: a motorway with an exit, a roundabout, a high street, a oneway pair, a private drive and a ferry.
private let town = """
  A----------M---------------------------N--------B

                  x                 y
                     T-----------U
                     |           |
                     |           |
                     E           |
                   .   .         |
  P-------------W.       .S------V-----------Q
                   .   .         |           |
                     G           |           |
                     |           |           |
                     |           |           |
                     H-----------K-----------L
                     |           |           |
                     D           |           |
                                 F~~~~~~~~~~~C
  """

func drawnTown(metresPerCell: Double = 15, turnLanes: String = "") throws -> RoadSketch {
  try RoadSketch(
    town, metresPerCell: metresPerCell,
    roads: [
      SketchRoad("A>M>N>B", name: "", ref: "A 9", roadClass: .motorway),
      SketchRoad("M>x>T", name: "", roadClass: .motorwayLink),
      SketchRoad("U>y>N", name: "", roadClass: .motorwayLink),
      SketchRoad("T-U", name: "Ring Road", ref: "B 31", roadClass: .primary),
      SketchRoad("T-E", name: "North Street", roadClass: .secondary),
      SketchRoad("G>S>E>W>G", name: "", roadClass: .secondary, flags: .roundabout),
      SketchRoad("P-W", name: "Mill Street", roadClass: .secondary),
      SketchRoad("S-V-Q", name: "High Street", roadClass: .secondary),
      SketchRoad("G-H", name: "South Street", roadClass: .secondary),
      SketchRoad("H-D", name: "South Street", roadClass: .secondary),
      SketchRoad("H>K>L", name: "Lower Lane"), SketchRoad("V>K", name: "Church Walk"),
      SketchRoad("U-V", name: "Church Walk"), SketchRoad("K-F", name: "Ferry Hill"),
      SketchRoad("Q-L", name: "East Street"), SketchRoad("L-C", name: "Harbour Road"),
      SketchRoad("F-C", name: "River Ferry", roadClass: .ferry, flags: .ferry),
    ]
  ) { network in
    network.change("M") { $0.exitRef = "12" }
    for i in network.segments.indices {
      (network.segments[i].forward.turnLanes, network.segments[i].backward.turnLanes) = (turnLanes, turnLanes)
    }
    network.sign(way: 2, destination: "Northport;Town")
    network.sign(way: 3, destination: "Southport", numbers: "A 9")
  }
}

@Suite struct `Drives through a town` {
  let sketch: RoadSketch
  init() throws { sketch = try drawnTown() }

  @Test(arguments: [
    (
      "AM MT TE EW WP",
      [
        "ramp slight_right 12 A 9→North Street", "turn right →North Street",
        "roundabout right 1 North Street→Mill Street",
      ]
    ),
    (
      "PW WG GS SV VQ",
      ["roundabout straight 2 Mill Street→High Street"]
    ),
    (
      "PW WG GS SE ET TU UN NB",
      [
        "roundabout left 3 Mill Street→North Street", "turn right North Street→Ring Road",
        "ramp straight Ring Road→A 9", "merge slight_left →A 9",
      ]
    ),
    (
      "PW WG GH HK KF FC CL LQ",
      [
        "roundabout right 1 Mill Street→South Street", "turn left South Street→Lower Lane",
        "turn right Lower Lane→Ferry Hill", "ferry left Ferry Hill→River Ferry",
        "continue left River Ferry→Harbour Road",
      ]
    ),
    ("QV VK KL", ["turn left High Street→Church Walk", "turn left Church Walk→Lower Lane"]),
    ("QV VU UT", ["turn right High Street→Church Walk", "turn left Church Walk→Ring Road"]),
    ("UV VK KF", []),
    ("LK KH HG", ["turn right Lower Lane→South Street"]),
    ("DH HG", []), ("AM MN NB", []), ("SV VQ QL", []),
    ("VS SE EW WG GS SV", ["roundabout u_turn 4 High Street→High Street"]),
  ])
  func `a path has its maneuvers`(path: String, expected: [String]) {
    #expect(describedBetween(path, on: sketch) == expected)
  }

  @Test(arguments: [
    (
      "AM MT TE EW WP",
      [
        "Head east on A 9.", "Take exit 12 towards Northport and Town.", "Turn right onto North Street.",
        "At the roundabout, take the 1st exit onto Mill Street.", "Arrive.",
      ]
    ),
    (
      "PW WG GS SE ET TU UN NB",
      [
        "Head east on Mill Street.", "At the roundabout, take the 3rd exit onto North Street.",
        "Turn right onto Ring Road (B 31).", "Take the ramp onto A 9 towards Southport.", "Merge onto the motorway.",
        "Arrive.",
      ]
    ),
    (
      "HK KF FC CL",
      [
        "Head east on Lower Lane.", "Turn right onto Ferry Hill.", "Take the River Ferry.",
        "Leave the ferry onto Harbour Road.", "Arrive.",
      ]
    ),
  ])
  func `a path reads well`(path: String, expected: [String]) {
    #expect(maneuvers(path, on: sketch).map(\.details.words.full) == expected)
  }
}

private import Geodesy
private import Glibc

extension District {
  /// Five kilometres of motorway with a full and a half interchange.
  static let motorway = District(
    name: "Motorway A 12",
    about: "Two carriageways in long bends, exits 14 and 15 with their ramps and signs; no speed limit in between.",
    nodes: carriageway(firstID: 401, from: -2500, towards: .east)
      + carriageway(firstID: 431, from: 2500, towards: .west) + rampsOfExit14 + rampsOfExit15,
    ways: eastboundCarriageway + westboundCarriageway + ramps + [
      .along(
        1430, [470, 471],
        ["highway": "secondary", "name": "Foundry Road", "ref": "L 7", "lanes": "2", "maxspeed": "50"]),
      .along(
        1431, [471, 472],
        [
          "highway": "secondary", "name": "Foundry Road", "ref": "L 7", "lanes": "2", "maxspeed": "50",
          "bridge": "yes", "layer": "1",
        ]),
      .along(
        1432, [472, 473],
        ["highway": "secondary", "name": "Foundry Road", "ref": "L 7", "lanes": "2", "maxspeed": "50"]),
      .along(1433, [473, 474], ["highway": "service", "name": "Foundry Yard", "access": "customers"]),
    ])

  private enum Heading: Double { case east = 1, west = -1 }

  /// The line between the two carriageways: bends of no less than 8 km radius.
  private static func median(_ x: Metres) -> Metres { -1400 + 150 * sin(x / 1100) }

  /// 21 nodes in the direction of travel, 250 m apart, 12 m to the right of the median.
  private static func carriageway(firstID: Int, from begin: Metres, towards heading: Heading) -> [TownNode] {
    (0...20).map { index in
      let x = begin + heading.rawValue * 250 * Double(index)
      return .at(firstID + index, x, median(x) - heading.rawValue * 12, junctions[firstID + index] ?? [:])
    }
  }

  private static let junctions: [Int: Tags] = [
    406: ["highway": "motorway_junction", "ref": "14", "name": "Quillmere West"],
    416: ["highway": "motorway_junction", "ref": "15", "name": "Quillmere Harbour"],
    441: ["highway": "motorway_junction", "ref": "14", "name": "Quillmere West"],
  ]

  private static let rampsOfExit14: [TownNode] = [
    .at(461, -1100, -1550), .at(462, -900, -1560), .at(463, -720, -1578),
    .at(464, -480, -1572), .at(465, -300, -1490), .at(466, -140, -1438),
    .at(467, -150, -1398), .at(468, -330, -1390), .at(469, -480, -1377),
    .at(470, -600, -1375), .at(471, -600, -1440), .at(472, -600, -1515), .at(473, -600, -1580),
    .at(474, -600, -1720, ["noexit": "yes"]),
    .at(475, -720, -1388), .at(476, -900, -1455), .at(477, -1090, -1505),
  ]

  private static let rampsOfExit15: [TownNode] = [
    .at(481, 1400, -1285), .at(482, 1580, -1325), .at(483, 1660, -1342),
    .at(484, 1760, -1340), .at(485, 1950, -1288), .at(486, 2120, -1278),
    .at(487, 1640, -1148), .at(488, 1500, -1213), .at(489, 1370, -1238),
  ]

  private static let eastboundCarriageway: [TownWay] = [
    .along(1401, Array(401...405), ["highway": "motorway", "ref": "A 12", "lanes": "2", "maxspeed": "130"]),
    .along(
      1402, [405, 406],
      [
        "highway": "motorway", "ref": "A 12", "lanes": "3", "maxspeed": "130",
        "turn:lanes": "through|through|slight_right",
      ]),
    .along(
      1403, Array(406...415),
      ["highway": "motorway", "ref": "A 12", "lanes": "2", "maxspeed": "none", "destination": "Eastfold"]),
    .along(
      1404, [415, 416],
      [
        "highway": "motorway", "ref": "A 12", "lanes": "3", "maxspeed": "none",
        "turn:lanes": "through|through|slight_right",
      ]),
    .along(
      1405, Array(416...421),
      ["highway": "motorway", "ref": "A 12", "lanes": "2", "maxspeed": "100", "destination": "Eastfold"]),
  ]

  private static let westboundCarriageway: [TownWay] = [
    .along(1411, Array(431...436), ["highway": "motorway", "ref": "A 12", "lanes": "2", "maxspeed": "100"]),
    .along(1412, Array(436...440), ["highway": "motorway", "ref": "A 12", "lanes": "2", "maxspeed": "none"]),
    .along(
      1413, [440, 441],
      [
        "highway": "motorway", "ref": "A 12", "lanes": "3", "maxspeed": "none",
        "turn:lanes": "through|through|slight_right",
      ]),
    .along(
      1414, Array(441...451),
      ["highway": "motorway", "ref": "A 12", "lanes": "2", "maxspeed": "130", "destination": "Westering"]),
  ]

  private static let ramps: [TownWay] = [
    .along(
      1421, [406, 461, 462, 463, 473],
      [
        "highway": "motorway_link", "oneway": "yes", "lanes": "1", "maxspeed": "60",
        "destination": "Quillmere;Station", "destination:ref": "B 7",
      ]),
    .along(
      1422, [473, 464, 465, 466, 411],
      ["highway": "motorway_link", "oneway": "yes", "lanes": "1", "destination": "Eastfold", "destination:ref": "A 12"]),
    .along(
      1423, [441, 467, 468, 469, 470],
      [
        "highway": "motorway_link", "oneway": "yes", "lanes": "1", "maxspeed": "60",
        "destination": "Quillmere;Station", "destination:ref": "B 7",
      ]),
    .along(
      1424, [470, 475, 476, 477, 446],
      [
        "highway": "motorway_link", "oneway": "yes", "lanes": "1", "destination": "Westering",
        "destination:ref": "A 12",
      ]
    ),
    .along(
      1425, [416, 481, 482, 483, 823],
      [
        "highway": "motorway_link", "oneway": "yes", "lanes": "1", "maxspeed": "60",
        "destination": "Harbour;Farside", "destination:ref": "L 9",
      ]),
    .along(
      1426, [823, 484, 485, 486, 420],
      ["highway": "motorway_link", "oneway": "yes", "lanes": "1", "destination": "Eastfold", "destination:ref": "A 12"]),
    .along(
      1427, [820, 487, 488, 489, 436],
      [
        "highway": "motorway_link", "oneway": "yes", "lanes": "1", "destination": "Westering",
        "destination:ref": "A 12",
      ]
    ),
  ]
}

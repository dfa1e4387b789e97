extension District {
  /// The main road with lanes, signals and a stretch of dual carriageway.
  static let stationQuarter = District(
    name: "Station Quarter",
    about: "Station Road (B 7) with turn lanes at two signals, and two carriageways with a crossing at Depot Lane.",
    nodes: [
      .at(201, -240, -320, ["highway": "traffic_signals"]), .at(202, 240, -320, ["highway": "traffic_signals"]),
      .at(203, -420, -318), .at(204, 0, -322),
      .at(210, 310, -320), .at(211, 340, -327), .at(212, 520, -328), .at(213, 700, -326), .at(214, 735, -319),
      .at(215, 700, -312), .at(216, 520, -314), .at(217, 340, -313),
      .at(218, 518, -220), .at(219, 450, -190), .at(220, 380, -185, ["highway": "turning_circle"]),
      .at(231, -238, -400),
      .at(232, -200, -455, ["highway": "turning_circle", "name": "Quillmere Station"]),
      .at(281, -130, -306, ["addr:street": "Station Road", "addr:housenumber": "41", "tourism": "hotel"]),
      .at(282, 110, -337, ["addr:street": "Station Road", "addr:housenumber": "64"]),
      .at(283, -225, -415, ["addr:street": "Station Approach", "addr:housenumber": "1", "amenity": "taxi"]),
      .at(284, 430, -172, ["addr:street": "Depot Lane", "addr:housenumber": "5", "name": "Quillmere Parcels"]),
    ],
    ways: [
      .along(
        1201, [301, 203, 201],
        ["highway": "primary", "name": "Station Road", "ref": "B 7", "lanes": "2", "maxspeed": "50"]),
      .along(
        1202, [201, 204, 202],
        [
          "highway": "primary", "name": "Station Road", "ref": "B 7", "lanes": "4", "lanes:forward": "2",
          "lanes:backward": "2", "turn:lanes:forward": "left|through", "turn:lanes:backward": "through|right",
          "maxspeed": "50",
        ]),
      .along(
        1203, [202, 210],
        [
          "highway": "primary", "name": "Station Road", "ref": "B 7", "lanes": "3", "lanes:forward": "1",
          "lanes:backward": "2", "turn:lanes:backward": "through|right", "maxspeed": "50",
        ]),
      .along(
        1204, [210, 211, 212],
        [
          "highway": "primary", "name": "Station Road", "ref": "B 7", "oneway": "yes", "lanes": "2",
          "turn:lanes": "left|through", "maxspeed": "50",
        ]),
      .along(
        1205, [212, 213, 214],
        ["highway": "primary", "name": "Station Road", "ref": "B 7", "oneway": "yes", "lanes": "1", "maxspeed": "70"]),
      .along(
        1206, [214, 215, 216],
        ["highway": "primary", "name": "Station Road", "ref": "B 7", "oneway": "yes", "lanes": "1", "maxspeed": "70"]),
      .along(
        1207, [216, 217, 210],
        ["highway": "primary", "name": "Station Road", "ref": "B 7", "oneway": "yes", "lanes": "1", "maxspeed": "50"]),
      .along(1208, [212, 216], ["highway": "unclassified", "name": "Depot Lane", "maxspeed": "15 mph"]),
      .along(1209, [216, 218, 219, 220], ["highway": "unclassified", "name": "Depot Lane", "maxspeed": "15 mph"]),
      .along(
        1210, [201, 231, 232], ["highway": "residential", "name": "Station Approach", "maxspeed": "30"]),
      .along(
        1211, [204, 113],
        ["highway": "cycleway", "name": "Guildhall Cycle Track", "foot": "designated", "segregated": "yes"]),
    ],
    restrictions: [
      TownRestriction(id: 4, from: 1202, via: .node(201), to: 1210, tags: ["restriction": "no_left_turn"]),
      TownRestriction(id: 5, from: 1204, via: .way(1208), to: 1207, tags: ["restriction": "no_u_turn"]),
    ])
}

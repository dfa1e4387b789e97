extension District {
  /// Two parallel oneway streets with a pedestrian zone between them.
  static let oldTown = District(
    name: "Old Town",
    about: "North Parade runs west and South Parade east; Market Street between them is for walking.",
    nodes: [
      .at(101, -245, 118, ["highway": "crossing"]), .at(102, -122, 110), .at(103, 0, 106), .at(104, 118, 108),
      .at(105, 242, 116, ["highway": "traffic_signals"]),
      .at(111, -238, -104), .at(112, -118, -112), .at(113, 2, -115), .at(114, 121, -112), .at(115, 238, -106),
      .at(121, -120, 0), .at(122, -121, 55, ["barrier": "bollard", "bicycle": "yes", "foot": "yes"]),
      .at(123, 0, 0, ["place": "square", "name": "Market Square"]), .at(124, 120, 0),
      .at(131, 8, 165), .at(132, 40, 230), .at(133, 62, 330), .at(134, 88, 430),
      .at(141, -243, -210), .at(142, -236, 226), .at(143, -222, 340), .at(144, -125, 520), .at(145, -243, 5),
      .at(151, 239, -215), .at(152, 122, -212), .at(153, 240, 5), .at(154, 236, 240), .at(155, 226, 340),
      .at(181, -60, 14, ["addr:street": "Market Street", "addr:housenumber": "4", "amenity": "pharmacy"]),
      .at(182, 62, -14, ["addr:street": "Market Street", "addr:housenumber": "9", "amenity": "townhall"]),
      .at(183, -60, 124, ["addr:street": "North Parade", "addr:housenumber": "21"]),
      .at(184, 180, 126, ["addr:street": "North Parade", "addr:housenumber": "3", "shop": "bakery"]),
      .at(185, -178, -122, ["addr:street": "South Parade", "addr:housenumber": "2"]),
      .at(186, 60, -129, ["addr:street": "South Parade", "addr:housenumber": "16", "shop": "books"]),
      .at(187, 254, 60, ["addr:street": "Bridge Street", "addr:housenumber": "30"]),
      .at(188, -258, -50, ["addr:street": "Mill Street", "addr:housenumber": "12"]),
    ],
    ways: [
      .along(
        1101, [105, 104, 103, 102],
        ["highway": "tertiary", "name": "North Parade", "oneway": "yes", "lanes": "2", "maxspeed": "50"]),
      .along(
        1102, [102, 101],
        ["highway": "tertiary", "name": "North Parade", "oneway": "yes", "lanes": "2", "maxspeed": "50"]),
      .along(
        1103, [111, 112, 113, 114, 115],
        [
          "highway": "tertiary", "name": "South Parade", "oneway": "yes", "oneway:bicycle": "no", "lanes": "1",
          "maxspeed": "50 km/h",
        ]),
      .along(
        1104, [121, 123, 124],
        [
          "highway": "pedestrian", "name": "Market Street", "surface": "sett", "bicycle": "yes",
          "motor_vehicle:conditional": "delivery @ (06:00-10:00)",
        ]),
      .along(1105, [102, 122, 121, 112], ["highway": "residential", "name": "Chapel Lane", "maxspeed": "30"]),
      .along(
        1106, [104, 124, 114], ["highway": "living_street", "name": "Weavers Court", "maxspeed": "walk"]),
      .along(1107, [123, 113], ["highway": "footway", "name": "Guildhall Passage"]),
      .along(1108, [103, 131], ["highway": "steps", "name": "Castle Steps", "incline": "up", "step_count": "96"]),
      .along(
        1109, [131, 132, 133, 134, 602], ["highway": "footway", "name": "Castle Walk", "surface": "fine_gravel"]),
      .along(
        1110, [201, 141, 111, 145, 101, 142, 143, 144, 603],
        ["highway": "tertiary", "name": "Mill Street", "maxspeed": "50", "surface": "asphalt"]),
      .along(
        1111, [202, 151, 115, 153, 105],
        ["highway": "secondary", "name": "Bridge Street", "ref": "L 12", "lanes": "2", "maxspeed": "50"]),
      .along(
        1112, [105, 154, 155, 601],
        ["highway": "secondary", "name": "Bridge Street", "ref": "L 12", "lanes": "2", "maxspeed": "50"]),
      .along(
        1113, [114, 152, 151],
        ["highway": "residential", "name": "Dyer's Lane", "oneway": "-1", "maxspeed": "30", "surface": "cobblestone"]),
    ],
    restrictions: [
      TownRestriction(
        id: 1, from: 1101, via: .node(102), to: 1102, tags: ["restriction": "only_straight_on", "except": "bicycle"]),
      TownRestriction(
        id: 2, from: 1111, via: .node(105), to: 1101,
        tags: ["restriction:conditional": "no_left_turn @ (Mo-Fr 16:00-18:00)", "except": "bus"]),
      TownRestriction(
        id: 3, from: 1112, via: .node(105), to: 1101, tags: ["restriction:hgv": "no_right_turn"]),
    ])
}

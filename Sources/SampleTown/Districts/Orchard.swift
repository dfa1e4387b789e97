extension District {
  /// A residential area: slow streets, a school, a private drive behind a gate, and a dead end.
  static let orchard = District(
    name: "Orchard Quarter",
    about: "A 30 km/h zone; School Lane is slower in school hours, Quince Close is private, Cherry Walk a dead end.",
    nodes: [
      .at(501, -604, -150), .at(502, -600, -20), .at(503, -598, 112), .at(504, -590, 235),
      .at(505, -585, 350), .at(506, -545, 520, ["amenity": "parking", "name": "Lakeside West"]),
      .at(511, -420, -145), .at(513, -418, -10), .at(514, -415, 116), .at(515, -412, 232),
      .at(516, -505, 234), .at(517, -505, 275, ["barrier": "gate", "access": "private"]), .at(518, -500, 330),
      .at(519, -480, 392), .at(520, -415, 400, ["highway": "turning_circle", "noexit": "yes"]),
      .at(521, -420, -300, ["highway": "stop", "direction": "backward"]),
      .at(581, -404, 60, ["addr:street": "Apple Row", "addr:housenumber": "14"]),
      .at(582, -500, 128, ["addr:street": "Plum Street", "addr:housenumber": "6"]),
      .at(583, -340, -150, ["addr:street": "School Lane", "addr:housenumber": "2", "amenity": "school"]),
      .at(584, -488, 322, ["addr:street": "Quince Close", "addr:housenumber": "1"]),
      .at(585, -430, 388, ["addr:street": "Cherry Walk", "addr:housenumber": "11"]),
    ],
    ways: [
      .along(
        1501, [303, 501, 502, 503, 504, 505, 506],
        ["highway": "tertiary", "name": "Orchard Road", "maxspeed": "50"]),
      .along(
        1502, [501, 511, 141],
        [
          "highway": "residential", "name": "School Lane", "maxspeed": "50",
          "maxspeed:conditional": "30 @ (Mo-Fr 07:00-17:00)",
        ]),
      .along(
        1503, [203, 521, 511, 513, 514, 515],
        ["highway": "residential", "name": "Apple Row", "maxspeed": "30", "zone:maxspeed": "30"]),
      .along(
        1504, [503, 514, 101],
        ["highway": "residential", "name": "Plum Street", "maxspeed": "30", "zone:maxspeed": "30"]),
      .along(
        1505, [504, 516, 515, 142],
        ["highway": "residential", "name": "Pear Street", "maxspeed": "30", "zone:maxspeed": "30"]),
      .along(
        1506, [516, 517, 518],
        ["highway": "service", "service": "driveway", "name": "Quince Close", "access": "private"]),
      .along(1507, [505, 519, 520], ["highway": "residential", "name": "Cherry Walk", "zone:maxspeed": "30"]),
    ])
}

extension District {
  /// The tunnel to the harbour, long enough to lose the GPS signal.
  static let quillHill = District(
    name: "Quill Hill and Harbour",
    about: "Hill Road (B 7) passes under Quill Hill in a tunnel of 678 m; Harbour Road leads to the motorway.",
    nodes: [
      .at(801, 1700, -230), .at(802, 1706, -60), .at(803, 1700, 120),
      .at(804, 1672, 260, ["highway": "turning_circle", "name": "Harbour Quay"]),
      .at(805, 1820, 130), .at(806, 1900, 180, ["noexit": "yes"]),
      .at(810, 1698, -400),
      .at(811, 1700, -545, ["railway": "level_crossing", "crossing:barrier": "half"]),
      .at(812, 1704, -800), .at(820, 1700, -1140), .at(821, 1700, -1205), .at(822, 1700, -1295), .at(823, 1700, -1345),
      .at(830, 850, -310), .at(831, 1000, -288), .at(832, 1150, -258), .at(833, 1300, -232), .at(834, 1420, -222),
      .at(835, 1520, -220),
      .at(840, 700, -150), .at(841, 1100, -120), .at(842, 1450, -110),
      .at(881, 1686, 180, ["addr:street": "Harbour Road", "addr:housenumber": "80", "office": "harbour_master"]),
    ],
    ways: [
      .along(
        1801, [214, 830],
        ["highway": "primary", "name": "Hill Road", "ref": "B 7", "lanes": "2", "maxspeed": "70"]),
      .along(
        1802, [830, 831, 832, 833, 834, 835],
        [
          "highway": "primary", "name": "Hill Road", "ref": "B 7", "lanes": "2", "maxspeed": "60", "tunnel": "yes",
          "layer": "-1", "tunnel:name": "Quill Hill Tunnel", "bicycle": "no", "foot": "no",
        ]),
      .along(
        1803, [835, 801],
        ["highway": "primary", "name": "Hill Road", "ref": "B 7", "lanes": "2", "maxspeed": "70"]),
      .along(
        1804, [804, 803, 802, 801],
        ["highway": "secondary", "name": "Harbour Road", "ref": "L 9", "lanes": "2", "maxspeed": "50"]),
      .along(
        1805, [801, 810, 811, 812, 820, 821],
        ["highway": "secondary", "name": "Harbour Road", "ref": "L 9", "lanes": "2", "maxspeed": "80"]),
      .along(
        1806, [821, 822],
        [
          "highway": "secondary", "name": "Harbour Road", "ref": "L 9", "lanes": "2", "maxspeed": "80",
          "bridge": "yes", "layer": "1",
        ]),
      .along(
        1807, [822, 823],
        ["highway": "secondary", "name": "Harbour Road", "ref": "L 9", "lanes": "2", "maxspeed": "80"]),
      .along(1808, [803, 805, 806], ["highway": "residential", "name": "Net Loft Lane", "surface": "concrete"]),
      .along(1809, [220, 840, 841, 842, 802], ["highway": "path", "name": "Ridge Path", "surface": "ground"]),
    ])
}

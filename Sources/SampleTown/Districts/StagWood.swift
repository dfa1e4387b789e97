extension District {
  /// Woodland of 1.2 square kilometres without a road or a path.
  static let stagWood = District(
    name: "Stag Wood",
    about: "Wood Lane runs along its southern edge; inside there is nothing to match.",
    nodes: [
      .at(700, -614, 236, ["highway": "give_way", "direction": "backward"]),
      .at(701, -760, 240), .at(702, -930, 225), .at(703, -1060, 170), .at(704, -1180, 80), .at(705, -1400, 30),
      .at(706, -1650, 10), .at(707, -1900, 20), .at(708, -2150, -20), .at(709, -2330, -100),
      .at(751, -1190, 130), .at(752, -1400, 75), .at(753, -1650, 55), .at(754, -1900, 65), .at(755, -2160, 40),
      .at(756, -2300, 400), .at(757, -2200, 900), .at(758, -1700, 1150), .at(759, -1250, 1000), .at(760, -1080, 500),
    ],
    ways: [
      .along(
        1701, [504, 700, 701, 702, 703, 704, 705, 706, 707, 708, 709, 324],
        ["highway": "unclassified", "name": "Wood Lane", "surface": "asphalt"]),
      .along(
        1702, [751, 752, 753, 754, 755, 756, 757, 758, 759, 760, 751],
        ["landuse": "forest", "leaf_type": "broadleaved", "name": "Stag Wood"]),
    ])
}

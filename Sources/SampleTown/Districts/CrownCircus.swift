private import Geodesy
private import Glibc

extension District {
  /// The roundabout and the roads to the west and the south of it.
  static let crownCircus = District(
    name: "Crown Circus",
    about: "A roundabout with four arms; Westgate Road leaves the town, Foundry Road crosses the railway.",
    nodes: circle(firstID: 301, center: (-600, -320), radius: 24) + [
      .at(310, -600, -510, ["railway": "level_crossing", "crossing:barrier": "full"]),
      .at(311, -598, -700), .at(312, -596, -950), .at(313, -600, -1200),
      .at(314, -760, -705), .at(315, -900, -660, ["noexit": "yes"]),
      .at(320, -800, -330), .at(321, -1050, -325, ["traffic_sign": "city_limit", "name": "Quillmere"]),
      .at(322, -1400, -290), .at(323, -1900, -230), .at(324, -2400, -190), .at(325, -2600, -175),
      .at(381, -584, -620, ["addr:street": "Foundry Road", "addr:housenumber": "7", "shop": "tyres"]),
    ],
    ways: [
      .along(
        1301, [301, 302, 303, 304, 305, 306, 307, 308, 301],
        ["highway": "primary", "name": "Crown Circus", "junction": "roundabout", "maxspeed": "30"]),
      .along(
        1302, [305, 320, 321],
        ["highway": "primary", "name": "Westgate Road", "ref": "B 7", "lanes": "2", "maxspeed": "50"]),
      .along(
        1303, [321, 322, 323, 324, 325],
        ["highway": "primary", "name": "Westgate Road", "ref": "B 7", "lanes": "2", "maxspeed": "100"]),
      .along(
        1304, [307, 310, 311, 312, 313, 470],
        [
          "highway": "secondary", "name": "Foundry Road", "ref": "L 7", "lanes": "2", "maxspeed:forward": "70",
          "maxspeed:backward": "50",
        ]),
      .along(
        1305, [311, 314, 315],
        ["highway": "track", "name": "Kiln Lane", "tracktype": "grade3", "surface": "gravel"]),
    ])

  /// Eight nodes counterclockwise from the east, the direction of traffic.
  private static func circle(firstID: Int, center: (x: Metres, y: Metres), radius: Metres) -> [TownNode] {
    (0..<8).map { index in
      let angle = Double(index) * .pi / 4
      return .at(firstID + index, center.x + radius * cos(angle), center.y + radius * sin(angle))
    }
  }
}

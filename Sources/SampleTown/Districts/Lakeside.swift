extension District {
  /// The lake with two ways across: a ferry from the pier, and a toll bridge at the outflow.
  static let lakeside = District(
    name: "Quill Water and Farside",
    about: "From the pier a ferry crosses the lake; Shore Road goes round it over the toll bridge.",
    nodes: [
      .at(601, 215, 425), .at(602, 110, 510), .at(603, 10, 590),
      .at(604, 5, 645, ["amenity": "ferry_terminal", "name": "Quillmere Pier"]),
      .at(605, 60, 1000), .at(606, 180, 1400),
      .at(607, 285, 1690, ["amenity": "ferry_terminal", "name": "Farside Landing"]),
      .at(608, 300, 1750), .at(609, 150, 1792), .at(610, -60, 1800, ["highway": "turning_circle"]),
      .at(611, 400, 462), .at(612, 600, 520), .at(613, 800, 600),
      .at(614, 930, 690, ["barrier": "toll_booth"]), .at(615, 985, 748), .at(616, 1085, 885),
      .at(617, 1130, 1010), .at(618, 1130, 1200), .at(619, 1060, 1390), .at(620, 930, 1550), .at(621, 720, 1680),
      .at(622, 500, 1742),
      .at(623, 1114, 945), .at(624, 1139, 1105), .at(625, 1104, 1298), .at(626, 1001, 1474), .at(627, 830, 1622),
      .at(628, 612, 1717),
      .at(631, -200, 598), .at(632, -400, 575),
      .at(651, -640, 640), .at(652, -300, 668), .at(653, 250, 620), .at(654, 500, 630), .at(655, 760, 680),
      .at(656, 890, 780), .at(657, 960, 960), .at(658, 960, 1200), .at(659, 880, 1400), .at(660, 700, 1560),
      .at(661, 400, 1670), .at(662, 0, 1660), .at(663, -300, 1500), .at(664, -560, 1240), .at(665, -720, 900),
      .at(671, 925, 860), .at(672, 1035, 816), .at(673, 1300, 640), .at(674, 1720, 340), .at(675, 2500, 240),
      .at(681, 20, 1806, ["addr:street": "Farside Lane", "addr:housenumber": "3", "tourism": "guest_house"]),
      .at(682, 24, 578, ["addr:street": "Pier Road", "addr:housenumber": "22", "shop": "ticket"]),
    ],
    ways: [
      .along(1601, [601, 602, 603, 604], ["highway": "unclassified", "name": "Pier Road", "maxspeed": "30"]),
      .along(
        1602, [604, 605, 606, 607],
        [
          "route": "ferry", "name": "Quill Water Ferry", "motor_vehicle": "yes", "foot": "yes", "duration": "00:06",
          "toll": "yes",
        ]),
      .along(1603, [607, 608, 609, 610], ["highway": "unclassified", "name": "Farside Lane", "maxspeed": "50"]),
      .along(
        1604, [601, 611, 612, 613, 614],
        ["highway": "secondary", "name": "Shore Road", "ref": "L 12", "lanes": "2", "maxspeed": "70"]),
      .along(
        1605, [614, 615],
        ["highway": "secondary", "name": "Shore Road", "ref": "L 12", "lanes": "2", "maxspeed": "50", "toll": "yes"]),
      .along(
        1606, [615, 616],
        [
          "highway": "secondary", "name": "Ash Bridge", "ref": "L 12", "lanes": "2", "maxspeed": "50", "toll": "yes",
          "bridge": "yes", "layer": "1",
        ]),
      .along(
        1607, [616, 623, 617, 624, 618, 625, 619, 626, 620, 627, 621, 628, 622, 608],
        ["highway": "secondary", "name": "Farside Road", "ref": "L 12", "lanes": "2", "maxspeed": "80"]),
      .along(
        1608, [604, 631, 632, 506],
        ["highway": "footway", "name": "Lakeside Path", "surface": "compacted", "bicycle": "no"]),
      .along(
        1609,
        [604, 653, 654, 655, 656, 671, 657, 658, 659, 660, 661, 607, 662, 663, 664, 665, 651, 652, 604],
        ["natural": "water", "water": "lake", "name": "Quill Water"]),
      .along(1610, [671, 672, 673, 674, 675], ["waterway": "river", "name": "Ash"]),
    ])
}

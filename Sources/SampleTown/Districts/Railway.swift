extension District {
  /// The railway, to which no trace may be matched.
  static let railway = District(
    name: "Railway",
    about: "One track from west to east; it meets Foundry Road and Harbour Road on the level.",
    nodes: [
      .at(901, -2500, -585), .at(902, -1700, -520), .at(903, -1100, -498),
      .at(904, -200, -500, ["railway": "station", "name": "Quillmere"]),
      .at(905, 500, -505), .at(906, 1100, -520), .at(907, 2500, -600),
    ],
    ways: [
      .along(
        1901, [901, 902, 903, 310, 904, 905, 906, 811, 907],
        ["railway": "rail", "usage": "main", "name": "Westering–Eastfold Railway"])
    ])
}

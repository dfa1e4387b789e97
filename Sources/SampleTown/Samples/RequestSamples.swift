internal import Geodesy

extension SampleFile {
  /// Requests for routes through the town, one per line, including some that cannot be answered.
  static func requests(_ town: Town) -> SampleFile {
    let places = RequestPlaces(town: town)
    return SampleFile(name: "requests.ndjson", drives: [], text: lines(answerable(places) + unanswerable(places)))
  }

  private static func answerable(_ town: RequestPlaces) -> [String] {
    let (station, depot, quarter) = (town.at(232), town.at(220), town.at(806))
    let across = [station, town.at(610)]
    return [
      request("to-the-depot", [town.at(506), depot]),
      request("over-the-bridge", across),
      request("free-of-charge", across, #""avoid":["toll_roads"]"#),
      request("by-ferry", across, #""avoid_ways":[1606]"#),
      request(
        "round-trip",
        [
          station, town.at(514, #""name":"Baker""#), town.at(322, #""type":"pass_through""#),
          town.at(474, #""name":"Foundry""#), station,
        ]),
      request("shunting", [town.at(218), town.at(219), town.at(218)]),
      request("on-through", [town.at(218), town.at(219, #""type":"pass_through""#), town.at(804)]),
      request("east-kerb", [station, town.at(513, east: 8, #""side":"kerb""#)]),
      request("west-kerb", [station, town.at(513, east: -8, #""side":"kerb""#)]),
      request("facing-west", [town.at(204, #""heading":270"#), depot]),
      request("clearing", [station, town.at(704, north: 300), town.at(709)]),
      request("private-road", [station, town.at(518), quarter], #""mode":"truck","optimisation":"shortest""#),
      request("above-ground", [station, quarter], #""avoid":["tunnels","motorways"]"#),
      request("cyclist", [town.at(622), town.at(506)], #""mode":"bicycle","optimization":"balanced""#),
      request("walker", [town.at(121), town.at(134)], #""mode":"pedestrian""#),
    ]
  }

  private static func unanswerable(_ town: RequestPlaces) -> [String] {
    let (station, depot) = (town.at(232), town.at(220))
    return [
      request("free-or-not-at-all", [station, town.at(610)], #""avoid":["toll_roads"],"strict":true"#),
      request("out-at-sea", [station, town.at(806, east: 20_000)]),
      request("walking-through", [station, town.at(121, #""type":"pass_through""#), depot], #""mode":"pedestrian""#),
      request("nowhere-to-go", [station]),
      request("unknown-field", [station, depot], #""vehicle":"van 7""#),
      request("wrong-type", [station, depot], #""strict":"yes""#),
      request("wrong-word", [station, depot], #""avoid":["hills"]"#),
      String(request("cut-short", [station, depot]).dropLast(2)),
    ]
  }

  private static func request(_ id: String, _ waypoints: [String], _ options: String = "") -> String {
    let end = options.isEmpty ? "" : "," + options
    return #"{"id":"\#(id)","waypoints":[\#(waypoints.joined(separator: ","))]\#(end)}"#
  }
}

/// Waypoints in JSON, at the nodes of the town.
private struct RequestPlaces {
  let town: Town

  /// - Parameters:
  ///   - east: metres east of the node.
  ///   - north: metres north of the node.
  ///   - fields: further fields of the waypoint.
  func at(_ node: Int, east: Metres = 0, north: Metres = 0, _ fields: String = "") -> String {
    let point = town.node(node).point
    let place = town.ruler.place(LocalPoint(x: point.x + east, y: point.y + north))
    let end = fields.isEmpty ? "" : "," + fields
    return #"{"lat":\#(place.latitudeText),"lon":\#(place.longitudeText)\#(end)}"#
  }
}

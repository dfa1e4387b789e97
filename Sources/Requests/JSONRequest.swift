internal import Geodesy
internal import Records
internal import RoadRules
internal import Routing

/// The fields of a request in JSON.
private enum RequestField: String, CaseIterable {
  case id, waypoints, mode, optimisation, optimization, avoid, strict, alternatives, departure, arrival
  case avoidEdges = "avoid_edges"
  case avoidWays = "avoid_ways"
  case avoidArea = "avoid_area"
  case snapRadius = "snap_radius"
  case returnTo = "return_to"
  case from, line
  case nextWaypoint = "next_waypoint"
  case height = "vehicle_height"
  case width = "vehicle_width"
  case length = "vehicle_length"
  case weight = "vehicle_weight"
  case axleLoad = "vehicle_axle_load"
  case hazardousGoods = "hazardous_goods"
}

extension WrittenRequest {
  /// The request that a JSON object holds.
  ///
  /// - Throws: ``RequestRefusal`` for the first field, by name, that makes no sense.
  init(json: [UInt8]) throws(RequestRefusal) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: json)
    } catch {
      throw RequestRefusal(.badJSON, "the line is no well-formed JSON")
    }
    guard let fields = JSONFields(value) else {
      throw RequestRefusal(.wrongType, "the line is a JSON value but no object")
    }
    self = try JSONRequest(fields).written
  }
}

private struct JSONRequest {
  var written = WrittenRequest()

  init(_ fields: JSONFields) throws(RequestRefusal) {
    written.id = try? fields.idText("id")
    do throws(RequestRefusal) {
      try fields.checkNames()
      for key in fields.names { try read(key, fields) }
    } catch {
      var refusal = error
      refusal.id = written.id
      throw refusal
    }
  }

  private mutating func read(_ key: String, _ fields: JSONFields) throws(RequestRefusal) {
    guard let field = RequestField(rawValue: key) else { throw fields.unknown(key, RequestField.allCases) }
    guard !fields.isNull(key) else { return }
    switch field {
    case .id: written.id = try fields.idText(key)
    case .waypoints: written.waypoints = try fields.waypoints(key)
    case .mode: written.mode = try fields.text(key)
    case .optimisation, .optimization: written.optimisation = try fields.text(key)
    case .avoid: written.avoid = try fields.read([String].self, key, "a list of texts")
    case .avoidEdges: written.avoidEdges = try fields.read([Int64].self, key, "a list of whole numbers")
    case .avoidWays: written.avoidWays = try fields.read([Int64].self, key, "a list of whole numbers")
    case .strict: written.isStrict = try fields.read(Bool.self, key, "true or false")
    case .alternatives: written.alternatives = try fields.read(Int.self, key, "a whole number")
    case .snapRadius: written.snapRadius = try fields.number(key)
    case .avoidArea: written.avoidArea = try fields.text(key)
    case .line: written.line = try fields.line(key)
    case .returnTo: written.returnTo = .named(try fields.text(key))
    case .from: written.from = try fields.waypoint(key)
    case .nextWaypoint: written.nextWaypoint = try fields.read(Int.self, key, "a whole number")
    case .departure: written.departure = try fields.text(key)
    case .arrival: written.arrival = try fields.text(key)
    case .height: written.vehicle[.height] = try fields.number(key)
    case .width: written.vehicle[.width] = try fields.number(key)
    case .length: written.vehicle[.length] = try fields.number(key)
    case .weight: written.vehicle[.weight] = try fields.number(key)
    case .axleLoad: written.vehicle[.axleLoad] = try fields.number(key)
    case .hazardousGoods: written.vehicle.isHazardous = try fields.read(Bool.self, key, "true or false")
    }
  }
}

extension JSONFields {
  fileprivate func waypoint(_ key: String) throws(RequestRefusal) -> Waypoint {
    try read(JSONFields.self, key, "an object").at("\(key).").asWaypoint()
  }

  /// An encoded polyline, or an object of GeoJSON.
  fileprivate func line(_ key: String) throws(RequestRefusal) -> WrittenLine {
    guard let text = try? text(key) else {
      return try WrittenLine(json: try read(GeoJSONLine.self, key, "an encoded polyline or a LineString of GeoJSON"))
    }
    return WrittenLine(id: "") { () throws(RequestRefusal) in try WrittenLine.polyline(text.utf8) { _ in true } }
  }

  fileprivate func waypoints(_ key: String) throws(RequestRefusal) -> [Waypoint] {
    var waypoints: [Waypoint] = []
    for (i, fields) in try read([JSONFields].self, key, "a list of objects").enumerated() {
      waypoints.append(try fields.at("\(key)[\(i)].").asWaypoint())
    }
    return waypoints
  }

  /// The waypoint that the object is.
  private func asWaypoint() throws(RequestRefusal) -> Waypoint {
    try checkNames()
    let names = names
    for name in ["lat", "lon"] where !names.contains(name) {
      throw RequestRefusal(.missingField, "\(path)\(name) is missing")
    }
    var waypoint = try Requests.waypoint(
      latitude: try number("lat"), longitude: try number("lon"), String(path.dropLast()))
    for name in names {
      guard let field = JSONWaypointField(rawValue: name) else { throw unknown(name, JSONWaypointField.allCases) }
      if !isNull(name) { try read(field, into: &waypoint) }
    }
    return waypoint
  }

  private func read(_ field: JSONWaypointField, into waypoint: inout Waypoint) throws(RequestRefusal) {
    let name = field.rawValue
    switch field {
    case .lat, .lon: break
    case .type: waypoint.kind = try choice(try text(name), path + name)
    case .name: waypoint.name = try text(name)
    case .heading: waypoint.heading = try checked(try number(name), path + name, 0...360, "degrees")
    case .side: waypoint.side = try choice(try text(name), path + name)
    case .radius: waypoint.radius = try checkedRadius(try number(name), path + name)
    }
  }
}

private enum JSONWaypointField: String, CaseIterable { case lat, lon, type, name, heading, side, radius }

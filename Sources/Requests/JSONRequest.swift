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
  /// The request in a JSON object.
  ///
  /// - Throws: ``RequestRefusal`` for the first invalid field in order of name.
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
    self = try JSONRequest.request(fields)
  }
}

private struct JSONRequest {
  private var id: String?
  private var task = TaskFields()
  private var options = RequestOptions()

  /// The request in the fields of an object.
  static func request(_ fields: JSONFields) throws(RequestRefusal) -> WrittenRequest {
    var read = JSONRequest()
    read.id = try? fields.idText("id")
    do throws(RequestRefusal) {
      try fields.checkNames()
      for key in fields.names { try read.read(key, fields) }
      return WrittenRequest(id: read.id, try read.task.task(), read.options)
    } catch {
      var refusal = error
      refusal.id = read.id
      throw refusal
    }
  }

  private mutating func read(_ key: String, _ fields: JSONFields) throws(RequestRefusal) {
    guard let field = RequestField(rawValue: key) else { throw fields.unknown(key, RequestField.allCases) }
    guard !fields.isNull(key) else { return }
    switch field {
    case .id: id = try fields.idText(key)
    case .waypoints: task.waypoints = try fields.waypoints(key)
    case .mode: options.mode = try travelMode(try fields.text(key), key)
    case .optimisation, .optimization: options.optimisation = try choice(try fields.text(key), "optimisation")
    case .avoid: options.avoid = try avoidedFeatures(try fields.read([String].self, key, "a list of texts"))
    case .avoidEdges: options.avoidEdges = try fields.read([Int64].self, key, "a list of whole numbers")
    case .avoidWays: options.avoidWays = try fields.read([Int64].self, key, "a list of whole numbers")
    case .strict: options.isStrict = try fields.read(Bool.self, key, "true or false")
    case .alternatives: options.alternatives = try checkedAlternatives(try fields.read(Int.self, key, "a whole number"))
    case .snapRadius: options.snapRadius = try checkedRadius(try fields.number(key), key)
    case .avoidArea: options.avoidArea = .area(try RoadArea(text: try fields.text(key)))
    case .line: task.line = try fields.line(key).places.get()
    case .returnTo: task.returnTo = .named(try fields.text(key))
    case .from: task.from = try fields.waypoint(key)
    case .nextWaypoint: task.nextWaypoint = try fields.read(Int.self, key, "a whole number")
    case .departure: try options.set(.departure(try zonedTime(try fields.text(key), key)))
    case .arrival: try options.set(.arrival(try zonedTime(try fields.text(key), key)))
    case .height: options.vehicle[.height] = try checkedMeasure(try fields.number(key), .height)
    case .width: options.vehicle[.width] = try checkedMeasure(try fields.number(key), .width)
    case .length: options.vehicle[.length] = try checkedMeasure(try fields.number(key), .length)
    case .weight: options.vehicle[.weight] = try checkedMeasure(try fields.number(key), .weight)
    case .axleLoad: options.vehicle[.axleLoad] = try checkedMeasure(try fields.number(key), .axleLoad)
    case .hazardousGoods: options.vehicle.isHazardous = try fields.read(Bool.self, key, "true or false")
    }
  }
}

extension JSONFields {
  fileprivate func waypoint(_ key: String) throws(RequestRefusal) -> Waypoint {
    try read(JSONFields.self, key, "an object").at("\(key).").asWaypoint()
  }

  /// An encoded polyline, or a GeoJSON object.
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

  /// The waypoint in the object.
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

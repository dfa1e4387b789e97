private import Foundation
internal import Geodesy
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
    do {
      self = try JSONDecoder().decode(JSONRequest.self, from: Data(json)).written
    } catch let refusal as RequestRefusal {
      throw refusal
    } catch DecodingError.typeMismatch {
      throw RequestRefusal(.wrongType, "the line is a JSON value but no object")
    } catch {
      throw RequestRefusal(.badJSON, "the line is no well-formed JSON")
    }
  }
}

private struct JSONRequest: Decodable {
  var written = WrittenRequest()

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldName.self)
    written.id = try? JSONFields(fields, "").idText("id")
    do {
      // By name, since an object has no order and the message should.
      for key in fields.allKeys.map(\.stringValue).sorted() { try read(key, JSONFields(fields, "")) }
    } catch var refusal as RequestRefusal {
      refusal.id = written.id
      throw refusal
    }
  }

  private mutating func read(_ key: String, _ fields: JSONFields) throws {
    guard let field = RequestField(rawValue: key) else { throw fields.unknown(key, RequestField.allCases) }
    guard try !fields.isNull(key) else { return }
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
  fileprivate func waypoint(_ key: String) throws -> Waypoint {
    let waypoint = try read(JSONWaypoint.self, key, "an object")
    return try waypoint.waypoint(JSONFields(waypoint.fields, "\(key)."))
  }

  /// An encoded polyline, or an object of GeoJSON.
  fileprivate func line(_ key: String) throws -> WrittenLine {
    guard let text = try? text(key) else {
      return try WrittenLine(json: try read(GeoJSONLine.self, key, "an encoded polyline or a LineString of GeoJSON"))
    }
    return WrittenLine(id: "") { () throws(RequestRefusal) in try WrittenLine.polyline(text.utf8) { _ in true } }
  }

  fileprivate func waypoints(_ key: String) throws -> [Waypoint] {
    try read([JSONWaypoint].self, key, "a list of objects").enumerated().map { i, waypoint in
      try waypoint.waypoint(JSONFields(waypoint.fields, "\(key)[\(i)]."))
    }
  }
}

/// A waypoint whose fields are still to be read: their messages name its number, which it does not know.
private struct JSONWaypoint: Decodable {
  let fields: KeyedDecodingContainer<FieldName>

  init(from decoder: any Decoder) throws { fields = try decoder.container(keyedBy: FieldName.self) }

  private enum Field: String, CaseIterable { case lat, lon, type, name, heading, side, radius }

  func waypoint(_ fields: JSONFields) throws -> Waypoint {
    let names = fields.names
    for name in ["lat", "lon"] where !names.contains(name) {
      throw RequestRefusal(.missingField, "\(fields.path)\(name) is missing")
    }
    var waypoint = try Requests.waypoint(
      latitude: try fields.number("lat"), longitude: try fields.number("lon"), String(fields.path.dropLast()))
    for name in names {
      guard let field = Field(rawValue: name) else { throw fields.unknown(name, Field.allCases) }
      if try fields.isNull(name) { continue }
      let path = fields.path + name
      switch field {
      case .lat, .lon: break
      case .type: waypoint.kind = try choice(try fields.text(name), path)
      case .name: waypoint.name = try fields.text(name)
      case .heading: waypoint.heading = try checked(try fields.number(name), path, 0...360, "degrees")
      case .side: waypoint.side = try choice(try fields.text(name), path)
      case .radius: waypoint.radius = try checkedRadius(try fields.number(name), path)
      }
    }
    return waypoint
  }
}

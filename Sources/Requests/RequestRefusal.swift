/// Why a request is refused. Raw values are the codes in reports.
package enum RequestReason: String, CaseIterable, Sendable {
  /// The line is not well-formed JSON.
  case badJSON = "bad_json"
  /// The row does not have the columns of the header, or a quote is not closed.
  case badRow = "bad_row"
  /// No request has such a field.
  case unknownField = "unknown_field"
  /// A place without its latitude or longitude.
  case missingField = "missing_field"
  /// The value has the wrong type, such as text instead of a number.
  case wrongType = "wrong_type"
  /// The value is not allowed for the field.
  case badValue = "bad_value"
  /// An edge to avoid is not in the map.
  case unknownEdge = "unknown_edge"
  /// A way to avoid is not in the map.
  case unknownWay = "unknown_way"
  /// The text is not the handle of a route.
  case badHandle = "bad_handle"
  /// The handle belongs to a route on another map.
  case handleOfOtherMap = "handle_of_other_map"
  /// A file that the request names cannot be read.
  case unreadableFile = "unreadable_file"
  /// A file that the request names holds no route documents.
  case badRoute = "bad_route"
  /// The file has no route with that id.
  case unknownRoute = "unknown_route"
  /// A rule or row that names no road.
  case noTarget = "no_target"
  /// A rule or row that changes nothing.
  case noEffect = "no_effect"
  /// A place or line is not on a road of the map.
  case offRoad = "off_road"
  /// The map was built without data that an answer needs.
  case mapLacksData = "map_lacks_data"
  /// The area is not a readable polygon.
  case badArea = "bad_area"
  /// The line is not readable.
  case badLine = "bad_line"
  /// The line exceeds the longest request.
  case tooLong = "line_too_long"
  /// The rest of the input could not be read.
  case unreadable
}

/// What is wrong with one request.
package struct RequestRefusal: Error, Hashable, Sendable {
  package var reason: RequestReason
  /// A clause that names the field and the offending value.
  package var message: String
  /// The request's own id, if it could be read.
  package var id: String?

  package init(_ reason: RequestReason, _ message: String, id: String? = nil) {
    self.reason = reason
    self.message = message
    self.id = id
  }
}

/// Why a file of requests cannot be used at all.
package enum RequestFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sentence of the storage error.
  case unreadable(String)
  case empty(path: String)
  case missingColumns(path: String, [String])
  case unknownColumn(path: String, String)
  case brokenHeader(path: String, line: Int)
  case jsonArray(path: String)

  package var description: String {
    switch self {
    case .unreadable(let sentence): sentence
    case .empty(let path): "\(path): there are no requests in it"
    case .missingColumns(let path, let names): "\(path):1: the header has no \(names.joined(separator: ", "))"
    case .unknownColumn(let path, let name) where name.contains("<"):
      "\(path):1: this is XML, and requests are NDJSON or CSV; a line to follow is read with --import"
    case .unknownColumn(let path, let name):
      "\(path):1: requests have no column \(name); there are \(RequestColumn.allNames.joined(separator: ", "))"
    case .brokenHeader(let path, let line): "\(path):\(line): a quote in the header is not closed"
    case .jsonArray(let path): "\(path):1: a JSON array; write one request per line, without commas between them"
    }
  }
}

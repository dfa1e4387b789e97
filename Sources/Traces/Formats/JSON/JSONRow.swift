internal import Records

/// The members of an object that describes one fix, as the fields of a row: each with a name as columns of CSV have it.
///
/// Objects within the object are looked into: `{"location": {"lat": 47.1}}` has a field `lat`, `{"vehicle": {"id": 7}}`
/// has `vehicle.id`. The place of a GeoJSON point has the names `lat` and `lon`. Lists have no meaning. What MongoDB
/// wraps with its type, as in `{"lat": {"$numberDouble": "47.1"}}`, has the name of the object around it.
struct JSONRow {
  let line: Int
  private(set) var fields: [(name: String, text: String)] = []

  /// Objects within objects within an object are looked into, and no deeper.
  private static let deepest = 3

  /// How members of objects within the object are named.
  enum Naming {
    /// By their own name if the names before it say nothing.
    case short
    /// By all names that lead to them. Numbers in short lists have theirs: `loc[0]`.
    case whole
  }

  private let naming: Naming

  init(_ value: JSONValue, line: Int, naming: Naming = .short) {
    self.line = line
    self.naming = naming
    take(value)
  }

  /// Takes the members of an object around this one that it has not itself.
  mutating func take(_ value: JSONValue) {
    let members = value.fields ?? []
    if let geometry = value["geometry"] { take(geometry, path: ["geometry"]) }
    for member in members where member.name != "geometry" && !(member.name == "type" && value["geometry"] != nil) {
      take(member.value, path: [member.name])
    }
  }

  /// The text of a field; empty if the row lacks it.
  subscript(name: String) -> String { fields.first { $0.name == name }?.text ?? "" }

  private mutating func take(_ value: JSONValue, path: [String]) {
    if let point = JSONRow.point(value) {
      put(point.latitude, path.dropLast() + ["lat"])
      put(point.longitude, path.dropLast() + ["lon"])
    } else if let members = value.fields {
      guard path.count < Self.deepest else { return }
      for member in members { take(member.value, path: member.name.first == "$" ? path : path + [member.name]) }
    } else if naming == .whole, let list = value.list {
      for (index, element) in list.prefix(3).enumerated() {
        guard let number = element.numberText else { continue }
        put(number, path.dropLast() + ["\(path.last ?? "")[\(index)]"])
      }
    } else {
      put(value.plainText ?? "", path)
    }
  }

  mutating func put(_ text: String, _ path: [String]) {
    let short = naming == .short ? Self.name(path) : path.joined(separator: ".")
    let isTaken = fields.contains { $0.name == short }
    let name = isTaken ? path.joined(separator: ".") : short
    if isTaken && fields.contains(where: { $0.name == name }) { return }
    fields.append((name, text))
  }

  /// The coordinates of `{"type": "Point", "coordinates": [9.5, 47.1]}`; `nil` for anything else.
  private static func point(_ value: JSONValue) -> (latitude: String, longitude: String)? {
    guard value["type"]?.text == "Point", let list = value["coordinates"]?.list else { return nil }
    guard list.count >= 2 else { return ("", "") }
    return (list[1].unwrapped.plainText ?? "", list[0].unwrapped.plainText ?? "")
  }

  // MARK: Names

  /// Names that wrap the members of a fix and say nothing about them.
  private static let envelopes: Set<String> = [
    "data", "payload", "properties", "attributes", "value", "values", "fields", "message", "record", "body", "event",
    "params", "state", "telemetry", "fix", "after", "geometry",
  ]
  private static let places: Set<String> = [
    "gps", "gnss", "coords", "coordinates", "location", "position", "point", "loc", "pos", "geo", "lastposition",
    "currentlocation", "lastlocation", "standort", "koordinaten", "coordonnees", "posicion", "ubicacion", "coordenadas",
    "posizione", "coordinate", "posicao", "localizacao", "positie", "locatie",
  ]
  /// Members that are not of the fix, but of what encloses them.
  private static let own: Set<String> = [
    "id", "_id", "name", "type", "code", "uid", "uuid", "key", "status", "state", "quality", "mode", "locked", "lock",
    "ok",
    "source",
  ]

  /// The last name of a path if all before it say nothing, and else all of them.
  private static func name(_ path: [String]) -> String {
    guard let last = path.last, path.count > 1 else { return path.first ?? "" }
    let outer = path.dropLast().map { $0.lowercased().filter(\.isLetter) }
    let isOwn = own.contains(last.lowercased())
    let isPlain = outer.allSatisfy { envelopes.contains($0) || !isOwn && places.contains($0) }
    let telling = path.dropLast().filter { !envelopes.contains($0.lowercased()) }
    return isPlain ? last : (telling + [last]).joined(separator: ".")
  }
}

extension JSONValue {
  /// The value that is wrapped with its type, as in `{"$date": {"$numberLong": "1767323045000"}}`; others as they are.
  ///
  /// - Source: MongoDB Extended JSON v2, https://www.mongodb.com/docs/manual/reference/mongodb-extended-json/
  var unwrapped: JSONValue {
    guard let only = fields?.first, fields?.count == 1, only.name.first == "$" else { return self }
    return only.value.unwrapped
  }

  /// The text of a number, also of one that is wrapped with its type; `nil` for anything else.
  var numberText: String? {
    let inner = unwrapped
    if inner.number != nil { return inner.plainText }
    return fields == nil ? nil : inner.text.flatMap { Double($0) == nil ? nil : $0 }
  }
}

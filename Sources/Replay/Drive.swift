internal import Geodesy
package import Guidance
package import Reports

/// What a replay shows: one trip, or the answers to one request for a route.
package struct Drive: Sendable {
  package enum Kind: String, Sendable { case trip, route }

  package let kind: Kind
  /// The id of the trip or of the request.
  package let title: String
  /// Without the columns that identify the trip or the request; empty tables are left out.
  package var tables: [ColumnTable]
  /// `nil` without a map.
  package var roads: SurroundingRoads?
  /// The shields of its maneuvers, in the order of their codes.
  package var shields: [RoadShield] = []
  /// What a reader must know about the data: what was left out, and why.
  package var notes: [String] = []

  package init(_ kind: Kind, title: String, tables: [ColumnTable]) {
    self.kind = kind
    self.title = title
    self.tables = tables.filter { $0.rowCount > 0 }.map(\.withUTCOffset)
  }

  /// What a page shows of an input of which nothing came.
  static var nothing: Drive {
    var drive = Drive(.trip, title: "no trip", tables: [])
    drive.notes = ["Nothing came of the input. The messages of the run say why."]
    return drive
  }

  package subscript(name: String) -> ColumnTable? { tables.first { $0.name == name } }

  /// Whether one drives in miles where it begins: in Great Britain and the United States.
  var isInMiles: Bool {
    for (name, latitude, longitude) in Self.places {
      guard let latitudes = self[name]?[latitude], let longitudes = self[name]?[longitude],
        let place = zip(latitudes.values, longitudes.values).lazy.compactMap(Place.init).first
      else { continue }
      return ["GB", "US"].contains(sureCountry(at: place))
    }
    return false
  }

  private static let places = [("points", "lat", "lon"), ("waypoints", "lat", "lon"), ("maneuvers", "lat", "lon")]

  /// Of each sign one, sorted by code.
  mutating func take(_ shields: [RoadShield]) {
    let known = Dictionary(shields.map { ($0.code, $0) }) { first, _ in first }
    self.shields = known.sorted { $0.key < $1.key }.map(\.value)
  }
}

internal import Geodesy
internal import Moments
internal import Records
package import RoadGraph
package import RoadRules
internal import Routing
internal import Storage
internal import Traces

/// The columns of a traffic file.
enum TrafficColumn: String, CaseIterable {
  case id, kind, way, edge, lat, lon, direction, from, to, hours, severity, description
  case speed = "speed_kmh"

  static let allNames = allCases.map(\.rawValue).joined(separator: ", ")
}

/// The state of traffic: a CSV file with one row per speed or event.
package struct TrafficFile: Sendable {
  package private(set) var changes = TimedChanges()
  /// The speeds that hold at whole hours of every week.
  package private(set) var usual = UsualSpeeds()
  package private(set) var events: [TrafficEvent] = []
  /// The number of rows in use.
  package private(set) var count = 0
  /// Invalid rows, by their line; all others are in use.
  package private(set) var refusals: [NumberedRefusal] = []

  /// - Throws: ``ChangeFileError`` if the file cannot be read or has no such header.
  package init(path: String, on graph: RoadGraph) throws(ChangeFileError) {
    var rows: [(line: Int, row: TrafficRow)] = []
    var table = try TrafficTable(path: path)
    while try table.next() {
      do throws(RequestRefusal) {
        rows.append((table.line, try TrafficRow(try table.values)))
      } catch {
        refusals.append(NumberedRefusal(number: table.line, refusal: error))
      }
    }
    let index = WayIndex(of: Set(rows.compactMap(\.row.way)), on: graph)
    for (line, row) in rows {
      do throws(RequestRefusal) {
        let edges = try row.edges(on: graph, index)
        if let (speed, hours) = row.usual, usual.add(speed, to: edges, at: hours) {
          count += 1
        } else {
          add(row, to: edges, line: line)
        }
      } catch {
        refusals.append(NumberedRefusal(number: line, refusal: error))
      }
    }
    refusals.sort { $0.number < $1.number }
  }

  private mutating func add(_ row: TrafficRow, to edges: [EdgeID], line: Int) {
    count += 1
    let change = row.change
    if change != RoadChange() { changes.add(change, to: edges, row.validity) }
    guard let kind = row.kind else { return }
    events.append(
      TrafficEvent(
        id: row.id ?? String(line), kind: kind, severity: row.severity, description: row.description, edges: Set(edges),
        validity: row.validity))
  }
}

/// The rows of a traffic file as texts by column.
private struct TrafficTable {
  private var rows: CSVTable
  private let columns: [TrafficColumn]

  init(path: String) throws(ChangeFileError) {
    do throws(CSVTableError) {
      rows = try CSVTable(path: path)
    } catch {
      throw .unreadable(error.description)
    }
    var columns: [TrafficColumn] = []
    for name in rows.header {
      guard let column = TrafficColumn(rawValue: name.lowercased()), !columns.contains(column) else {
        throw .unknownColumn(path: path, shown(name))
      }
      columns.append(column)
    }
    let places: [TrafficColumn] = [.way, .edge, .lat]
    if !columns.contains(where: places.contains) { throw .missingColumns(path: path, ["way, edge or lat and lon"]) }
    self.columns = columns
  }

  var line: Int { rows.line }

  mutating func next() throws(ChangeFileError) -> Bool {
    do throws(StorageError) {
      return try rows.next()
    } catch {
      throw .unreadable(error.description)
    }
  }

  /// The values of the current row, without empty fields.
  var values: [TrafficColumn: String] {
    get throws(RequestRefusal) {
      if let flaw = rows.flaw { throw RequestRefusal(.badRow, flaw.description) }
      var values: [TrafficColumn: String] = [:]
      for (column, text) in zip(columns, rows.texts) where !text.isEmpty { values[column] = text }
      return values
    }
  }
}

private struct TrafficRow {
  let id: String?
  /// `nil` for a speed.
  let kind: TrafficEvent.Kind?
  let way: Int64?
  private let edge: Int64?
  private let place: Place?
  private let direction: RoadDirection
  let validity: Validity
  private let speed: Double?
  let severity: TrafficEvent.Severity?
  let description: String

  init(_ values: [TrafficColumn: String]) throws(RequestRefusal) {
    id = values[.id]
    kind = try values[.kind].flatMap { text throws(RequestRefusal) in text == "speed" ? nil : try Self.kind(text) }
    way = try values[.way].map { text throws(RequestRefusal) in try Self.wholeNumber(text, "way") }
    edge = try values[.edge].map { text throws(RequestRefusal) in try Self.wholeNumber(text, "edge") }
    place = try Self.place(values)
    direction = try values[.direction].map { text throws(RequestRefusal) in try choice(text, "direction") } ?? .both
    severity = try values[.severity].map { text throws(RequestRefusal) in try choice(text, "severity") }
    speed = try values[.speed].map { text throws(RequestRefusal) in
      try checked(try number(text, "speed_kmh"), "speed_kmh", 1...300, "km/h")
    }
    validity = Validity(
      from: try values[.from].map { text throws(RequestRefusal) in try zonedTime(text, "from").moment },
      to: try values[.to].map { text throws(RequestRefusal) in try zonedTime(text, "to").moment },
      hours: try values[.hours].map { text throws(RequestRefusal) in try Self.hours(text) })
    description = values[.description] ?? ""
    if let from = validity.from, let to = validity.to, to <= from {
      throw RequestRefusal(.badValue, "to is not after from")
    }
    if [way != nil, edge != nil, place != nil].count(where: { $0 }) != 1 {
      throw RequestRefusal(.noTarget, "the row names one of way, edge, or lat and lon")
    }
    if kind == nil, speed == nil {
      throw RequestRefusal(.noEffect, "the row has neither a kind of event nor a speed_kmh")
    }
  }

  /// The change that the row makes to its roads.
  var change: RoadChange {
    var change = RoadChange()
    if kind == .closure {
      change.isClosed = true
    } else if let speed, kind == nil, validity.hours != nil {
      change.usualSpeed = speed / 3.6
    } else if let speed {
      change.speed = speed / 3.6
    } else if let severity {
      change.speedFactor = severity.speedFactor
    }
    return change
  }

  /// The speed of a row that holds at hours of every week, in m/s.
  var usual: (speed: MetresPerSecond, hours: OpeningHours)? {
    guard kind == nil, let speed, let hours = validity.hours, validity.from == nil, validity.to == nil else {
      return nil
    }
    return (speed / 3.6, hours)
  }

  private static func hours(_ text: String) throws(RequestRefusal) -> OpeningHours {
    guard let hours = OpeningHours(text) else {
      throw RequestRefusal(.badValue, "hours are not understood: \(shown(text))")
    }
    return hours
  }

  func edges(on graph: RoadGraph, _ index: WayIndex) throws(RequestRefusal) -> [EdgeID] {
    if let way { return try index.edges(of: way, direction) }
    if let edge { return [try graph.edge(edge)] }
    guard let place else { return [] }
    return try graph.edges(at: place, direction)
  }

  private static func kind(_ text: String) throws(RequestRefusal) -> TrafficEvent.Kind {
    guard let kind = TrafficEvent.Kind(rawValue: text) else {
      let words = (["speed"] + TrafficEvent.Kind.allCases.map(\.rawValue)).joined(separator: ", ")
      throw RequestRefusal(.badValue, "kind is one of \(words), not \(shown(text))")
    }
    return kind
  }

  private static func wholeNumber(_ text: String, _ field: String) throws(RequestRefusal) -> Int64 {
    guard let number = Int64(text) else {
      throw RequestRefusal(.wrongType, "\(field) is a whole number, not \(shown(text))")
    }
    return number
  }

  private static func place(_ values: [TrafficColumn: String]) throws(RequestRefusal) -> Place? {
    guard let latitude = values[.lat], let longitude = values[.lon] else { return nil }
    return try waypoint(
      latitude: try number(latitude, "lat"), longitude: try number(longitude, "lon"), "place"
    ).place
  }
}

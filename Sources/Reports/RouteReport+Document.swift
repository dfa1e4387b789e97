internal import Geodesy
internal import Guidance
internal import Plans
internal import Records
internal import RoadGraph
internal import RoadRules
internal import Routing

/// The value of the first field of every route document.
package let routeDocumentSchemaName = "tracemill/route/1"

extension JSONFrame {
  static let routeDocument = JSONFrame(document: TableSchema.routes.columns, schema: routeDocumentSchemaName)

  /// The rows of each table as they stand within the route document.
  static let routeDocumentRows = Dictionary(
    uniqueKeysWithValues: RouteTable.allCases.dropFirst().map { ($0, JSONFrame($0.schema.ownColumns)) })

  /// The rows of each table of their own, after the id where they begin with it.
  static let routeRows = Dictionary(
    uniqueKeysWithValues: RouteTable.allCases.map {
      ($0, JSONFrame($0.schema.ownColumns, opening: $0 == .routes ? "{" : ","))
    })

  /// The properties of a feature, after the name of the table and the id.
  static let routeProperties = Dictionary(
    uniqueKeysWithValues: RouteTable.allCases.map { ($0, JSONFrame($0.schema.ownColumns, opening: ",")) })
}

extension RouteReport {
  /// The route document on one line: the row of `routes` in groups, the rows of the other tables, and the geometry.
  func writeDocument(to bytes: inout ByteWriter, _ known: inout ElementTexts) {
    bytes.withRows(.routeDocument, separator: "") { writeRoute(to: &$0) }
    for table in RouteTable.ofDocument {
      guard let frame = JSONFrame.routeDocumentRows[table] else { continue }
      bytes.text(",\"\(table.rawValue)\":[")
      bytes.withRows(frame, separator: ",") { rows in
        if table == .elements, let described {
          writeElements(of: described, to: &rows, &known)
        } else {
          write(table, to: &rows)
        }
      }
      bytes.text("]")
    }
    writeSomeTables(to: &bytes)
    bytes.text(",\"geometry\":")
    writeCourse(to: &bytes)
    bytes.text("}")
  }

  /// Those of routes that come back to another one or were made from a line.
  private func writeSomeTables(to bytes: inout ByteWriter) {
    guard wayBack != nil || imported != nil else { return }
    for table in RouteTable.ofSomeDocuments {
      let (name, isObject) = table.member
      let isMeant = isObject ? rowCount(of: table) > 0 : imported != nil
      guard isMeant, let frame = JSONFrame.routeDocumentRows[table] else { continue }
      bytes.text(isObject ? ",\"\(name)\":" : ",\"\(name)\":[")
      bytes.withRows(frame, separator: ",") { write(table, to: &$0) }
      if !isObject { bytes.text("]") }
    }
  }

  /// The whole route as a geometry.
  private func writeCourse(to bytes: inout ByteWriter) {
    guard let described, let bounds = described.bounds else { return bytes.geometry(ofLines: []) }
    let isWhole = described.course.count >= 2 && bounds.southWest.longitudeE7 <= bounds.northEast.longitudeE7
    bytes.geometry(ofLines: isWhole ? [described.course] : cutAtAntimeridian(described.course))
  }
}

// MARK: - GeoJSON

extension RouteReport {
  /// The rows of one table as GeoJSON features, a comma between two; the columns are their properties.
  func writeFeatures(of table: RouteTable, to bytes: inout ByteWriter) {
    guard let frame = JSONFrame.routeProperties[table] else { return }
    let rows = featureRows(of: table, frame)
    for (row, properties) in rows.enumerated() {
      if row > 0 { bytes.text(",\n") }
      bytes.text("{\"type\":\"Feature\",\"geometry\":")
      writeGeometry(of: table, row: row, to: &bytes)
      bytes.text(",\"properties\":")
      bytes.bytes(Array(properties))
      bytes.text("}")
    }
  }

  /// The rows of a table as objects.
  private func featureRows(of table: RouteTable, _ frame: JSONFrame) -> [ArraySlice<UInt8>] {
    var identity = ByteWriter()
    identity.text("{\"table\":\"\(table.rawValue)\"")
    if table != .routes {
      identity.text(",\"id\":")
      identity.jsonString(id)
      identity.text(",\"alternative\":\(alternative)")
    }
    var rows = JSONRows(frame, identity: identity.array, separator: "", terminator: "\n")
    write(table, to: &rows)
    return rows.bytes.array.split(separator: UInt8(ascii: "\n"))
  }

  private func writeGeometry(of table: RouteTable, row: Int, to bytes: inout ByteWriter) {
    guard let described else { return bytes.geometry(ofLines: []) }
    let elements = described.route.legs.lazy.flatMap(\.elements)
    switch table {
    case .routes: writeCourse(to: &bytes)
    case .waypoints: bytes.geometry(of: described.route.waypoints[row].waypoint.place)
    case .maneuvers: bytes.geometry(of: described.itinerary.maneuvers[row].place)
    case .sections: bytes.geometry(ofLines: lines(of: elements, described.outline.sections[row].elements))
    case .legs: bytes.geometry(ofLines: lines(of: elements, described.outline.legs[row].elements))
    case .elements: bytes.geometry(ofLines: lines(of: elements, row..<row + 1))
    case .offRoad:
      bytes.geometry(ofLines: cutAtAntimeridian([described.offRoad[row].begin, described.offRoad[row].end]))
    case .events: bytes.geometry(ofLines: lines(of: elements, described.route.events[row].elements))
    case .returns: if let wayBack { bytes.geometry(of: wayBack.joinedAt) }
    case .imports: writeCourse(to: &bytes)
    case .differences:
      let difference = imported?.differences[row]
      bytes.geometry(ofLines: difference.map { cutAtAntimeridian([$0.begin, $0.end]) } ?? [])
    case .violations:
      let violation = described.violationRows[row]
      if let element = violation.turnedOnto {
        bytes.geometry(of: graph.place(at: element.stretch.beginPosition))
      } else {
        bytes.geometry(ofLines: lines(of: violation.stretch))
      }
    }
  }

  private func lines(of elements: some Sequence<RouteElement>, _ range: Range<Int>) -> [[Place]] {
    lines(of: elements.dropFirst(range.lowerBound).prefix(range.count))
  }

  private func lines(of elements: some Sequence<RouteElement>) -> [[Place]] {
    var line: [Place] = []
    for element in elements {
      graph.appendShape(of: element.stretch, to: &line)
    }
    return cutAtAntimeridian(line)
  }
}

// MARK: - GPX

extension RouteReport {
  /// A GPX route: its places along the roads, those of maneuvers with the instruction.
  ///
  /// - Source: GPX 1.1, https://www.topografix.com/GPX/1/1/gpx.xsd (order of elements in `rteType` and `wptType`).
  func writeGPXRoute(to bytes: inout ByteWriter) {
    bytes.text("<rte>\n<name>")
    bytes.xmlText(alternative == 0 ? id : "\(id) (\(alternative))")
    bytes.text("</name>\n")
    bytes.element("desc", message ?? described?.route.violationText)
    bytes.element("type", request?.options.mode.name)
    if let described { writePoints(of: described, to: &bytes) }
    bytes.text("</rte>\n")
  }

  private func writePoints(of described: DescribedRoute, to bytes: inout ByteWriter) {
    var maneuvers = described.itinerary.maneuvers[...]
    let elements = described.route.legs.flatMap(\.elements)
    for (number, element) in elements.enumerated() {
      var line: [Place] = []
      graph.appendShape(of: element.stretch, to: &line)
      while let maneuver = maneuvers.first, maneuver.edge == number, maneuver.type != .arrive {
        bytes.routePoint(maneuver.place, maneuver.instruction)
        line = Array(line.drop { $0 == maneuver.place })
        maneuvers.removeFirst()
      }
      for place in line.dropLast() { bytes.routePoint(place, nil) }
      while let maneuver = maneuvers.first, maneuver.edge == number {
        bytes.routePoint(maneuver.place, maneuver.instruction)
        maneuvers.removeFirst()
      }
    }
  }
}

extension Route {
  fileprivate var violationText: String? {
    violations.isEmpty ? nil : violations.map(\.kind.code).joined(separator: " ")
  }
}

extension ByteWriter {
  /// Nothing where there is no text.
  fileprivate mutating func element(_ name: String, _ content: String?) {
    guard let content else { return }
    text("<\(name)>")
    xmlText(content)
    text("</\(name)>\n")
  }

  fileprivate mutating func routePoint(_ place: Place, _ description: String?) {
    text("<rtept lat=\"")
    fixed(Int64(place.latitudeE7), places: 7)
    text("\" lon=\"")
    fixed(Int64(place.longitudeE7), places: 7)
    guard let description else { return text("\"/>\n") }
    text("\"><desc>")
    xmlText(description)
    text("</desc></rtept>\n")
  }
}

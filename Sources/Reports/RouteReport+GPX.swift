internal import Geodesy
internal import Guidance
package import Records
internal import RoadGraph
internal import RoadRules
internal import Routing

extension RouteReport {
  /// A GPX route: its places along the roads; places of maneuvers have the instruction.
  ///
  /// - Source: GPX 1.1, https://www.topografix.com/GPX/1/1/gpx.xsd (order of elements in `rteType` and `wptType`).
  package func writeGPX(to bytes: inout ByteWriter) {
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
        bytes.routePoint(maneuver.place, maneuver.details.words.full)
        line = Array(line.drop { $0 == maneuver.place })
        maneuvers.removeFirst()
      }
      for place in line.dropLast() { bytes.routePoint(place, nil) }
      while let maneuver = maneuvers.first, maneuver.edge == number {
        bytes.routePoint(maneuver.place, maneuver.details.words.full)
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
  /// Writes nothing if there is no text.
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

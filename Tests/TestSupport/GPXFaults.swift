package import Foundation
internal import FoundationXML

/// What violates the schema of GPX 1.1 in a document, one sentence each; none if it is valid.
///
/// Checked are the elements, their order and number, required and unknown attributes, and the types of their values.
///
/// - Source: https://www.topografix.com/GPX/1/1/gpx.xsd
package func gpxFaults(_ document: Data) -> [String] {
  let reader = GPXSchemaReader()
  let parser = XMLParser(data: document)
  parser.shouldProcessNamespaces = true
  parser.delegate = reader
  // What ends within a tag the parser takes for an element all the same.
  if !parser.parse() || !reader.isComplete { reader.faults.append("it is not well formed") }
  return reader.faults
}

/// An element's content in the order of the schema: its children, or the type of its text.
private enum Content {
  case children([Child])
  case text(GPXText)
  /// Anything, as in `extensions`.
  case any
}

private struct Child {
  var name: String
  var mayRepeat = false

  /// The names, those with a star may repeat.
  static func list(_ names: String) -> [Child] {
    names.split(separator: " ").map { name in
      name.hasSuffix("*") ? Child(name: String(name.dropLast()), mayRepeat: true) : Child(name: String(name))
    }
  }
}

/// Simple types of the schema.
private enum GPXText {
  case string, dateTime, decimal, latitude, longitude, degrees, nonNegativeInteger, fix, dgpsStation, version

  func accepts(_ text: String) -> Bool {
    switch self {
    case .string: true
    case .dateTime: isDateTime(text)
    case .decimal: number(text) != nil
    case .latitude: number(text).map { (-90...90).contains($0) } ?? false
    case .longitude: number(text).map { (-180..<180).contains($0) } ?? false
    case .degrees: number(text).map { (0..<360).contains($0) } ?? false
    case .nonNegativeInteger: text.wholeMatch(of: /\+?[0-9]+|-0+/) != nil
    case .fix: ["none", "2d", "3d", "dgps", "pps"].contains(text)
    case .dgpsStation: Int(text).map { (0...1023).contains($0) } ?? false
    case .version: text == "1.1"
    }
  }

  /// `xsd:decimal`: no exponent, no infinity.
  private func number(_ text: String) -> Double? {
    text.wholeMatch(of: /[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)/) == nil ? nil : Double(text)
  }

  /// `xsd:dateTime`, of which GPX wants UTC.
  private func isDateTime(_ text: String) -> Bool {
    let form = /(-?[1-9]?[0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?Z/
    guard let match = text.wholeMatch(of: form), let month = Int(match.2), let day = Int(match.3),
      let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6), let year = Int(match.1)
    else { return false }
    let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && (1...days[month - 1]).contains(day) && hour < 24 && minute < 60 && second < 60
      && year != 0
  }
}

private let contents: [String: Content] = [
  "gpx": .children(Child.list("metadata wpt* rte* trk* extensions")),
  "metadata": .children(Child.list("name desc author copyright link* time keywords bounds extensions")),
  "author": .children(Child.list("name email link")),
  "copyright": .children(Child.list("year license")),
  "link": .children(Child.list("text type")),
  "rte": .children(Child.list("name cmt desc src link* number type extensions rtept*")),
  "trk": .children(Child.list("name cmt desc src link* number type extensions trkseg*")),
  "trkseg": .children(Child.list("trkpt* extensions")),
  "trkpt": point, "rtept": point, "wpt": point, "extensions": .any,
  "bounds": .children([]), "email": .children([]),
  "name": .text(.string), "cmt": .text(.string), "desc": .text(.string), "src": .text(.string),
  "type": .text(.string), "sym": .text(.string), "text": .text(.string), "keywords": .text(.string),
  "year": .text(.string), "license": .text(.string), "time": .text(.dateTime), "ele": .text(.decimal),
  "magvar": .text(.degrees), "geoidheight": .text(.decimal), "fix": .text(.fix),
  "sat": .text(.nonNegativeInteger), "number": .text(.nonNegativeInteger), "hdop": .text(.decimal),
  "vdop": .text(.decimal), "pdop": .text(.decimal), "ageofdgpsdata": .text(.decimal), "dgpsid": .text(.dgpsStation),
]

private let point = Content.children(
  Child.list(
    "ele time magvar geoidheight name cmt desc src link* sym type fix sat hdop vdop pdop ageofdgpsdata dgpsid "
      + "extensions"))

/// All of them are required.
private let attributes: [String: [String: GPXText]] = [
  "gpx": ["version": .version, "creator": .string],
  "trkpt": ["lat": .latitude, "lon": .longitude], "rtept": ["lat": .latitude, "lon": .longitude],
  "wpt": ["lat": .latitude, "lon": .longitude],
  "bounds": ["minlat": .latitude, "minlon": .longitude, "maxlat": .latitude, "maxlon": .longitude],
  "link": ["href": .string], "copyright": ["author": .string], "email": ["id": .string, "domain": .string],
]

private final class GPXSchemaReader: NSObject, XMLParserDelegate {
  var faults: [String] = []
  private var open: [Element] = []

  /// There was a first element, and it has ended.
  var isComplete: Bool { hasBegun && open.isEmpty }
  private var hasBegun = false

  private struct Element {
    var name: String
    var content: Content
    /// Among the children, of the last one.
    var position = -1
    var text = ""
  }

  private static let namespace = "http://www.topografix.com/GPX/1/1"

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName _: String?,
    attributes given: [String: String]
  ) {
    if case .any? = open.last?.content {
      open.append(Element(name: name, content: .any))
      return
    }
    hasBegun = true
    let line = parser.lineNumber
    if namespaceURI != Self.namespace { faults.append("line \(line): \(name) is not in the namespace of GPX 1.1") }
    if open.isEmpty, name != "gpx" { faults.append("line \(line): the first element is \(name)") }
    if !open.isEmpty { place(name, line) }
    check(given, of: name, line)
    open.append(Element(name: name, content: contents[name] ?? .any))
  }

  /// Checks that an element may follow those before it.
  private func place(_ name: String, _ line: Int) {
    let parent = open[open.count - 1]
    guard case .children(let children) = parent.content, let position = children.firstIndex(where: { $0.name == name })
    else { return faults.append("line \(line): \(parent.name) cannot hold \(name)") }
    if position < parent.position {
      faults.append("line \(line): \(name) stands behind \(children[parent.position].name)")
    }
    if position == parent.position, !children[position].mayRepeat {
      faults.append("line \(line): \(name) occurs twice in \(parent.name)")
    }
    open[open.count - 1].position = max(position, parent.position)
  }

  private func check(_ given: [String: String], of name: String, _ line: Int) {
    let wanted = attributes[name] ?? [:]
    for attribute in wanted.keys.sorted() where given[attribute] == nil {
      faults.append("line \(line): \(name) has no \(attribute)")
    }
    for (attribute, value) in given.sorted(by: { $0.key < $1.key }) where !attribute.hasPrefix("xmlns") {
      guard let type = wanted[attribute] else {
        if !attribute.contains(":") { faults.append("line \(line): \(name) cannot have \(attribute)") }
        continue
      }
      if !type.accepts(value) { faults.append("line \(line): \(attribute) is \(value)") }
    }
  }

  func parser(_: XMLParser, foundCharacters text: String) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += text
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI _: String?, qualifiedName _: String?) {
    guard let element = open.popLast() else { return }
    switch element.content {
    case .any: return
    case .text(let type):
      if !type.accepts(element.text) { faults.append("line \(parser.lineNumber): \(name) is \(element.text)") }
    case .children:
      if !element.text.allSatisfy(\.isWhitespace) {
        faults.append("line \(parser.lineNumber): \(name) holds text")
      }
    }
  }
}

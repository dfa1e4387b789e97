// Geometries in well-known text, such as `LINESTRING (7.42 43.73, 7.43 43.74)`. Longitude comes first. A kind may have
// the letters Z and M for heights and measures, which are read and not used.
//
// Source: OGC 06-103r4 §7.

/// The places of a `LINESTRING`; `nil` if the text is not one, or has a place that is not on the earth.
package func line(ofWKT text: String) -> [Place]? {
  var reader = WKTReader(text)
  guard reader.kind() == "LINESTRING", let line = try? reader.positions(), reader.isAtEnd else {
    return nil
  }
  return places(line)
}

/// The lines of a `LINESTRING` or `MULTILINESTRING`; `nil` as in ``line(ofWKT:)``.
package func lines(ofWKT text: String) -> [[Place]]? {
  var reader = WKTReader(text)
  guard reader.kind() == "MULTILINESTRING" else { return line(ofWKT: text).map { [$0] } }
  guard let lines = try? reader.lists(), reader.isAtEnd else { return nil }
  let known = lines.compactMap(places)
  return known.count == lines.count ? known : nil
}

/// The polygons of a `POLYGON` or `MULTIPOLYGON`, each as rings, each of positions as numbers: longitude, latitude, and
/// others that may follow. Whether they are on the earth is not checked.
package func polygons(ofWKT text: String) throws(WKTFlaw) -> [[[[Double]]]] {
  var reader = WKTReader(text)
  let polygons: [[[[Double]]]]
  switch reader.kind() {
  case "POLYGON": polygons = [try reader.lists()]
  case "MULTIPOLYGON": polygons = try reader.list { reader throws(WKTFlaw) in try reader.lists() }
  case let kind: throw .otherKind(kind)
  }
  guard reader.isAtEnd else { throw .textAfter(reader.rest) }
  return polygons
}

/// Why a text is not the geometry that was expected.
package enum WKTFlaw: Error, Equatable, Sendable {
  /// The word for the kind, in capital letters.
  case otherKind(String)
  case lacks(Character, before: String)
  /// A text in the place of two or more numbers.
  case noPosition(String)
  case textAfter(String)
}

private func places(_ positions: [[Double]]) -> [Place]? {
  guard positions.allSatisfy({ Place.isValid(latitude: $0[1], longitude: $0[0]) }) else { return nil }
  return positions.map { Place(latitude: $0[1], longitude: $0[0]) }
}

private struct WKTReader {
  private var letters: Substring.UTF8View

  init(_ text: String) { letters = text[...].utf8 }

  /// The word at the start, in capital letters and without Z and M.
  mutating func kind() -> String {
    var kind = word()
    while kind.hasSuffix("Z") || kind.hasSuffix("M") { kind.removeLast() }
    let afterKind = letters
    if !["Z", "M", "ZM"].contains(word()) { letters = afterKind }
    return kind
  }

  private mutating func word() -> String {
    skipBlanks()
    let word = letters.prefix { (0x41...0x5A).contains($0 & 0xDF) }
    letters = letters[word.endIndex...]
    return String(Substring(word)).uppercased()
  }

  /// One or more lists of positions: the parts of a line, or the rings of a polygon.
  mutating func lists() throws(WKTFlaw) -> [[[Double]]] {
    try list { reader throws(WKTFlaw) in try reader.positions() }
  }

  mutating func positions() throws(WKTFlaw) -> [[Double]] {
    try list { reader throws(WKTFlaw) in try reader.position() }
  }

  private mutating func position() throws(WKTFlaw) -> [Double] {
    skipBlanks()
    let text = letters.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ")") }
    letters = letters[text.endIndex...]
    let words = text.split(whereSeparator: Self.isBlank)
    let numbers = words.compactMap { Double(Substring($0)) }
    guard numbers.count == words.count, numbers.count >= 2 else { throw .noPosition(String(Substring(text))) }
    return numbers
  }

  /// One or more elements in parentheses, separated by commas.
  mutating func list<Element>(
    _ element: (inout WKTReader) throws(WKTFlaw) -> Element
  ) throws(WKTFlaw) -> [Element] {
    try take("(")
    var elements = [try element(&self)]
    skipBlanks()
    while letters.first == UInt8(ascii: ",") {
      letters.removeFirst()
      elements.append(try element(&self))
      skipBlanks()
    }
    try take(")")
    return elements
  }

  private mutating func take(_ letter: Character) throws(WKTFlaw) {
    skipBlanks()
    guard letters.first == letter.asciiValue else { throw .lacks(letter, before: rest) }
    letters.removeFirst()
  }

  var isAtEnd: Bool { letters.allSatisfy(Self.isBlank) }

  var rest: String { String(Substring(letters)) }

  private mutating func skipBlanks() { letters = letters.drop(while: Self.isBlank) }

  private static func isBlank(_ letter: UInt8) -> Bool { letter == 0x20 || (0x09...0x0D).contains(letter) }
}

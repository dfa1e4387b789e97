internal import Geodesy
internal import Records

extension ByteWriter {
  mutating func geometry(_ geometry: Geometry) {
    switch geometry {
    case .point(let place): self.geometry(of: place)
    case .lines(let lines): self.geometry(ofLines: lines)
    }
  }

  /// A Point, or null if there is no place.
  mutating func geometry(of place: Place?) {
    guard let place else { return word(.null) }
    text("{\"type\":\"Point\",\"coordinates\":")
    position(place, after: FixedText("["), .comma)
    byte(UInt8(ascii: "}"))
  }

  /// A LineString, a MultiLineString for several lines, or null for no lines.
  mutating func geometry(ofLines lines: [[Place]]) {
    guard let first = lines.first else { return word(.null) }
    if lines.count == 1 {
      beginLine()
      positions(first)
    } else {
      text("{\"type\":\"MultiLineString\",\"coordinates\":[")
      for (index, line) in lines.enumerated() {
        if index > 0 { byte(UInt8(ascii: ",")) }
        positions(line)
      }
      byte(UInt8(ascii: "]"))
    }
    byte(UInt8(ascii: "}"))
  }

  /// Begins a LineString; positions in brackets and a brace follow.
  mutating func beginLine() { text("{\"type\":\"LineString\",\"coordinates\":") }

  private mutating func positions(_ places: [Place]) {
    positions(places[...], beginning: true)
    byte(UInt8(ascii: "]"))
  }

  /// Some positions of a line, without the bracket at its end.
  ///
  /// - Parameter isFirst: they are its first ones.
  mutating func positions(_ places: ArraySlice<Place>, beginning isFirst: Bool) {
    let (first, further, comma) = (FixedText.firstPosition, FixedText.furtherPosition, FixedText.comma)
    for index in places.indices {
      position(places[index], after: isFirst && index == places.startIndex ? first : further, comma)
    }
  }

  /// Longitude first.
  @inline(__always)
  private mutating func position(_ place: Place, after begin: FixedText, _ comma: FixedText) {
    fixed(Int64(place.longitudeE7), places: 7, after: begin)
    fixed(Int64(place.latitudeE7), places: 7, after: comma)
    byte(UInt8(ascii: "]"))
  }
}

extension FixedText {
  fileprivate static let firstPosition = FixedText("[[")
  fileprivate static let furtherPosition = FixedText(",[")
  fileprivate static let comma = FixedText(",")
}

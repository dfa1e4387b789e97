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
    position(place, after: FixedText("["), FixedText(","))
    byte(UInt8(ascii: "}"))
  }

  /// A LineString, a MultiLineString for several lines, or null for no lines.
  mutating func geometry(ofLines lines: [[Place]]) {
    guard let first = lines.first else { return word(.null) }
    if lines.count == 1 {
      text("{\"type\":\"LineString\",\"coordinates\":")
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

  private mutating func positions(_ places: [Place]) {
    let (first, further, comma) = (FixedText("[["), FixedText(",["), FixedText(","))
    for index in places.indices { position(places[index], after: index == 0 ? first : further, comma) }
    byte(UInt8(ascii: "]"))
  }

  /// Longitude first.
  @inline(__always)
  private mutating func position(_ place: Place, after begin: FixedText, _ comma: FixedText) {
    fixed(Int64(place.longitudeE7), places: 7, after: begin)
    fixed(Int64(place.latitudeE7), places: 7, after: comma)
    byte(UInt8(ascii: "]"))
  }
}

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
    guard let place else { return text("null") }
    text("{\"type\":\"Point\",\"coordinates\":")
    position(place)
    text("}")
  }

  /// A LineString, a MultiLineString if there are several lines, or null if there are none.
  mutating func geometry(ofLines lines: [[Place]]) {
    guard let first = lines.first else { return text("null") }
    if lines.count == 1 {
      text("{\"type\":\"LineString\",\"coordinates\":")
      positions(first)
    } else {
      text("{\"type\":\"MultiLineString\",\"coordinates\":[")
      for (index, line) in lines.enumerated() {
        if index > 0 { text(",") }
        positions(line)
      }
      text("]")
    }
    text("}")
  }

  private mutating func positions(_ places: [Place]) {
    for (index, place) in places.enumerated() {
      text(index == 0 ? "[" : ",")
      position(place)
    }
    text("]")
  }

  /// Longitude first.
  private mutating func position(_ place: Place) {
    text("[")
    fixed(Int64(place.longitudeE7), places: 7)
    text(",")
    fixed(Int64(place.latitudeE7), places: 7)
    text("]")
  }
}

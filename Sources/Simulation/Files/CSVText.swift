internal import Geodesy
internal import Moments
internal import Traces

/// Rows of CSV as bytes; no value of these tables needs quotes.
struct CSVText {
  private(set) var bytes: [UInt8] = []
  private var isRowBegun = false

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Ends the row.
  mutating func endRow() {
    bytes.append(UInt8(ascii: "\n"))
    isRowBegun = false
  }

  mutating func text(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  mutating func null() { separate() }

  mutating func integer(_ value: Int64) {
    separate()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    digits(value.magnitude, atLeast: 1)
  }

  /// A number with a fixed number of decimals, halves rounded away from zero.
  mutating func decimal(_ value: Double, places: Int) {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    fixed(Int64((value * scale).rounded()), places: places)
  }

  mutating func place(_ place: Place) {
    fixed(Int64(place.latitudeE7), places: 7)
    fixed(Int64(place.longitudeE7), places: 7)
  }

  mutating func time(_ time: Timestamp) { text(time.iso8601) }

  private mutating func fixed(_ units: Int64, places: Int) {
    separate()
    if units < 0 { bytes.append(UInt8(ascii: "-")) }
    let scale = (0..<places).reduce(UInt64(1)) { scale, _ in scale * 10 }
    digits(units.magnitude / scale, atLeast: 1)
    bytes.append(UInt8(ascii: "."))
    digits(units.magnitude % scale, atLeast: places)
  }

  private mutating func digits(_ value: UInt64, atLeast width: Int) {
    let begin = bytes.count
    var rest = value
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0 || bytes.count - begin < width
    bytes[begin...].reverse()
  }

  private mutating func separate() {
    if isRowBegun { bytes.append(UInt8(ascii: ",")) }
    isRowBegun = true
  }
}

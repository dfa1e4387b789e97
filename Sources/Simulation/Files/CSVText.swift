internal import Geodesy
internal import Moments
internal import Records

/// Rows of CSV as bytes; no value of these tables needs quotes.
struct CSVText: ~Copyable {
  private(set) var bytes = ByteWriter(capacity: 1 << 12)
  private var isRowBegun = false

  mutating func removeAll() { bytes.removeAll() }

  /// Ends the row.
  mutating func endRow() {
    bytes.byte(UInt8(ascii: "\n"))
    isRowBegun = false
  }

  mutating func text(_ text: String) {
    separate()
    bytes.text(text)
  }

  mutating func null() { separate() }

  mutating func integer(_ value: Int64) {
    separate()
    bytes.integer(value)
  }

  /// A number with a fixed count of decimals, halves rounded away from zero; nothing if it is not a number.
  mutating func decimal(_ value: Double, places: Int) {
    separate()
    if let units = fixedPoint(value, places: places) { bytes.fixed(units, places: places) }
  }

  mutating func place(_ place: Place) {
    separate()
    bytes.fixed(Int64(place.latitudeE7), places: 7)
    separate()
    bytes.fixed(Int64(place.longitudeE7), places: 7)
  }

  mutating func time(_ time: Timestamp) {
    separate()
    bytes.time(time)
  }

  private mutating func separate() {
    if isRowBegun { bytes.byte(UInt8(ascii: ",")) }
    isRowBegun = true
  }
}

internal import Geodesy
package import Moments
internal import Records

/// The value of one cell of a row.
package protocol CellValue {
  func put(in row: inout some RowWriter & ~Copyable)
}

/// A word from a fixed list.
package protocol Coded {
  /// All possible words.
  static var codes: [String] { get }
  /// What each word means, as a clause without a full stop.
  static var meanings: [String: String] { get }
  var code: String { get }
}

extension Coded where Self: CaseIterable & RawRepresentable<String> {
  package static var codes: [String] { allCases.map(\.rawValue) }
}

/// Any number of words from a fixed list.
package protocol CodeSet {
  associatedtype Words: Sequence<String>
  static var codes: [String] { get }
  /// As those of ``Coded``.
  static var meanings: [String: String] { get }
  /// In the order of the list.
  var words: Words { get }
}

struct Code: CellValue {
  let word: String

  @inline(__always)
  init(_ word: String) { self.word = word }

  @inline(__always)
  func put(in row: inout some RowWriter & ~Copyable) { row.put(code: word) }
}

struct Codes<Words: Sequence<String>>: CellValue {
  let words: Words

  @inline(__always)
  init(_ words: Words) { self.words = words }

  @inline(__always)
  func put(in row: inout some RowWriter & ~Copyable) { row.put(codes: words) }
}

/// Numbers by code.
struct Counts: CellValue {
  let entries: [(code: String, count: Int)]

  @inline(__always)
  func put(in row: inout some RowWriter & ~Copyable) { row.put(counts: entries) }
}

/// A source id.
struct SourceID: CellValue {
  let id: Int64

  @inline(__always)
  init(_ id: Int64) { self.id = id }

  @inline(__always)
  func put(in row: inout some RowWriter & ~Copyable) { row.put(id: id) }
}

/// A decimal number with a fixed number of decimals; each number of decimals is compiled separately.
struct FixedPoint<let places: Int>: CellValue {
  /// The number × 10^`places`.
  let units: Int64

  @inline(__always)
  init(units: Int64) { self.units = units }

  /// `nil` for values that cannot be written: NaN and infinities.
  @inline(__always)
  init?(_ value: Double) {
    guard let units = fixedPoint(value, places: places) else { return nil }
    self.units = units
  }

  @inline(__always)
  func put(in row: inout some RowWriter & ~Copyable) { row.put(units: units, places: places) }
}

typealias Degrees7 = FixedPoint<7>

extension FixedPoint where places == 7 {
  @inline(__always)
  init(_ degreesE7: Int32) { units = Int64(degreesE7) }
}

extension String: CellValue {
  @inline(__always)
  package func put(in row: inout some RowWriter & ~Copyable) { row.put(text: self) }
}

extension Int: CellValue {
  @inline(__always)
  package func put(in row: inout some RowWriter & ~Copyable) { row.put(integer: Int64(self)) }
}

extension Bool: CellValue {
  @inline(__always)
  package func put(in row: inout some RowWriter & ~Copyable) { row.put(flag: self) }
}

extension ZonedTime: CellValue {
  /// Null for a year of five digits.
  package func put(in row: inout some RowWriter & ~Copyable) {
    let isWritable = Timestamp.writable.contains(Timestamp(millisecondsSince1970: localMilliseconds))
    if isWritable { row.put(local: self) } else { row.putNull() }
  }
}

extension Timestamp: CellValue {
  /// Null for a year of five digits.
  @inline(__always)
  package func put(in row: inout some RowWriter & ~Copyable) {
    if Timestamp.writable.contains(self) { row.put(time: self) } else { row.putNull() }
  }
}

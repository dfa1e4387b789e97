internal import Geodesy
package import Moments
internal import Records
internal import Storage

/// The value of one cell of a row.
package protocol CellValue {
  func put(in row: inout some CellSink & ~Copyable)
}

/// A word from a fixed list.
package protocol Coded {
  /// All possible words.
  static var codes: [String] { get }
  /// What each word means, as a clause without a full stop.
  static var meanings: [String: String] { get }
  var code: String { get }
  /// The place of the word in the list.
  var codeNumber: Int { get }
}

extension Coded {
  package var codeNumber: Int {
    guard let number = Self.codes.firstIndex(of: code) else { preconditionFailure("\(code) is not in its list") }
    return number
  }
}

extension Coded where Self: CaseIterable & Equatable {
  @inline(__always)
  package var codeNumber: Int {
    // Not all are enumerations without values.
    if MemoryLayout<Self>.size <= 1 { return caseNumber(of: self) }
    guard let number = Self.allCases.enumerated().first(where: { $0.element == self })?.offset else {
      preconditionFailure("\(code) is not in its list")
    }
    return number
  }
}

extension Coded where Self: CaseIterable & RawRepresentable<String> {
  package static var codes: [String] { allCases.map(\.rawValue) }
  package var code: String { rawValue }
}

/// Any number of words from a fixed list.
package protocol CodeSet {
  associatedtype Words: Sequence<String>
  static var codes: [String] { get }
  /// As in ``Coded``.
  static var meanings: [String: String] { get }
  /// In the order of the list.
  var words: Words { get }
}

struct Code: CellValue {
  let number: Int

  @inline(__always)
  init(_ number: Int) { self.number = number }

  @inline(__always)
  func put(in row: inout some CellSink & ~Copyable) { row.put(code: number) }
}

struct Codes<Words: Sequence<String>>: CellValue {
  let words: Words

  @inline(__always)
  init(_ words: Words) { self.words = words }

  @inline(__always)
  func put(in row: inout some CellSink & ~Copyable) { row.put(words: words) }
}

/// Numbers by code.
struct Counts: CellValue {
  let entries: [(code: String, count: Int)]

  @inline(__always)
  func put(in row: inout some CellSink & ~Copyable) { row.put(counts: entries) }
}

/// A source id.
struct SourceID: CellValue {
  let id: Int64

  @inline(__always)
  init(_ id: Int64) { self.id = id }

  @inline(__always)
  func put(in row: inout some CellSink & ~Copyable) { row.put(id: id) }
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
  func put(in row: inout some CellSink & ~Copyable) { row.put(units: units, places: places) }
}

typealias Degrees7 = FixedPoint<7>

extension FixedPoint where places == 7 {
  @inline(__always)
  init(_ degreesE7: Int32) { units = Int64(degreesE7) }
}

extension String: CellValue {
  @inline(__always)
  package func put(in row: inout some CellSink & ~Copyable) { row.put(text: self) }
}

extension Int: CellValue {
  @inline(__always)
  package func put(in row: inout some CellSink & ~Copyable) { row.put(integer: Int64(self)) }
}

extension Bool: CellValue {
  @inline(__always)
  package func put(in row: inout some CellSink & ~Copyable) { row.put(flag: self ? 1 : 0) }
}

extension ZonedTime: CellValue {
  /// Null for a year of five digits.
  package func put(in row: inout some CellSink & ~Copyable) {
    let isWritable = Timestamp.writable.contains(Timestamp(millisecondsSince1970: localMilliseconds))
    if isWritable { row.put(localTime: rounded(to: row.timeStep)) } else { row.putNull() }
  }
}

extension Timestamp: CellValue {
  /// Null for a year of five digits.
  @inline(__always)
  package func put(in row: inout some CellSink & ~Copyable) {
    if Timestamp.writable.contains(self) {
      row.put(time: rounded(to: row.timeStep))
    } else {
      row.putNull()
    }
  }
}

extension Timestamp {
  /// The last multiple of some milliseconds that is not after it.
  @inline(__always)
  package func rounded(to step: Int64) -> Timestamp {
    if step <= 1 { return self }
    let rest = millisecondsSince1970 % step
    return Timestamp(millisecondsSince1970: millisecondsSince1970 - (rest < 0 ? rest + step : rest))
  }
}

extension ZonedTime {
  fileprivate func rounded(to step: Int64) -> ZonedTime {
    step <= 1 ? self : ZonedTime(moment: moment.rounded(to: step), offsetInMinutes: offsetInMinutes)
  }
}

internal import Geodesy
internal import Moments

// One function for each kind of column, with its name, its meaning in one sentence, when it is null as a clause, and
// its value. A column without `nullWhen` is never null; the type of its value cannot be `nil`.

// MARK: - Words

extension RowSink where Self: ~Copyable {
  @inline(__always)
  mutating func text(_ name: String, _ meaning: String, _ value: @autoclosure () -> String) {
    take({ ColumnSchema(name, .text, meaning) }, { value() })
  }

  @inline(__always)
  mutating func text(_ name: String, _ meaning: String, nullWhen: String, _ value: @autoclosure () -> String?) {
    take({ ColumnSchema(name, .text, meaning, nullWhen: nullWhen) }, { value() })
  }

  /// A text; an empty one is written as null.
  @inline(__always)
  mutating func name(_ name: String, _ meaning: String, nullWhen: String, _ value: @autoclosure () -> String) {
    take({ ColumnSchema(name, .text, meaning, nullWhen: nullWhen) }, { value().unlessEmpty })
  }

  @inline(__always)
  mutating func code<Value: Coded>(_ name: String, _ meaning: String, _ value: @autoclosure () -> Value) {
    take({ ColumnSchema(name, .code(Value.codes), meaning, meanings: Value.meanings) }, { Code(value().codeNumber) })
  }

  @inline(__always)
  mutating func code<Value: Coded>(
    _ name: String, _ meaning: String, nullWhen: String, _ value: @autoclosure () -> Value?
  ) {
    take(
      { ColumnSchema(name, .code(Value.codes), meaning, nullWhen: nullWhen, meanings: Value.meanings) },
      { value().map { Code($0.codeNumber) } })
  }

  @inline(__always)
  mutating func codes<Value: CodeSet>(_ name: String, _ meaning: String, _ value: @autoclosure () -> Value) {
    take({ ColumnSchema(name, .codes(Value.codes), meaning, meanings: Value.meanings) }, { Codes(value().words) })
  }

  @inline(__always)
  mutating func counts(
    _ name: String, _ meaning: String, _ value: @autoclosure () -> [(code: String, count: Int)]
  ) {
    take({ ColumnSchema(name, .counts, meaning) }, { Counts(entries: value()) })
  }
}

// MARK: - Numbers

extension RowSink where Self: ~Copyable {
  @inline(__always)
  mutating func integer(_ name: String, _ meaning: String, _ value: @autoclosure () -> Int) {
    take({ ColumnSchema(name, .integer(unit: nil), meaning) }, { value() })
  }

  /// - Parameter unit: as written, `km/h`.
  @inline(__always)
  mutating func integer(
    _ name: String, unit: String? = nil, _ meaning: String, nullWhen: String, _ value: @autoclosure () -> Int?
  ) {
    take({ ColumnSchema(name, .integer(unit: unit), meaning, nullWhen: nullWhen) }, { value() })
  }

  /// A source id.
  @inline(__always)
  mutating func id(_ name: String, _ meaning: String, _ value: @autoclosure () -> Int64) {
    take({ ColumnSchema(name, .id, meaning) }, { SourceID(value()) })
  }

  @inline(__always)
  mutating func id(_ name: String, _ meaning: String, nullWhen: String, _ value: @autoclosure () -> Int64?) {
    take({ ColumnSchema(name, .id, meaning, nullWhen: nullWhen) }, { value().map { SourceID($0) } })
  }

  /// A value that cannot be written, such as NaN, becomes null even so.
  @inline(__always)
  mutating func quantity<let places: Int>(
    _ name: String, _ measure: Measure<places>, _ meaning: String, _ value: @autoclosure () -> Double
  ) {
    take({ ColumnSchema(name, .quantity(measure), meaning) }, { FixedPoint<places>(value()) })
  }

  @inline(__always)
  mutating func quantity<let places: Int>(
    _ name: String, _ measure: Measure<places>, _ meaning: String, nullWhen: String, _ value: @autoclosure () -> Double?
  ) {
    take(
      { ColumnSchema(name, .quantity(measure), meaning, nullWhen: nullWhen) },
      { value().flatMap { FixedPoint<places>($0) } })
  }

  @inline(__always)
  mutating func flag(_ name: String, _ meaning: String, _ value: @autoclosure () -> Bool) {
    take({ ColumnSchema(name, .flag, meaning) }, { value() })
  }

  @inline(__always)
  mutating func flag(_ name: String, _ meaning: String, nullWhen: String, _ value: @autoclosure () -> Bool?) {
    take({ ColumnSchema(name, .flag, meaning, nullWhen: nullWhen) }, { value() })
  }
}

// MARK: - Flags of rules

extension RowSink where Self: ~Copyable {
  /// A flag that is known when the run has ended.
  @inline(__always)
  mutating func flag(_ name: String, _ meaning: String, nullWhen: String, late: @autoclosure () -> LateFlag?) {
    take({ ColumnSchema(name, .flag, meaning, nullWhen: nullWhen) }, late)
  }
}

// MARK: - Places and times

extension RowSink where Self: ~Copyable {
  @inline(__always)
  mutating func latitude(_ name: String, _ meaning: String, _ place: @autoclosure () -> Place) {
    take({ ColumnSchema(name, .latitude, meaning) }, { Degrees7(place().latitudeE7) })
  }

  @inline(__always)
  mutating func latitude(_ name: String, _ meaning: String, nullWhen: String, _ place: @autoclosure () -> Place?) {
    take(
      { ColumnSchema(name, .latitude, meaning, nullWhen: nullWhen) },
      { place().map { Degrees7($0.latitudeE7) } })
  }

  @inline(__always)
  mutating func longitude(_ name: String, _ meaning: String, _ place: @autoclosure () -> Place) {
    take({ ColumnSchema(name, .longitude, meaning) }, { Degrees7(place().longitudeE7) })
  }

  @inline(__always)
  mutating func longitude(_ name: String, _ meaning: String, nullWhen: String, _ place: @autoclosure () -> Place?) {
    take(
      { ColumnSchema(name, .longitude, meaning, nullWhen: nullWhen) },
      { place().map { Degrees7($0.longitudeE7) } })
  }

  @inline(__always)
  mutating func time(_ name: String, _ meaning: String, nullWhen: String, _ value: @autoclosure () -> Timestamp?) {
    take({ ColumnSchema(name, .time, meaning, nullWhen: nullWhen) }, { value() })
    if let clock { local(name, meaning, nullWhen: nullWhen, { value() }, clock) }
  }

  /// The column beside a time: the same moment by the clocks of a place.
  private mutating func local(
    _ name: String, _ meaning: String, nullWhen: String, _ value: () -> Timestamp?, _ clock: LocalClock
  ) {
    take(
      { ColumnSchema(name + LocalColumns.ending, .localTime, "\(meaning) In local time.", nullWhen: nullWhen) },
      { value().map { clock.time($0) } })
  }
}

/// The columns that give times by the clock of a place.
package enum LocalColumns {
  /// Appended to the name of the time.
  package static let ending = "_local"
}

extension String {
  fileprivate var unlessEmpty: String? { isEmpty ? nil : self }
}

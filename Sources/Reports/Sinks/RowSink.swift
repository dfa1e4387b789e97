package import Moments
package import Traces

/// Takes the columns of one row, one call per column, in the order of the table.
///
/// A table is one function that names its columns to a sink. A sink that writes asks each column for its value and not
/// for its description; a sink that describes tables does the opposite. So one function produces rows, headers and
/// schemas, and rows do not pay for names: the closures do not escape, and the compiler inlines them.
package protocol RowSink: ~Copyable {
  /// The clock by which each time is also given, in a column of its own; `nil` if times are given in UTC only.
  var clock: LocalClock? { get }

  /// The next column. A value of `nil` is a null.
  mutating func take<Value: CellValue>(_ column: () -> ColumnSchema, _ value: () -> Value?)

  /// The columns that are carried from the input: one value for each; `nil` if there are none.
  mutating func take(kept texts: () -> [String]?)
  /// The same for a whole trip: the first value of each, and how many there are.
  mutating func take(kept summaries: () -> [KeptValues.Summary])

  /// Begins columns that form an object of this name in documents.
  mutating func beginObject(_ name: String)
  mutating func endObject()

  /// Begins columns that are equal in all rows with this key; a `nil` key promises nothing.
  ///
  /// - Returns: false if the sink already knows these columns. Then they are not named.
  mutating func begin(_ part: RecurringPart, of key: @autoclosure () -> RecurringKey?) -> Bool
  mutating func end(_ part: RecurringPart)
}

extension RowSink where Self: ~Copyable {
  @inline(__always)
  package mutating func beginObject(_ name: String) {}

  @inline(__always)
  package mutating func endObject() {}

  @inline(__always)
  package mutating func begin(_ part: RecurringPart, of key: @autoclosure () -> RecurringKey?) -> Bool { true }

  @inline(__always)
  package mutating func end(_ part: RecurringPart) {}
}

/// The only thing on which some columns of a row depend: an edge driven completely, in a mode.
package struct RecurringKey: Hashable, BitwiseCopyable {
  package let edge: UInt32
  package let mode: UInt8
}

/// The first and the second run of recurring columns in a row; other columns are between them.
package enum RecurringPart { case first, second }

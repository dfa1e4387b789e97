/// Takes the columns of one row, one call for each, in the order of the table.
///
/// A table is one function that names its columns to a sink. A sink that writes asks each column for its value and not for
/// its description; one that describes tables does the opposite. So one function makes rows, headers and schemas, and no
/// row pays for names: the closures do not escape, and the compiler inlines them.
package protocol RowSink: ~Copyable {
  /// The next column. A value of `nil` is a null.
  mutating func take<Value: CellValue>(_ column: () -> ColumnSchema, _ value: () -> Value?)

  /// Begins columns that stand together in an object of this name in documents.
  mutating func beginObject(_ name: String)
  mutating func endObject()

  /// Begins columns that say the same in every row with this key; a `nil` key says nothing.
  ///
  /// - Returns: false where the sink knows what they say. Then they are not named.
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

/// The first and the second run of recurring columns in a row; other columns lie between them.
package enum RecurringPart { case first, second }

/// Takes the columns of one row, one call for each, in the order of the table.
///
/// A table is one function that names its columns to a sink. A sink that writes evaluates the value of each column and
/// not its description; a sink that describes tables does the opposite. So one function gives rows, headers and
/// schemas, and no row pays for names: the closures do not escape, and the compiler inlines them.
package protocol RowSink: ~Copyable {
  /// The next column. A value of `nil` is a null.
  mutating func take<Value: CellValue>(_ column: () -> ColumnSchema, _ value: () -> Value?)

  /// Columns that are in an object of this name in documents.
  mutating func object(_ name: String, _ columns: (inout Self) -> Void)

  /// Columns that are equal in every row with this key; a `nil` key means that they are not.
  mutating func recurring(_ part: RecurringPart, of key: () -> RecurringKey?, _ columns: (inout Self) -> Void)
}

extension RowSink where Self: ~Copyable {
  @inline(__always)
  package mutating func object(_ name: String, _ columns: (inout Self) -> Void) { columns(&self) }

  @inline(__always)
  package mutating func recurring(
    _ part: RecurringPart, of key: () -> RecurringKey?, _ columns: (inout Self) -> Void
  ) {
    columns(&self)
  }
}

/// The only thing on which some columns of a row depend: an edge driven completely, in a mode.
package struct RecurringKey: Hashable, BitwiseCopyable {
  package let edge: UInt32
  package let mode: UInt8
}

/// The first and the second run of recurring columns in a row; other columns lie between them.
package enum RecurringPart { case first, second }

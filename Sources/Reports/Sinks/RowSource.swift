/// The source of the values of a row's columns: the row, or none if only the columns are needed.
///
/// A type and not a closure: a closure would copy the whole row for each of its columns.
package protocol RowSource<Row> {
  associatedtype Row
  func callAsFunction() -> Row
}

struct GivenRow<Row>: RowSource {
  private let row: Row

  @inline(__always)
  init(_ row: Row) { self.row = row }

  @inline(__always)
  package func callAsFunction() -> Row { row }
}

/// For sinks that never ask a column for its value.
struct NoRow<Row>: RowSource {
  package func callAsFunction() -> Row { preconditionFailure("a value was asked for where there is no row") }
}

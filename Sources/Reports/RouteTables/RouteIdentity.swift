/// The columns at the beginning of every row of a route.
package struct RouteIdentity: Columned {
  let id: String
  let alternative: Int

  @inline(__always)
  package static func columns(of route: some RowSource<RouteIdentity>, in row: inout some RowSink & ~Copyable) {
    row.identity(route())
  }
}

extension RowSink where Self: ~Copyable {
  @inline(__always)
  mutating func identity(_ route: @autoclosure () -> RouteIdentity) {
    text("id", "Id of the request, as it gives it, else its number in the input.", route().id)
    integer(
      "alternative", "Number among the routes of the request, from 0, the best one; the others by cost.",
      route().alternative)
  }
}

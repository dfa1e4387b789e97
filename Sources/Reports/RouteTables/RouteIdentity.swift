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
    text("id", "Id of the request, or its number in the input if it has none.", route().id)
    integer(
      "alternative", "Number of the route within the request, by cost; 0 is the best.",
      route().alternative)
  }
}

/// The columns at the beginning of every row of a route.
package struct RouteIdentity: Columned {
  let id: String
  let alternative: Int

  @inline(__always)
  package static func columns(of route: () -> RouteIdentity, in row: inout some RowSink & ~Copyable) {
    row.text("id", "Id of the request, as it gives it, else its number in the input.", route().id)
    row.integer(
      "alternative", "Number among the routes of the request, from 0, the best one; the others by cost.",
      route().alternative)
  }
}

/// Why a place of `--places` is refused. Raw values are the codes in reports.
package enum SiteReason: String, CaseIterable, Sendable {
  /// The row does not have the columns of the header, or a quote is not closed.
  case badRow = "bad_row"
  /// It is not well-formed JSON, or no feature.
  case badJSON = "bad_json"
  /// It has neither an id nor a name, or no position.
  case missingField = "missing_field"
  /// A position that is not on the earth, or an invalid radius.
  case badValue = "bad_value"
  /// The polygon cannot be read.
  case badArea = "bad_area"
  /// An earlier place has the same id.
  case repeated
}

/// What is wrong with a place.
struct SiteRefusal: Error, Hashable, Sendable {
  var reason: SiteReason
  /// A clause that names the field and the offending value.
  var message: String

  init(_ reason: SiteReason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}

/// The units of distances in sentences. Raw values are the names in options.
package enum UnitSystem: String, CaseIterable, Sendable {
  case metric
  /// Feet and miles.
  case imperial
}

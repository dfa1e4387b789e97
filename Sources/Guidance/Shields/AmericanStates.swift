/// The states of the United States, and their networks of roads.
enum AmericanStates {
  /// The codes of the postal service, with the District of Columbia and Puerto Rico.
  static let codes: Set<String> = [
    "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA",
    "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR",
    "PA", "PR", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY",
  ]

  static func network(of state: String) -> ShieldNetwork {
    ShieldNetwork("US:\(state)", .usState, level: 3, country: "US", state: state)
  }
}

/// What the `network` of a route relation says: `US:I`, `FR:06:M-road`, `CH:motorway`, `BAB`.
///
/// - Source: OSM wiki, Key:network, Tag:route=road.
struct RouteNetwork {
  private let parts: [Substring]

  init(_ network: String) { parts = network.split(separator: ":") }

  /// The European routes. Other networks across borders have no shield of their own.
  var isEuropean: Bool { parts.count == 1 && parts[0].lowercased() == "e-road" }

  /// The country that the network names; `nil` if it names none.
  var country: String? {
    guard let first = parts.first else { return nil }
    if parts.count == 1 { return first == "BAB" ? "DE" : nil }
    let code = first.uppercased()
    return code.utf8.count == 2 && code.utf8.allSatisfy { (65...90).contains($0) } ? code : nil
  }

  /// The network of American roads, whose numbers have no letters in relations.
  var american: ShieldNetwork? {
    guard country == "US", parts.count >= 2 else { return nil }
    let kind = parts[1].uppercased()
    let more = parts.dropFirst(2).map { ":" + $0.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } }.joined()
    switch kind {
    case "I": return ShieldNetwork("US:I" + more, .interstate, level: 1, country: "US")
    case "US": return ShieldNetwork("US:US" + more, .usRoute, level: 2, country: "US")
    case let state where AmericanStates.codes.contains(state):
      if more.isEmpty { return AmericanStates.network(of: state) }
      return ShieldNetwork("US:\(state)\(more)", .plain, level: 4, country: "US", state: state)
    default: return nil
    }
  }

  /// The letters that belong before a number without letters.
  var letters: String {
    switch (country, parts.last?.lowercased()) {
    case ("DE", "bab"), (_, "motorway"), (_, "a-road"), ("NL", "a"), ("DE", "a"): "A"
    case ("DE", "national"), ("DE", "b"): "B"
    case ("CH", "national"): "H"
    case ("FR", "n-road"), ("ES", "n-road"), ("NL", "n"): "N"
    case (_, "d-road"): "D"
    case (_, "m-road"): "M"
    case ("GB", "b-road"): "B"
    default: ""
    }
  }
}

internal import RoadGraph

extension RoadGraph {
  /// The road's name, or its number if it has no name; empty if it has neither.
  func label(of edge: EdgeID) -> String {
    let name = name(of: edge)
    return name.isEmpty ? ref(of: edge) : name
  }

  /// The road has neither name nor number.
  func isNameless(_ edge: EdgeID) -> Bool { !hasName(edge) && !hasRef(edge) }

  /// Drivers take both edges for one road: same way, same name, a number in common, or both nameless and of one class.
  func isSameRoad(_ a: EdgeID, _ b: EdgeID) -> Bool {
    if way(of: a) == way(of: b) { return true }
    if haveSameName(a, b) || shareNumber(a, b) { return true }
    return isNameless(a) && isNameless(b) && roadClass(of: a) == roadClass(of: b)
  }

  private func shareNumber(_ a: EdgeID, _ b: EdgeID) -> Bool {
    guard hasRef(a), hasRef(b) else { return false }
    let numbers = ref(of: a).split(separator: ";")
    return ref(of: b).split(separator: ";").contains { numbers.contains($0) }
  }

  func isFerry(_ edge: EdgeID) -> Bool { roadClass(of: edge) == .ferry || flags(of: edge).contains(.ferry) }
  func isRoundabout(_ edge: EdgeID) -> Bool { flags(of: edge).contains(.roundabout) }

  /// A road that may have lanes beside islands: no motorway, no ring, no ferry.
  func isOrdinary(_ edge: EdgeID) -> Bool {
    roadClass(of: edge) != .motorway && !isRoundabout(edge) && !isFerry(edge)
  }

  /// The importance of the road, 0 the highest; links rank with the roads they belong to.
  func rank(of edge: EdgeID) -> Int {
    switch roadClass(of: edge) {
    case .motorway, .motorwayLink: 0
    case .trunk, .trunkLink: 1
    case .primary, .primaryLink: 2
    case .secondary, .secondaryLink: 3
    case .tertiary, .tertiaryLink: 4
    case .unclassified, .residential, .road, .ferry: 5
    case .livingStreet, .busway: 6
    case .service: flags(of: edge).contains(.minorService) ? serviceRank + 1 : serviceRank
    case .track, .pedestrian: 8
    case .footway, .cycleway, .bridleway, .path, .steps: 9
    }
  }
}

/// The rank of service roads; whatever ranks below them is no street.
let serviceRank = 7

internal import Extracts
internal import RoadGraph

/// How a numbered route uses one way.
struct RouteUse: Hashable {
  /// The directions of the way that belong to the route. `named` is the direction of the way to which the cardinal
  /// direction of the route belongs.
  enum Course: Hashable { case bothWays, forward, backward, named }

  var network: String
  var number: String
  var direction: CardinalDirection?
  var course: Course
}

/// The numbered routes that relations lead along ways.
///
/// A role is the direction of the way that belongs to the route, or the cardinal direction of the route along a
/// carriageway. Links to a route do not belong to it.
///
/// - Source: OSM wiki, Relation:route, Tag:route=road.
struct RouteRelations {
  private var usesOfWay: [Int64: [RouteUse]] = [:]

  var isEmpty: Bool { usesOfWay.isEmpty }

  subscript(way: Int64) -> [RouteUse]? { usesOfWay[way] }

  mutating func read(_ tags: Tags, members: [OSMFile.Member], counts: inout ImportCounts) {
    let number = tags.text(.ref) ?? ""
    guard !number.isEmpty else { return counts.add("road_routes_without_number") }
    counts.add("road_routes_read")
    let direction = tags.text(.direction).flatMap { CardinalDirection(word: $0) }
    let route = RouteUse(
      network: tags.text(.network) ?? "", number: number, direction: direction, course: .bothWays)
    for member in members where member.kind == .ways {
      guard let use = route.with(role: member.role) else { continue }
      usesOfWay[member.id, default: []].append(use)
    }
  }
}

extension RouteUse {
  /// `nil` if a way with this role does not belong to the route.
  fileprivate func with(role: String) -> RouteUse? {
    var use = self
    switch role {
    case "forward": use.course = .forward
    case "backward": use.course = .backward
    case "link", "entrance", "exit", "access", "connection": return nil
    default:
      guard let direction = CardinalDirection(word: role) else { break }
      use.direction = direction
      use.course = .named
    }
    return use
  }

  /// The route along one direction of a way; `nil` if it does not lead there.
  ///
  /// The cardinal direction belongs to the only open direction of a oneway road. On a road open in both, the role
  /// decides: the way's own direction if the role is cardinal, and neither without a role.
  func route(along direction: TagDirection, isOpen: Bool, isOnlyOneOpen: Bool) -> NumberedRoute? {
    guard isOpen || !isOnlyOneOpen else { return nil }
    let isNamed: Bool
    switch course {
    case .forward, .backward:
      guard (course == .forward) == (direction == .forward) else { return nil }
      isNamed = true
    case .named: isNamed = isOnlyOneOpen || direction == .forward
    case .bothWays: isNamed = isOnlyOneOpen
    }
    return NumberedRoute(network: network, number: number, direction: isNamed ? self.direction : nil)
  }
}

extension DirectionPair {
  /// The pair with the routes that use its way.
  func led(by uses: [RouteUse]) -> DirectionPair {
    let (ahead, back) = (forward.isOpenToTraffic, backward.isOpenToTraffic)
    var pair = self
    pair.forward.routes = uses.compactMap {
      $0.route(along: .forward, isOpen: ahead, isOnlyOneOpen: ahead != back)
    }
    pair.backward.routes = uses.compactMap {
      $0.route(along: .backward, isOpen: back, isOnlyOneOpen: ahead != back)
    }
    return pair
  }
}

extension RoadNetwork.Direction {
  /// Open to some vehicle with a motor: bicycles and pedestrians may go against oneways.
  fileprivate var isOpenToTraffic: Bool {
    [TravelMode.car, .truck, .bus, .taxi, .motorcycle, .scooter].contains { access[$0] > .no }
  }
}

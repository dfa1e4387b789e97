internal import Geodesy
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
    if haveSameRef(a, b) { return true }
    let semicolon = UInt8(ascii: ";")
    let (refs, others) = (ref(of: a), ref(of: b))
    guard refs.utf8.contains(semicolon) || others.utf8.contains(semicolon) else { return false }
    let numbers = refs.split(separator: ";")
    return others.split(separator: ";").contains { numbers.contains($0) }
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

extension RoadGraph {
  /// The bearing in which `edge` leaves its start: the bearing of the straight line to the place `reach` metres ahead.
  ///
  /// - Returns: `nil` if the road does not leave the place at all.
  func bearing(leavingBy edge: EdgeID, over reach: Metres) -> Degrees? {
    bearing(from: place(of: tail(of: edge)), to: place(reach, along: edge))
  }

  /// `nil` if the two are equal.
  func bearing(from begin: Place, to end: Place) -> Degrees? {
    guard begin != end else { return nil }
    let ruler = LocalRuler(at: begin)
    return Geodesy.bearing(from: ruler.point(begin), to: ruler.point(end))
  }

  /// The place `distance` metres from the start of `edge`, also beyond its end while only one road continues.
  ///
  /// Roads are cut at signals, bridges and speed limits, often a few metres from a junction.
  func place(_ distance: Metres, along edge: EdgeID) -> Place {
    var edge = edge
    var rest = distance
    for _ in 0..<mostPieces where rest > length(of: edge) {
      guard let next = onlyWayOn(after: edge) else { break }
      rest -= length(of: edge)
      edge = next
    }
    return place(on: edge, at: rest)
  }

  /// The edge that continues if just one other road meets the end of `edge`.
  private func onlyWayOn(after edge: EdgeID) -> EdgeID? {
    let leaving = edges(leaving: head(of: edge))
    return leaving.count == 2 ? leaving.first { $0 != edge.reversed } : nil
  }

  /// Road `a` runs to the left of road `b`; both leave one place.
  ///
  /// Roads part at a few degrees, and mappers draw the first metres as they please. What matters is where the roads are
  /// once there is room for a verge between them.
  func isLeft(_ a: EdgeID, of b: EdgeID) -> Bool {
    let begin = place(of: tail(of: a))
    let ruler = LocalRuler(at: begin)
    var turn: Degrees = 0
    for reach in partingReaches {
      let (placeA, placeB) = (place(reach, along: a), place(reach, along: b))
      guard let bearingA = bearing(from: begin, to: placeA), let bearingB = bearing(from: begin, to: placeB)
      else { continue }
      turn = Geodesy.turn(from: bearingB, to: bearingA)
      if ruler.distance(placeA, placeB) >= leastParting { break }
    }
    return turn < 0
  }
}

/// More cuts than this within a few metres are an error of the map.
private let mostPieces = 8
/// How far along two roads to look, in metres, in turn.
private let partingReaches: [Metres] = [20, 40, 80, 160]
/// Roads this far apart have parted: a lane and a verge.
private let leastParting: Metres = 8

func opposite(_ bearing: Degrees) -> Degrees { bearing < 180 ? bearing + 180 : bearing - 180 }

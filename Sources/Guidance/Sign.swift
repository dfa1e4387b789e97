internal import Geodesy
internal import RoadGraph

/// The signs along a leg: what they say of the road that a decision leads to.
struct Signs {
  let leg: GuidedLeg

  private var graph: RoadGraph { leg.graph }

  /// The texts of signs for the road that a decision leads to, as tagged, without those above lanes.
  func sign(at decision: Decision) -> ManeuverSign {
    let signed = signedEdge(at: decision)
    return ManeuverSign(
      nextNumber: graph.ref(of: leg.edge(decision.onto)),
      exitName: graph.exitName(of: graph.tail(of: leg.edge(decision.begin))),
      destinations: graph.destination(of: signed), destinationNumbers: graph.destinationRef(of: signed))
  }

  /// The edge that has the signs for a decision: a slip road or lane within the junction, or the road it leads to.
  func signedEdge(at decision: Decision) -> EdgeID {
    let isSplit = decision.junctions.contains { !$0.lanes.isEmpty }
    let inner = (decision.first..<decision.onto).lazy.map(leg.edge).first {
      isSigned($0) && (isSplit || isLink($0)) && !graph.isRoundabout($0)
    }
    return inner ?? signedEdge(from: leg.edge(decision.onto))
  }

  /// An edge with signs, or the piece of its link that has them, if there is no other way to go before it.
  func signedEdge(from edge: EdgeID) -> EdgeID { first(from: edge, where: isSigned) ?? edge }

  /// The number on a ramp, or on the next piece of it; empty if there is none.
  func rampNumber(from edge: EdgeID) -> String {
    let numbered = first(from: edge) { !graph.rampRef(of: $0).isEmpty }
    return numbered.map(graph.rampRef) ?? ""
  }

  /// The first piece of a link with some property, up to where it parts.
  private func first(from edge: EdgeID, where isWanted: (EdgeID) -> Bool) -> EdgeID? {
    var (piece, length) = (edge, Metres(0))
    while !isWanted(piece) {
      length += graph.length(of: piece)
      guard isLink(piece), length <= leg.settings.longestUnsignedRamp, let next = onlyWay(after: piece), isLink(next)
      else { return nil }
      piece = next
    }
    return piece
  }

  private func isSigned(_ edge: EdgeID) -> Bool {
    !graph.destination(of: edge).isEmpty || !graph.destinationRef(of: edge).isEmpty
  }

  private func isLink(_ edge: EdgeID) -> Bool { graph.roadClass(of: edge).isLink }

  /// The only edge that the mode may take after an edge.
  private func onlyWay(after edge: EdgeID) -> EdgeID? {
    let ways = graph.edges(leaving: graph.head(of: edge)).filter {
      $0 != edge.reversed && graph.access(of: $0)[leg.mode] > .no
    }
    return ways.count == 1 ? ways.first : nil
  }
}

extension ManeuverSign {
  var isUnsigned: Bool { destinations.isEmpty && destinationNumbers.isEmpty }

  /// The sign, or that above the lanes before the decision where there is no other.
  func completed(by lanes: [Lane]) -> ManeuverSign {
    guard isUnsigned else { return self }
    var sign = self
    sign.destinations = lanes.destinationsOfValid
    return sign
  }
}

extension [Lane] {
  /// The destinations above all lanes that lead to the road taken.
  fileprivate var destinationsOfValid: String {
    let above = filter(\.isValid).map { $0.destination.split(separator: ";") }
    return above.first?.filter { part in above.allSatisfy { $0.contains(part) } }.joined(separator: ";") ?? ""
  }
}

/// The texts of signs as a sentence has them.
struct Sign {
  /// Places that the road leads to.
  let destinations: [String]
  /// The numbers of the roads it leads to, `A 9`: those of the sign, and those that stand among the places.
  let numbers: [String]
  /// The name of the motorway exit.
  let exitName: String

  /// - Parameter mostDestinations: how many of a list are kept.
  init(_ sign: ManeuverSign, mostDestinations: Int) {
    exitName = sign.exitName
    guard !sign.isUnsigned else {
      (destinations, numbers) = ([], [])
      return
    }
    let listed = Self.parts(of: sign.destinations)
    let numbersOnSign = Self.parts(of: sign.destinationNumbers)
    let further = listed.filter { Self.isNumber($0) && !Self.contains(numbersOnSign, $0) }
    destinations = Array(listed.filter { !Self.isNumber($0) }.prefix(mostDestinations))
    numbers = Array((numbersOnSign + further).prefix(mostDestinations))
  }

  /// What the road is called, given what the sign calls it. A link is called what its sign says: its own number may be
  /// that of the road it leaves.
  func title(of road: RoadTitle, isLink: Bool) -> RoadTitle {
    guard !numbers.isEmpty else { return road }
    if isLink || road.isEmpty {
      return RoadTitle(name: road.name, number: numbers.joined(separator: ";"), lead: .number)
    }
    var road = road
    road.take(directionsOf: numbers)
    return road
  }

  /// The numbers of roads that the road leads to and is not itself. European numbers run along with others.
  func numbersBeyond(_ road: RoadTitle) -> [String] {
    let own = road.numbers
    return numbers.filter { text in
      guard let number = WrittenNumber(Substring(text)) else { return false }
      return number.letters != "E" && !own.contains { number.isSameRoad(as: $0) }
    }
  }

  /// OSM's list `a;b`.
  private static func parts(of list: String) -> [String] {
    if list.isEmpty { return [] }
    return list.split(separator: ";").map(trimmed).filter { !$0.isEmpty }
  }

  private static func isNumber(_ text: String) -> Bool {
    guard text.utf8.contains(where: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return false }
    return WrittenNumber(Substring(text))?.isOfRoad ?? false
  }

  private static func contains(_ numbers: [String], _ text: String) -> Bool {
    guard let number = WrittenNumber(Substring(text)) else { return false }
    return numbers.contains { WrittenNumber(Substring($0))?.isSameRoad(as: number) ?? false }
  }
}

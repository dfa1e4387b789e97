/// Something about a trip that somebody should look at.
///
/// The concern of a trip is the sum of severity × confidence × min(1, length ÷ 200 m) over all of them; what happens at a
/// point has the length 200 m. What the map may have wrong is no concern of a trip.
package struct Concern: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case missedStop = "missed_stop"
    case notRejoined = "not_rejoined"
    case wrongWay = "wrong_way"
    case closedRoad = "closed_road"
    case forbiddenTurn = "forbidden_turn"
    case noAccess = "no_access"
    case vehicleLimit = "vehicle_limit"
    case offRoad = "off_road"
    case lowCoverage = "low_coverage"
    case nothingMatched = "nothing_matched"

    var severity: Double {
      switch self {
      case .missedStop, .notRejoined: 5
      case .wrongWay, .closedRoad: 4
      case .forbiddenTurn, .noAccess, .vehicleLimit: 3
      case .offRoad, .lowCoverage, .nothingMatched: 2
      }
    }
  }

  package let kind: Kind
  /// In milliseconds since 1970.
  let time: Int64?
  /// In metres; `nil` at a point.
  let length: Double?
  let weight: Double
  /// The road where it began; empty if it has no name.
  let road: String

  init(_ kind: Kind, confidence: Double = 1, length: Double? = nil, time: Int64? = nil, road: String = "") {
    self.kind = kind
    self.length = length
    self.time = time
    self.road = road
    weight = kind.severity * confidence * min(1, (length ?? Self.wholeLength) / Self.wholeLength)
  }

  /// What an event means; `nil` if nobody need look at it.
  init?(event type: String, confidence: Double, length: Double?, time: Int64?, isDoubtful: Bool, road: String) {
    guard !isDoubtful, let kind = Kind(rawValue: type), Self.ofEvents.contains(kind) else { return nil }
    if kind == .offRoad, length ?? 0 <= Self.leastOffRoad { return nil }
    self.init(kind, confidence: confidence, length: Self.isPoint(kind) ? nil : length, time: time, road: road)
  }

  /// What the outcome of a trip means.
  static func ofOutcome(fixes: Int, matched: Int, coverage: Double?) -> Concern? {
    if matched == 0 { return Concern(.nothingMatched) }
    guard fixes >= leastFixes, let coverage, coverage < leastCoverage else { return nil }
    return Concern(.lowCoverage)
  }

  private static let ofEvents: Set<Kind> = [
    .wrongWay, .closedRoad, .forbiddenTurn, .noAccess, .vehicleLimit, .offRoad,
  ]

  private static func isPoint(_ kind: Kind) -> Bool { kind == .forbiddenTurn || kind == .vehicleLimit }

  /// In metres.
  private static let wholeLength = 200.0
  /// In metres.
  private static let leastOffRoad = 300.0
  private static let leastFixes = 10
  private static let leastCoverage = 0.9
}

extension [Concern] {
  /// How much a trip needs a look; 0 if it does not.
  var sum: Double { reduce(0) { $0 + $1.weight } }

  /// The gravest, where the page of the trip is opened; the first of equal ones.
  var gravest: Concern? { self.max { $0.weight < $1.weight } }

  /// What is the matter, in one line: the gravest first.
  ///
  /// - Parameter stops: how many stops the plan has, if it has any.
  func sentence(stops: Int, _ words: PageWords) -> String {
    let kinds = Concern.Kind.allCases.filter { kind in contains { $0.kind == kind } }
    let weights = kinds.map { kind in filter { $0.kind == kind }.sum }
    let order = kinds.indices.sorted { weights[$0] > weights[$1] || weights[$0] == weights[$1] && $0 < $1 }
    return order.map { phrase(of: kinds[$0], stops: stops, words) }.joined(separator: " · ")
  }

  private func phrase(of kind: Concern.Kind, stops: Int, _ words: PageWords) -> String {
    let own = filter { $0.kind == kind }
    let road = own.gravest?.road ?? ""
    let place = road.isEmpty ? "" : words(" on {road}", ["road": road])
    let length = metres(own.reduce(0) { $0 + ($1.length ?? 0) }, words)
    let count = own.count
    switch kind {
    case .missedStop:
      guard stops > 0 else { return words(count, one: "missed {n} stop", other: "missed {n} stops") }
      return words(
        stops, one: "missed {missed} of {n} stop", other: "missed {missed} of {n} stops", ["missed": "\(count)"])
    case .notRejoined: return words("left the plan and did not return")
    case .wrongWay: return words("{length} the wrong way", ["length": length]) + place
    case .closedRoad: return words("{length} on a closed road", ["length": length]) + (road.isEmpty ? "" : ", \(road)")
    case .forbiddenTurn: return words(count, one: "{n} forbidden turn", other: "{n} forbidden turns") + place
    case .noAccess: return words("{length} without access", ["length": length]) + place
    case .vehicleLimit:
      return words(count, one: "{n} limit of the vehicle exceeded", other: "{n} limits of the vehicle exceeded") + place
    case .offRoad: return words("{length} off the road", ["length": length])
    case .lowCoverage: return words("less than 90 % of the fixes matched").replacing("90 %", with: "90\u{A0}%")
    case .nothingMatched: return words("nothing matched")
    }
  }

  /// `476 m`, `1.2 km`.
  private func metres(_ length: Double, _ words: PageWords) -> String {
    length < 999.5 ? "\(Int(length.rounded())) m" : words.decimal((length / 100).rounded() / 10) + " km"
  }
}

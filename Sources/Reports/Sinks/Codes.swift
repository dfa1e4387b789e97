internal import Detection
internal import Guidance
internal import Matching
internal import Plans
internal import RoadGraph
internal import RoadRules
internal import Routing
internal import Traces
internal import Trips

// The words of columns with codes, in the order in which schemas list them.

extension TripStatus: Coded {}
extension SplitRule: Coded {}
extension FixStatus: Coded {}
extension FixReason: Coded {}
extension Evidence: Coded {}
extension TimeSource: Coded {}
extension ManeuverType: Coded {}
extension ManeuverModifier: Coded {}
extension NotificationKind: Coded {}
extension RoadSetting: Coded {}
extension EventType: Coded {}
extension CrossingKind: Coded {}
extension CrossingMovement: Coded {}
extension RuleKind: Coded {}
extension RouteStatus: Coded {}
extension Optimisation: Coded {}
extension Waypoint.Kind: Coded {}
extension Waypoint.Side: Coded {}
extension TrafficEvent.Kind: Coded {}
extension TrafficEvent.Severity: Coded {}
extension PlanOutcome.Status: Coded {}
extension DeviationCause: Coded {}
extension RoutePoll.Finding: Coded {}
extension RouteImport.Source: Coded {}

// MARK: - Words that are not raw values

extension TravelMode: Coded {
  package static var codes: [String] { allCases.map(\.name) }
  package var code: String { name }
}

extension RoadClass: Coded {
  package static var codes: [String] { allCases.map(\.name) }
  package var code: String { name }
}

extension SpeedLimit.Source: Coded {
  package static var codes: [String] { ["tag", "default"] }
  package var code: String { self == .tag ? "tag" : "default" }
  package var codeNumber: Int { self == .tag ? 0 : 1 }
}

extension Access: Coded {
  package static var codes: [String] { [Access.no, .permit, .destination, .yes].map(\.code) }

  package var codeNumber: Int {
    switch self {
    case .no: 0
    case .permit: 1
    case .destination: 2
    case .yes: 3
    }
  }

  package var code: String {
    switch self {
    case .no: "no"
    case .permit: "permit"
    case .destination: "destination"
    case .yes: "yes"
    }
  }
}

extension Violation.Kind: Coded {
  package static var codes: [String] {
    AvoidedFeature.allCases.map(\.rawValue)
      + [
        Violation.Kind.avoidedRoad, .turnRestriction, .closedBarrier, .noAccess, .closure, .throughTraffic, .uTurn,
        .closedWhenPassing, .restrictedWhenPassing, .hazardousGoods,
      ].map(\.code) + Vehicle.Measure.allCases.map { Violation.Kind.limit($0).code }
  }
}

/// The direction of an edge along its way.
enum Direction: String, CaseIterable, Coded {
  case forward, backward

  @inline(__always)
  init(of edge: EdgeID) { self = edge.isForward ? .forward : .backward }
}

/// Whether an earlier route is the same on this map.
enum Sameness: String, CaseIterable, Coded {
  case same, changed
}

// MARK: - Sets of words

extension AvoidedFeatures: CodeSet {
  package static var codes: [String] { AvoidedFeature.allCases.map(\.rawValue) }
  package var words: [String] { AvoidedFeature.allCases.filter { contains($0) }.map(\.rawValue) }
}

extension RoadFlags: CodeSet {
  package static var codes: [String] { FlagWords.all.map(\.word) }
  package var words: FlagWords { FlagWords(flags: self) }
}

/// The words of a road's flags, one after another.
package struct FlagWords: Sequence, IteratorProtocol {
  /// In the order of the bits.
  fileprivate static let all: [(flag: RoadFlags, word: String)] = [
    (.roundabout, "roundabout"), (.tunnel, "tunnel"), (.bridge, "bridge"), (.toll, "toll"), (.ferry, "ferry"),
    (.unpaved, "unpaved"), (.drivesOnLeft, "drives_on_left"), (.carPoolOnly, "car_pool_only"), (.oneway, "oneway"),
    (.reversible, "reversible"), (.motorroad, "motorroad"), (.minorService, "minor_service"),
    (.schoolZone, "school_zone"), (.lowEmissionZone, "low_emission_zone"),
  ]

  fileprivate var flags: RoadFlags
  private var index = 0

  fileprivate init(flags: RoadFlags) { self.flags = flags }

  package mutating func next() -> String? {
    if flags.isEmpty { return nil }
    while index < Self.all.count {
      let (flag, word) = Self.all[index]
      index += 1
      if flags.contains(flag) {
        flags.subtract(flag)
        return word
      }
    }
    return nil
  }
}

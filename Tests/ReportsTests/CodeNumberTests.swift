import Detection
import Guidance
import Matching
import Plans
import RoadGraph
import RoadRules
import Routing
import Testing
import Traces
import Trips

@testable import Reports

/// The words that numbers of codes give, for all cases of a type.
private func words<Value: Coded & CaseIterable>(_: Value.Type) -> (given: [String], expected: [String]) {
  (Value.allCases.map { Value.codes[$0.codeNumber] }, Value.allCases.map(\.code))
}

@Suite struct `The number of a code` {
  @Test(arguments: [
    words(TripStatus.self), words(SplitRule.self), words(FixStatus.self), words(FixReason.self), words(Evidence.self),
    words(TimeSource.self), words(ManeuverType.self), words(ManeuverModifier.self), words(NotificationKind.self),
    words(RoadSetting.self), words(EventType.self), words(CrossingKind.self), words(CrossingMovement.self),
    words(RuleKind.self), words(RouteStatus.self), words(Optimisation.self), words(Waypoint.Kind.self),
    words(Waypoint.Side.self), words(TrafficEvent.Kind.self), words(TrafficEvent.Severity.self),
    words(PlanOutcome.Status.self), words(DeviationCause.self), words(RoutePoll.Finding.self),
    words(RouteImport.Source.self), words(TravelMode.self), words(RoadClass.self), words(Direction.self),
    words(Sameness.self),
  ])
  func `leads to its word`(given: [String], expected: [String]) {
    #expect(given == expected && !given.isEmpty)
  }

  @Test func `leads to its word where it is not the number of a case`() {
    for source in [SpeedLimit.Source.tag, .defaultOfClass] {
      #expect(SpeedLimit.Source.codes[source.codeNumber] == source.code)
    }
    for access in [Access.no, .permit, .destination, .yes] { #expect(Access.codes[access.codeNumber] == access.code) }
    let kinds: [Violation.Kind] =
      AvoidedFeature.allCases.map { .avoided($0) } + Vehicle.Measure.allCases.map { .limit($0) } + [
        .avoidedRoad, .turnRestriction, .closedBarrier, .noAccess, .closure, .hazardousGoods, .throughTraffic,
        .closedWhenPassing, .restrictedWhenPassing, .uTurn,
      ]
    for kind in kinds { #expect(Violation.Kind.codes[kind.codeNumber] == kind.code) }
    let doubts: [Doubt.Kind] = RuleKind.allCases.map { .rule($0) } + [.unreachedLimit, .missingRoad, .unusedRoad]
    for doubt in doubts { #expect(Doubt.Kind.codes[doubt.codeNumber] == doubt.code) }
  }
}

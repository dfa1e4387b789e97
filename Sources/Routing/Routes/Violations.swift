internal import RoadGraph
internal import RoadRules

extension RoadCosts {
  /// What a leg violates, in order of place. Consecutive elements with the same violation are one.
  func violations(of leg: RouteLeg, states: TurnStates) -> [Violation] {
    let elements = leg.elements
    var found: [Violation] = []
    func add(_ kind: Violation.Kind, _ index: Int) {
      if let last = found.lastIndex(where: { $0.kind == kind && $0.elements.upperBound == index }),
        !kind.isOfTurn
      {
        found[last].elements = found[last].elements.lowerBound..<index + 1
      } else {
        found.append(Violation(kind: kind, elements: index..<index + 1))
      }
    }
    let ending = restrictedEnd(of: elements[...])
    var state = leg.approach.turnedFrom.map { StateID($0.rawValue) }
    for (i, element) in elements.enumerated() {
      if !options.avoid.isEmpty {
        let avoided = avoidedFeatures(of: element.edge)
        for feature in AvoidedFeature.allCases where avoided.contains(feature) { add(.avoided(feature), i) }
      }
      if options.avoidedEdges.contains(element.edge) { add(.avoidedRoad, i) }
      if isClosed(element.edge) { add(.noAccess, i) }
      if let change = changes[element.edge], change.isShut {
        if change.isClosed { add(.closure, i) }
        for measure in change.misfit.measures { add(.limit(measure), i) }
        if change.misfit.contains(.hazardous) { add(.hazardousGoods, i) }
      }
      if let before = state {
        for kind in violations(from: before, onto: element.edge, isEnding: i >= ending, states) { add(kind, i) }
      }
      state = state.map { states.next(after: $0, onto: element.edge) } ?? StateID(element.edge.rawValue)
    }
    return found
  }

  private func violations(
    from state: StateID, onto edge: EdgeID, isEnding: Bool, _ states: TurnStates
  ) -> [Violation.Kind] {
    let offences = offences(from: state, onto: edge, in: states, isEnding: isEnding || isClosed(edge))
    var kinds: [Violation.Kind] = []
    if offences.contains(.banned) { kinds.append(.turnRestriction) }
    if offences.contains(.barrier) { kinds.append(.closedBarrier) }
    if offences.contains(.throughTraffic) { kinds.append(.throughTraffic) }
    if offences.contains(.uTurn) { kinds.append(.uTurn) }
    guard offences.contains(.avoided) else { return kinds }
    let isUTurn = edge == states.edge(of: state).reversed && options.avoid.contains(.uTurns)
    return kinds + [.avoided(isUTurn ? .uTurns : .difficultTurns)]
  }
}

internal import RoadGraph
internal import RoadRules

extension RoadCosts {
  /// What a leg violates, in order of place. Consecutive elements with the same violation are one.
  func violations(of elements: [RouteElement], states: TurnStates) -> [Violation] {
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
    let ending = restrictedEnd(of: elements)
    var state = elements.first.map { StateID($0.edge.rawValue) }
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
      guard i > 0, let before = state else { continue }
      for kind in violations(from: before, onto: element.edge, isEnding: i >= ending, states) { add(kind, i) }
      state = states.next(after: before, onto: element.edge)
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

  /// The first element from which on a leg uses only restricted roads, which it may because it ends there.
  private func restrictedEnd(of elements: [RouteElement]) -> Int {
    elements.count - elements.reversed().prefix { isRestricted($0.edge) }.count
  }
}

internal import Detection
internal import Geodesy
package import Knowledge
package import RoadGraph

/// A doubt as a mapper of OpenStreetMap needs it: what to look at, why, and what to change.
///
/// Only doubts that stand are tasks: rules that most trips and vehicles broke, limits that nearly nobody comes near, and
/// missing and unused roads.
package struct MapperTask {
  let doubt: Doubt
  /// The trips that broke the rule, by the month in which they began.
  let months: [(month: Month, trips: Int)]
  private let graph: RoadGraph

  package init?(_ learned: LearnedDoubt, on graph: RoadGraph) {
    guard learned.doubt.isDoubtful ?? true else { return nil }
    (doubt, months) = (learned.doubt, learned.months)
    self.graph = graph
  }

  /// Stable from night to night: the kind, and the object or else the place.
  var id: String {
    let subject = element.map { "\($0.kind.rawValue)-\($0.id)" }
    return "\(doubt.kind.code)-\(subject ?? "\(doubt.place.latitudeE7)_\(doubt.place.longitudeE7)")"
  }

  // MARK: The object

  struct Element {
    enum Kind: String { case node, way, relation }
    var kind: Kind
    var id: Int64

    /// As MapRoulette and the editors write it: `way/123`.
    var path: String { "\(kind.rawValue)/\(id)" }
  }

  /// `nil` for a missing road, and on maps that are not of OpenStreetMap.
  var element: Element? {
    guard graph.provenance.kind == "osm" else { return nil }
    switch doubt.source {
    case .way(let id): return Element(kind: .way, id: id)
    case .relation(let id): return Element(kind: .relation, id: id)
    case .node(let id): return id.map { Element(kind: .node, id: $0) }
    case nil: return nil
    }
  }

  /// The road of the doubt or the line of the missing road, or else a point.
  var geometry: Geometry {
    if !doubt.line.isEmpty { return .line(doubt.line) }
    if case .way = doubt.source, let edge = doubt.edge { return .line(graph.shape(of: edge)) }
    return .point(doubt.place)
  }

  /// Its name, or else its number; empty if it has neither.
  var road: String {
    guard let edge = doubt.edge else { return "" }
    return graph.hasName(edge) ? graph.name(of: edge) : graph.ref(of: edge)
  }

  // MARK: Words

  var title: String {
    switch doubt.kind {
    case .missingRoad: "Road missing"
    case .unusedRoad: "Road that nobody drives"
    case .unreachedLimit: "Speed limit that nobody comes near"
    case .rule(let rule): rule.title
    }
  }

  /// What was counted and what to check, in two sentences.
  var instruction: String {
    let clause = doubt.clause
    let where_ = road.isEmpty ? "" : " (\(road))"
    return clause.prefix(1).uppercased() + clause.dropFirst() + where_ + ". " + advice
  }

  private var advice: String {
    switch doubt.kind {
    case .missingRoad: "Look for a road on recent imagery, and draw it if there is one."
    case .unusedRoad: "Check whether it still exists, is closed, or is drawn twice."
    case .unreachedLimit: "Check whether the sign shows a lower limit."
    case .rule(let rule): rule.advice
    }
  }

  // MARK: Tags

  /// The tags that would end the doubt; empty where the trips do not say which.
  ///
  /// If nobody drives in the direction of a oneway, it leads the other way; otherwise it is none.
  var proposal: [(key: String, value: String)] {
    switch doubt.kind {
    case .missingRoad: [("highway", "road")]
    case .rule(.oneway): [("oneway", doubt.kept == 0 ? "-1" : "no")]
    default: []
    }
  }
}

extension RuleKind {
  fileprivate var title: String {
    switch self {
    case .oneway: "Oneway that drivers contradict"
    case .turnRestriction: "Banned turn that drivers make"
    case .access: "Closed road that drivers use"
    case .closure: "Road used while it is closed"
    case .barrier: "Closed barrier that drivers pass"
    case .vehicleLimit, .nodeLimit: "Sign for vehicles that drivers pass"
    case .speedLimit: "Speed limit that drivers exceed"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .oneway: "Check whether the oneway has been turned round, has ended, or begins elsewhere."
    case .turnRestriction: "Check whether the sign is still there, and for whom and when it holds."
    case .access: "Check the signs, and for whom the road is closed."
    case .closure: "Check the times on the sign."
    case .barrier: "Check whether the barrier is still there, and whether it opens."
    case .vehicleLimit, .nodeLimit: "Check the figures on the sign."
    case .speedLimit: "Check the figure on the sign, and where the limit begins and ends."
    }
  }
}

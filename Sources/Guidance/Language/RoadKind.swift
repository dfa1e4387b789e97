internal import RoadGraph

/// What a road without name and number is called. Raw values are the keys in the file of a language.
enum RoadKind: String, CaseIterable, Sendable {
  case steps
  case cyclePath = "cycle_path"
  case bridlePath = "bridle_path"
  case path, track
  case pedestrianStreet = "pedestrian_street"
  case serviceRoad = "service_road"
  case motorway

  /// - Returns: `nil` for roads that look like every other road, and for links.
  init?(of roadClass: RoadClass) {
    switch roadClass {
    case .steps: self = .steps
    case .cycleway: self = .cyclePath
    case .bridleway: self = .bridlePath
    case .footway, .path: self = .path
    case .track: self = .track
    case .pedestrian: self = .pedestrianStreet
    case .service: self = .serviceRoad
    case .motorway: self = .motorway
    default: return nil
    }
  }
}

extension GuidedLeg {
  /// What the road from edge `index` on is called; `nil` if the words would not help.
  ///
  /// A service road is named only where the driver comes from another road: among service roads it says nothing.
  func kind(ofRoadFrom index: Int) -> RoadKind? {
    let kind = RoadKind(of: graph.roadClass(of: edge(index)))
    if kind == .serviceRoad, index == 0 || graph.roadClass(of: edge(index - 1)) == .service { return nil }
    return kind
  }
}

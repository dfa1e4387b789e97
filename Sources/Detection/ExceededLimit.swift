package import RoadRules

/// A road or barrier passed whose sign excludes the vehicle by its measures or its load.
package struct ExceededLimit: EventPayload {
  /// What has the sign.
  package enum Source: Sendable {
    /// A road, with its tags of limits.
    case way(Int64, tags: String)
    case node(Int64?)

    fileprivate var clause: String {
      switch self {
      case .way(let id, let tags): "; way \(id): \(tags)"
      case .node(let id): id.map { "; node \($0)" } ?? ""
      }
    }
  }

  package var misfit: Misfit
  package var vehicle: Vehicle
  /// The name or number of the road.
  package var road: String?
  package var source: Source

  package init(misfit: Misfit, vehicle: Vehicle, road: String?, source: Source) {
    self.misfit = misfit
    self.vehicle = vehicle
    self.road = road
    self.source = source
  }

  package var type: EventType { .vehicleLimit }

  package var clause: String {
    var excluded = misfit.measures.map { measure in
      "\(measure.rawValue.replacing("_", with: " ")) \(vehicle[measure].map { "\($0)" } ?? "") \(measure.isLength ? "m" : "t")"
    }
    if misfit.contains(.hazardous) { excluded.append("dangerous goods") }
    return "signs exclude \(excluded.joined(separator: ", "))" + Detection.clause(onRoad: road) + source.clause
  }
}

extension EventType {
  package static let vehicleLimit = EventType(rawValue: "vehicle_limit")
}

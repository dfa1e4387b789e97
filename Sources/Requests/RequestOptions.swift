package import Moments
package import RoadGraph
package import RoadRules

/// The options of a request, for any task; `nil` if the request does not set them.
package struct RequestOptions: Sendable {
  package var mode: TravelMode?
  package var optimisation: Optimisation?
  package var avoid: AvoidedFeatures?
  /// Edges to avoid, by their numbers in the map file.
  package var avoidEdges: [Int64]?
  /// Ways to avoid, by their ids in the source of the map.
  package var avoidWays: [Int64]?
  package var avoidArea: AvoidedArea?
  package var isStrict: Bool?
  package var alternatives: Int?
  package var time: RequestTime?
  package var vehicle = Vehicle()
  /// In metres, for waypoints without a radius of their own.
  package var snapRadius: Double?

  package init() {}

  /// The options of a planned route.
  package init(_ options: RouteOptions) {
    mode = options.mode
    vehicle = options.vehicle
    optimisation = options.optimisation
    avoid = options.avoid
  }

  /// These options, completed by others.
  package func completed(by defaults: RequestOptions) -> RequestOptions {
    var result = self
    result.mode = mode ?? defaults.mode
    result.optimisation = optimisation ?? defaults.optimisation
    result.avoid = avoid ?? defaults.avoid
    result.avoidEdges = avoidEdges ?? defaults.avoidEdges
    result.avoidWays = avoidWays ?? defaults.avoidWays
    result.avoidArea = avoidArea ?? defaults.avoidArea
    result.isStrict = isStrict ?? defaults.isStrict
    result.alternatives = alternatives ?? defaults.alternatives
    result.time = time ?? defaults.time
    result.vehicle = vehicle.completed(by: defaults.vehicle)
    result.snapRadius = snapRadius ?? defaults.snapRadius
    return result
  }

  /// - Throws: ``RequestRefusal`` if another time is set.
  mutating func set(_ time: RequestTime) throws(RequestRefusal) {
    if self.time != nil { throw RequestRefusal(.badValue, "a request has departure or arrival, not both") }
    self.time = time
  }
}

/// When a route begins or ends.
package enum RequestTime: Hashable, Sendable {
  case departure(ZonedTime)
  case arrival(ZonedTime)
}

/// An area to avoid.
package enum AvoidedArea: Sendable {
  case area(RoadArea)
  /// The edges in some areas, looked up before.
  case edges([EdgeID])
}

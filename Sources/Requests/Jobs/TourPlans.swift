internal import Geodesy
package import Jobs
internal import Moments
internal import Plans
internal import Routing

extension TracePlans {
  /// The ways that an optimiser planned, as plans: the day of a trace's first fix and its vehicle choose one, as rows of
  /// `--plans` do.
  ///
  /// - Parameters:
  ///   - jobs: the stops of the tours.
  ///   - path: the file of the tours, for messages.
  /// - Returns: `nil` if no tour has a way.
  package init?(tours: [PlannedTour], jobs: [Job], path: String) {
    let drawn = tours.filter { $0.line.count >= 2 && Set($0.line).count >= 2 }
    if drawn.isEmpty { return nil }
    let stops = Dictionary(grouping: jobs.filter { $0.asset != nil }) {
      TourKey(asset: $0.asset?.id ?? "", day: $0.day)
    }
    self = .assigned(
      PlanAssignments(
        tours: drawn.map { tour in
          let ordered = (stops[TourKey(asset: tour.asset.id, day: tour.day)] ?? [])
            .filter { $0.sequence != nil }.sorted { ($0.sequence ?? 0) < ($1.sequence ?? 0) }
          return AssignedTour(tour, past: ordered)
        }, path: path))
  }
}

private struct TourKey: Hashable {
  let asset: String
  let day: CivilDate?
}

/// A tour as a plan.
struct AssignedTour {
  /// The names of its asset, the surest first.
  let vehicles: [String]
  let day: CivilDate?
  let name: String
  let entry: PlanFile.Entry

  /// - Parameter stops: in their order.
  init(_ tour: PlannedTour, past stops: [Job]) {
    vehicles = [tour.asset.id, tour.asset.description].filter { !$0.isEmpty }
    day = tour.day
    name = tour.asset.id + (tour.day.map { " \($0.iso8601)" } ?? "")
    let line = DrawnLine(places: tour.line, stops: Self.waypoints(stops, along: tour.line))
    entry = PlanFile.Entry(id: name, task: .success(.request(WrittenRequest(id: name, .along(line)))))
  }

  /// A stop farther from the line fails the plan: ``ImportSettings/stopReach`` is 60 m from the roads, which may be 15 m
  /// from the line.
  private static let reach: Metres = 45

  /// The stops that the line passes. Several at one place are one.
  private static func waypoints(_ stops: [Job], along line: [Place]) -> [Waypoint] {
    var waypoints: [Waypoint] = []
    for stop in stops where waypoints.last?.place != stop.place && distance(stop.place, line) <= reach {
      var waypoint = Waypoint(place: stop.place)
      waypoint.name = stop.name.isEmpty ? stop.id.text : stop.name
      waypoints.append(waypoint)
    }
    return waypoints
  }

  private static func distance(_ place: Place, _ line: [Place]) -> Metres {
    let ruler = LocalRuler(at: place)
    let points = line.map(ruler.point)
    let centre = ruler.point(place)
    return zip(points, points.dropFirst()).map { project(centre, onto: $0, $1).distance }.min() ?? .infinity
  }
}

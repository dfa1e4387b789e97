import Geodesy
import Jobs
import Moments
import Plans
import Routing
import TestSupport
import Testing

@testable import Requests

private func tour(_ asset: String, _ description: String = "", on day: String?) -> PlannedTour {
  var tour = PlannedTour(
    of: Job.Asset(asset, description: description), on: day.flatMap { CivilDate(iso8601: $0) })
  tour.line = [Place(latitude: 47.1, longitude: 9.5), Place(latitude: 47.2, longitude: 9.5)]
  return tour
}

private func stop(_ id: String, _ sequence: Int?, latitude: Double, longitude: Double = 9.5) -> Job {
  let place = Place(latitude: latitude, longitude: longitude)
  var job = Job(Job.ID(id), at: place, extent: .circle(place, radius: 50))
  (job.asset, job.day, job.sequence) = (Job.Asset("1"), CivilDate(iso8601: "2026-03-02"), sequence)
  return job
}

extension TracePlans {
  fileprivate func name(for vehicle: String, on day: String) -> String? {
    choice(for: TraceNames(ids: [vehicle], vehicle: vehicle, day: CivilDate(iso8601: day))).map {
      name(ofSource: $0.source)
    }
  }
}

@Suite struct `Planned tours` {
  @Test func `are the plans of their assets, by id or description, and day`() throws {
    let tours = [
      tour("1", "2", on: "2026-03-02"), tour("2", "van", on: "2026-03-02"), tour("1", on: "2026-03-03"),
      tour("bus", on: nil),
    ]
    let plans = try #require(TracePlans(tours: tours, jobs: [], path: "solution.json"))
    #expect(plans.sourceCount == 4 && plans.refusals.isEmpty)
    #expect(plans.name(for: "1", on: "2026-03-02") == "1 2026-03-02")
    #expect(plans.name(for: "1", on: "2026-03-03") == "1 2026-03-03")
    #expect(plans.name(for: "1", on: "2026-03-04") == nil)
    // An id counts more than a description.
    #expect(plans.name(for: "2", on: "2026-03-02") == "2 2026-03-02")
    #expect(plans.name(for: "van", on: "2026-03-02") == "2 2026-03-02")
    #expect(plans.name(for: "bus", on: "2026-03-02") == "bus" && plans.name(for: "bus", on: "2026-03-09") == "bus")
  }

  @Test func `pass their stops in order, without those beside the line`() throws {
    let jobs = [
      stop("c", 4, latitude: 47.18), stop("a", 1, latitude: 47.12), stop("far", 2, latitude: 47.14, longitude: 9.6),
      stop("b", 3, latitude: 47.15, longitude: 9.5003), stop("c2", 5, latitude: 47.18),
      stop("none", nil, latitude: 47.16),
    ]
    let plans = try #require(TracePlans(tours: [tour("1", on: "2026-03-02")], jobs: jobs, path: "solution.json"))
    guard case .request(let request) = try plans.entries[0].task.get(), case .along(let line) = request.task else {
      Issue.record("this is no line")
      return
    }
    #expect(line.places.count == 2 && line.stops.map(\.name) == ["a", "b", "c"])
  }

  @Test func `without a way are no plans`() {
    var bare = tour("1", on: nil)
    bare.line = []
    #expect(TracePlans(tours: [bare], jobs: [], path: "solution.json") == nil)
  }
}

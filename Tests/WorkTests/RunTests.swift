import Foundation
import MapImport
import Records
import Reports
import Requests
import RoadGraph
import TestSupport
import Testing
import Traces

@testable import Work

/// Everything that a run writes and says of itself.
private struct Finished: Equatable {
  var files: [String: Data] = [:]
  var counts = RunCounts()
  var outcomes: [WrittenOutcome] = []

  static func == (one: Finished, other: Finished) -> Bool {
    one.files == other.files && one.counts == other.counts && one.outcomes.map(line) == other.outcomes.map(line)
  }

  private static func line(_ written: WrittenOutcome) -> String {
    let outcome = written.outcome
    let place = "\(outcome.file ?? "-"):\(outcome.line ?? 0)"
    return "\(written.number) \(outcome.id ?? "-") \(place) \(outcome.status ?? "-") \(outcome.reason ?? "-") "
      + "\(outcome.refusals.map(\.description)) \(written.ranges)"
  }
}

/// Runs of the program over its samples, without its command line.
private struct Samples {
  let graph: RoadGraph
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    graph = try RoadGraph(importOSM(path: projectRoot.appending(path: "Traces/town.osm").path))
  }

  func matched(_ format: ReportFormat, jobs: Int) async throws -> Finished {
    let files = try traceFiles(in: [projectRoot.appending(path: "Traces").path])
    let settings = TraceSettings(mode: .car, report: TripReportSettings(format: format))
    let destination = ReportDestination.directory(folder.path("match-\(jobs)"))
    let job = try TraceJob(graph: graph, settings: settings, to: destination)
    let source = TraceInputs(files: files, settings: settings.reading)
    return try await finished(job, files, jobs, destination) { source.next() }
  }

  func routed(_ format: ReportFormat, jobs: Int) async throws -> Finished {
    var source = try RequestInputs(.file(projectRoot.appending(path: "Traces/requests.ndjson").path))
    let destination = ReportDestination.directory(folder.path("route-\(jobs)"))
    let settings = RequestSettings(report: RouteReportSettings(format: format))
    let job = try RequestJob(graph: graph, settings: settings, from: source, to: destination)
    return try await finished(job, source.files, jobs, destination) { source.next() }
  }

  private func finished<Work: RunJob>(
    _ job: Work, _ files: [String], _ jobs: Int, _ destination: ReportDestination, next: () -> [Work.Input]?
  ) async throws -> Finished {
    guard case .directory(let path) = destination else { return Finished() }
    var settings = RunSettings(program: .init(version: "test", build: "1"))
    settings.jobs = jobs
    let claim = try OutputClaim(
      destination, names: job.frames.map(\.name), inputs: files, content: job.content, rules: OutputRules())
    var finished = Finished()
    finished.counts = try await Run(job, on: graph, settings: settings, into: claim).run(over: files, next: next) {
      finished.outcomes += $0.outcomes
    }
    for name in job.frames.map(\.name) {
      finished.files[name] = try Data(contentsOf: URL(filePath: path + "/" + name))
    }
    #expect(FileManager.default.fileExists(atPath: path + "/manifest.json"))
    return finished
  }
}

private func object(_ text: some StringProtocol) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}

@Suite struct `A run over many inputs` {
  private let samples: Samples

  init() throws { samples = try Samples() }

  private func expectRanges(of finished: Finished, names: [String]) throws {
    #expect(finished.outcomes.map(\.number) == Array(finished.outcomes.indices))
    for (output, name) in names.enumerated() {
      let bytes = try #require(finished.files[name])
      var end = try #require(finished.outcomes.first).ranges[output].lowerBound
      for outcome in finished.outcomes {
        #expect(outcome.ranges.count == names.count && outcome.ranges[output].lowerBound == end)
        end = outcome.ranges[output].upperBound
      }
      #expect(bytes.count == end, "\(name)")
    }
  }

  @Test func `knows where in each output the trips stand`() async throws {
    let finished = try await samples.matched(.csv, jobs: 2)
    let names = ["trips", "points", "edges", "maneuvers", "events", "rejects"].map { $0 + ".csv" }
    try expectRanges(of: finished, names: names)
    let points = try #require(finished.files["points.csv"])
    for outcome in finished.outcomes where outcome.outcome.status == "ok" {
      let rows = String(decoding: points[outcome.ranges[1]], as: UTF8.self).split(separator: "\n")
      let id = try #require(outcome.outcome.id)
      #expect(!rows.isEmpty && rows.allSatisfy { $0.hasPrefix(id + ",") })
    }
    #expect(finished.outcomes.flatMap(\.outcome.refusals).count == finished.counts.rejectsByReason.values.reduce(0, +))
  }

  @Test func `knows where in each output the answers stand`() async throws {
    let finished = try await samples.routed(.ndjson, jobs: 2)
    try expectRanges(of: finished, names: ["routes.ndjson", "rejects.ndjson"])
    let routes = try #require(finished.files["routes.ndjson"])
    for outcome in finished.outcomes {
      let documents = String(decoding: routes[outcome.ranges[0]], as: UTF8.self).split(separator: "\n")
      for document in documents {
        let read = try object(document)
        #expect(read["id"] as? String == outcome.outcome.id)
      }
      #expect(try object(try #require(documents.first))["status"] as? String == outcome.outcome.status)
    }
  }

  @Test(arguments: [ReportFormat.csv, .json])
  func `has the same outcomes with any number of workers`(format: ReportFormat) async throws {
    let trips = try await samples.matched(format, jobs: 1)
    #expect(try await samples.matched(format, jobs: 8) == trips)
    #expect(trips.counts.reports == 14 && !trips.counts.isAllWell)
    let routes = try await samples.routed(format, jobs: 1)
    #expect(try await samples.routed(format, jobs: 8) == routes)
    #expect(routes.counts.reports == routes.outcomes.count)
  }
}

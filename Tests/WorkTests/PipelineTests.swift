import Foundation
import Geodesy
import MapImport
import Matching
import Moments
import RandomNumbers
import Reports
import RoadGraph
import TestSupport
import Testing
import Traces
import Trips

@testable import Work

/// Reports on traces of a map, one after the other.
private struct Chain {
  private let pipeline: TracePipeline

  init(map: String, mode: TravelMode = .car) throws {
    let graph = try RoadGraph(importOSM(path: map))
    pipeline = TracePipeline(
      graph: graph,
      settings: TraceSettings(mode: mode, report: TripReportSettings()))
  }

  func reports(on traces: [Trace]) -> [TripReport] {
    var scratch = MatchingScratch()
    return traces.map { pipeline.report(on: $0, tripID: $0.id, using: &scratch) }
  }

  func reports(onFile path: String, every step: Int = 1) -> [TripReport] {
    let reader = TraceReader(path: path, settings: TraceReadingSettings())
    var traces: [Trace] = []
    while let item = reader.next() {
      if case .trace(let trace) = item { traces.append(trace) }
    }
    return reports(on: stride(from: 0, to: traces.count, by: step).map { traces[$0] })
  }
}

/// No report contradicts itself, for any drive.
struct PipelineTests {
  private static let town = projectRoot.appending(path: "Traces/town.osm").path

  private func expectNoContradiction(in reports: [TripReport]) {
    for report in reports {
      let found = contradictions(in: report)
      #expect(found.isEmpty, "\(report.tripID): \(found.prefix(5))")
    }
  }

  @Test(arguments: [TravelMode.car, .truck, .bicycle, .pedestrian])
  func `no report on a sample contradicts itself`(mode: TravelMode) throws {
    let chain = try Chain(map: Self.town, mode: mode)
    let samples = projectRoot.appending(path: "Traces").path
    let reports = try traceFiles(in: [samples]).flatMap { chain.reports(onFile: $0) }
    #expect(reports.count == 14)
    expectNoContradiction(in: reports)
  }

  /// Leaps, halts, steps back, positions beyond the map: what no vehicle does, and receivers report.
  @Test(arguments: 1...12)
  func `no report on a random walk contradicts itself`(seed: UInt64) throws {
    let chain = try Chain(map: Self.town)
    let reports = chain.reports(on: (0..<10).map { randomWalk(seed: seed * 100 + $0) })
    #expect(reports.contains { !$0.trip.edges.isEmpty })
    expectNoContradiction(in: reports)
  }

  private func randomWalk(seed: UInt64) -> Trace {
    var random = SplitMix64(seed: seed)
    var latitude = 54.698
    var longitude = 2.845
    var time: Int64 = 1_770_000_000_000
    let stride = [0.00005, 0.0005, 0.004][Int.random(in: 0..<3, using: &random)]
    let fixes = (0..<60).map { _ in
      if Int.random(in: 0..<3, using: &random) > 0 {
        latitude += Double.random(in: -stride...stride, using: &random)
        longitude += Double.random(in: -stride...stride * 2, using: &random)
      }
      time += [0, 1000, 5000, 60_000, 400_000][Int.random(in: 0..<5, using: &random)]
      return Fix(
        place: Place(latitude: latitude, longitude: longitude), time: Timestamp(millisecondsSince1970: time))
    }
    return Trace(id: "walk-\(seed)", source: TraceSource(file: "walk"), fixes: fixes)
  }

  @Test(arguments: [
    ("seattle/seattle-nk-snapped.osm.pbf", "seattle/gps_data.csv", 1, 1),
    ("chicago/chicago-graph.osm.pbf", "chicago/chicago-traces.csv", 40, 23),
    ("cases/gh-mm-issues/issue-13.osm.gz", "cases/gh-mm-issues/issue-13.gpx", 1, 1),
    ("cases/gh-mm-issues/issue-70.osm.gz", "cases/gh-mm-issues/issue-70.gpx", 1, 1),
    ("cases/gh-mm-issues/issue-147.osm.gz", "cases/gh-mm-issues/issue-147.gpx", 1, 1),
  ])
  func `no report on a real drive contradicts itself`(map: String, traces: String, step: Int, count: Int) throws {
    guard let map = realData(map), let traces = realData(traces) else { return }
    let reports = try Chain(map: map.path).reports(onFile: traces.path, every: step)
    #expect(reports.count == count && reports.contains { $0.trip.summary.matched > 0 })
    expectNoContradiction(in: reports)
  }
}

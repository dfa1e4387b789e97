import Foundation
import Geodesy
import Knowledge
import MapImport
import Matching
import Moments
import Records
import Reports
import RoadGraph
import TestSupport
import Testing
import Traces
import Trips

@testable import Work

@Suite("A trip of which parts are hidden")
struct HidingTests {
  private let graph: RoadGraph
  private let pipeline: TracePipeline
  private let key: PrivacyKey

  init() throws {
    graph = try RoadGraph(importOSM(path: projectRoot.appending(path: "Traces/town.osm").path))
    var settings = TraceSettings(mode: .car, report: TripReportSettings())
    settings.findsCrossings = true
    settings.findsNotifications = true
    settings.matching.alternatives.most = 3
    settings.matching.explanation.mostCandidates = 8
    pipeline = TracePipeline(graph: graph, settings: settings)
    key = try PrivacyKey(Array("the key of a fleet".utf8))
  }

  private func reports() throws -> [TripReport] {
    var scratch = MatchingScratch()
    var reports: [TripReport] = []
    for path in try traceFiles(in: [projectRoot.appending(path: "Traces").path]) {
      let reader = TraceReader(path: path, settings: TraceReadingSettings())
      while let item = reader.next() {
        guard case .trace(let trace) = item else { continue }
        reports.append(pipeline.report(on: trace, tripID: trace.id, using: &scratch))
      }
    }
    return reports
  }

  @Test("It does not contradict itself, and nothing of it touches the ground", arguments: [100.0, 250])
  func ends(radius: Metres) throws {
    var hiding = Hiding()
    hiding.ends = EndDiscs(radius: radius, key: key)
    var visible = 0
    for report in try reports() {
      let ground = hiding.ground(of: report.trip)
      guard let hidden = pipeline.hidden(report, by: hiding) else { continue }
      visible += 1
      let found = contradictions(in: hidden)
      #expect(found.isEmpty, "\(report.tripID): \(found.prefix(5))")
      for fix in hidden.trip.matched.trace.fixes { #expect(fix.place.map { !ground.contains($0) } ?? true) }
      for edge in hidden.trip.edges { #expect(!ground.touches(edge.edge.segment, of: graph)) }
      for alternative in hidden.trip.alternatives ?? [] {
        for edge in alternative.edges { #expect(!ground.touches(edge.edge.segment, of: graph)) }
      }
      #expect(hidden.trip.summary.length < report.trip.summary.length)
      #expect(hidden.trip.matched.trace.fixes.allSatisfy { $0.line == 0 } && hidden.trip.matched.trace.firstRecord == 0)
    }
    #expect(visible > 3)
  }

  @Test("It is the same whatever the hidden part was")
  func independence() throws {
    // The second trace stands two minutes longer at its begin, which is hidden.
    var hiding = Hiding()
    hiding.ends = EndDiscs(radius: 200, key: key)
    for report in try reports() {
      var trace = report.trip.matched.trace
      guard let first = trace.fixes.first, first.refusal == nil, let time = first.time, let place = first.place else {
        continue
      }
      for number in 1...4 {
        trace.fixes.insert(Fix(place: place, time: time.adding(seconds: Double(-30 * number))), at: 0)
      }
      var scratch = MatchingScratch()
      let longer = pipeline.report(on: trace, tripID: report.tripID, using: &scratch)
      let (one, other) = (pipeline.hidden(report, by: hiding), pipeline.hidden(longer, by: hiding))
      #expect(one?.trip.edges.map(\.edge) == other?.trip.edges.map(\.edge))
      #expect(one?.trip.summary.beginTime == other?.trip.summary.beginTime)
      #expect(one?.trip.summary.fixes == other?.trip.summary.fixes)
      #expect(one?.trip.summary.duration == other?.trip.summary.duration)
    }
  }

  @Test("It has other names and begins at a full minute, and keeps its lengths of time")
  func names() throws {
    var hiding = Hiding()
    hiding.names = key
    hiding.timeStep = 60_000
    for report in try reports() {
      let hidden = try #require(pipeline.hidden(report, by: hiding))
      let (trace, before) = (hidden.trip.matched.trace, report.trip.matched.trace)
      #expect(hidden.tripID == key.name(for: report.tripID) && trace.id == key.name(for: before.id))
      #expect(
        trace.source.file == key.name(for: before.source.file) && trace.writtenID == key.name(for: before.writtenID))
      #expect(hidden.trip.summary.duration == report.trip.summary.duration)
      if let begin = hidden.trip.summary.beginTime { #expect(begin.millisecondsSince1970 % 60_000 == 0) }
      #expect(trace.fixes.count == before.fixes.count)
    }
  }

  @Test("A refusal says nothing of where it was")
  func refusals() {
    var hiding = Hiding()
    hiding.names = key
    let refusal = Refusal(
      file: "van-1.csv", line: 418, traceID: "van-1", reason: "bad_position", message: "latitude 481.2")
    let hidden = refusal.hidden(by: hiding)
    #expect(hidden.line == nil && hidden.file == key.name(for: "van-1.csv") && hidden.traceID == key.name(for: "van-1"))
    #expect(hidden.reason == "bad_position" && !hidden.message.contains("481"))
    #expect(refusal.hidden(by: Hiding()) == refusal)
  }
}

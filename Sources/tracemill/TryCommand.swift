internal import ArgumentParser
internal import Foundation
internal import RoadGraph
internal import Traces
internal import Matching
internal import Trips

struct TryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "try")
  @Argument var file: String
  @Option var map: String
  @Flag var edges = false
  func run() async throws {
    let graph = try RoadGraph(path: map)
    let clock = ContinuousClock()
    let t0 = clock.now
    try graph.verify()
    let t1 = clock.now
    let reader = TraceReader(path: file)
    var traces: [Trace] = []
    while let item = reader.next() { if case .trace(let t) = item { traces.append(t) } }
    let t2 = clock.now
    let cleaner = TraceCleaner()
    for i in traces.indices { traces[i] = cleaner.clean(traces[i]) }
    let t3 = clock.now
    let matcher = Matcher(graph: graph, settings: MatchingSettings(mode: .car))
    let builder = TripBuilder(graph: graph, mode: .car)
    var scratch = MatchingScratch()
    var counts: [String: Int] = [:]
    var n = 0
    var length = 0.0, wrong = 0.0, conf = 0.0, legs = 0
    for trace in traces {
      let m = matcher.match(trace, using: &scratch)
      let trip = builder.trip(of: m)
      n += trace.fixes.count
      counts["trip " + trip.status.rawValue, default: 0] += 1
      for f in m.fixes { counts["fix " + f.status.rawValue + " " + (f.reason?.rawValue ?? ""), default: 0] += 1 }
      length += trip.summary.length; wrong += trip.summary.wrongWayLength; conf += trip.summary.confidence
      legs += trip.legs.count
      if edges {
        for e in trip.edges {
          print(graph.way(of: e.edge).rawValue, e.edge.isForward ? 1 : 0, Int(e.length), e.isWrongWay ? "WRONG" : "", graph.source(of: graph.tail(of: e.edge))?.rawValue ?? 0, graph.source(of: graph.head(of: e.edge))?.rawValue ?? 0)
        }
      }
    }
    let t4 = clock.now
    FileHandle.standardError.write(Data("verify \(t1 - t0) read \(t2 - t1) clean \(t3 - t2) match \(t4 - t3) fixes \(n) per s \(Double(n) / ((t4 - t3) / .seconds(1)))\n traces \(traces.count) length \(length) wrong \(wrong) conf \(conf / Double(traces.count)) legs \(legs)\n \(counts.sorted { $0.key < $1.key })\n".utf8))
  }
}

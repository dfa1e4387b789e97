import Foundation
import Guidance
import Reports
import Requests
import RoadGraph
import Routing

/// Measures what becomes of requests for routes, step by step, in processor time of one thread:
/// `route-times MAP.tmg REQUESTS`.
///
/// All steps but the search are done several times, and the least time counts: what else runs on the machine makes times
/// longer and never shorter. So what is kept from route to route is known.
@main struct RouteTimes {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { return print("route-times MAP.tmg REQUESTS") }
    let graph = try RoadGraph(path: arguments[1])
    let file = try RequestFile(path: arguments[2])
    let resolver = RequestResolver(on: graph)
    func read(_ line: RequestLine) throws -> RouteRequest {
      let written = try file.form.request(line)
      guard case .through(let waypoints) = written.task else { throw RouteError.tooFewWaypoints }
      return try resolver.request(written.options, through: waypoints)
    }
    var router = Router(on: graph)
    var times = StepTimes()
    let memory = JunctionMemory(on: graph)
    var scratch = RenderingScratch()
    while let line = file.next() {
      guard let request = times.measure("reading", { try? read(line) }) else {
        continue
      }
      guard let route = times.measure("search", repetitions: 1, { try? router.route(request) }) else { continue }
      let guided = times.measure("guidance") { itinerary(of: route, on: graph, memory: memory) }
      let described = times.measure("description") { DescribedRoute(route, itinerary: guided, on: graph) }
      let report = RouteReport(
        id: "1", file: nil, line: nil, request: request, result: .success(described), graph: graph)
      for format in ReportFormat.allCases {
        let renderer = ReportRenderer(try ReportLayout(RouteReportSettings(format: format), for: .standardOutput))
        let chunk = times.measure("rendering as \(format)") { renderer.render(report, &scratch)[0] }
        if format == .ndjson { times.byteCount += chunk.bytes.count }
      }
      times.routes += 1
      times.elements += report.rowCount(of: .elements)
    }
    times.tell()
  }
}

/// Times of steps, added up over routes.
struct StepTimes {
  var routes = 0
  var elements = 0
  var byteCount = 0
  private var names: [String] = []
  private var sums: [String: Double] = [:]

  mutating func measure<Result>(_ name: String, repetitions: Int = 9, _ body: () -> Result) -> Result {
    var least = Double.infinity
    var result: Result?
    for _ in 0..<repetitions {
      let start = processorTime()
      result = body()
      least = min(least, processorTime() - start)
    }
    if sums[name] == nil { names.append(name) }
    sums[name, default: 0] += least
    return result ?? body()
  }

  func tell() {
    guard routes > 0 else { return print("no request has a route") }
    print("\(routes) routes, \(elements / routes) elements and \(byteCount / routes) bytes of NDJSON on average")
    for name in names { print(name + String(format: ": %.1f µs", (sums[name] ?? 0) / Double(routes) * 1e6)) }
  }
}

/// Processor time of the thread, in seconds.
private func processorTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

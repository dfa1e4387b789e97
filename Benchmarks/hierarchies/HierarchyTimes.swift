import Foundation
import Hierarchies
import RoadGraph

/// Measures the hierarchy of a map's turns: `hierarchy-times MAP.tmg [QUERIES]`.
@main struct HierarchyTimes {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2 else { return print("hierarchy-times MAP.tmg [QUERIES]") }
    let map = try RoadGraph(path: arguments[1])
    let queries = arguments.count > 2 ? Int(arguments[2]) ?? 1000 : 1000
    var settings = DissectionSettings()
    let environment = ProcessInfo.processInfo.environment
    if let text = environment["SHARE"], let share = Double(text) { settings.share = share }
    if let text = environment["DIRECTIONS"], let count = Int(text) { settings.directions = count }
    if let text = environment["LEAF"], let size = Int(text) { settings.leafSize = size }
    let lines = timed("line graph") { LineGraph(of: map) }
    print("vertices \(lines.graph.vertexCount), arcs \(lines.graph.arcCount)")
    let edges = timed("order of edges") { EdgeOrder(of: map, for: .vehicles, settings: settings) }
    let order = timed("order of vertices") { edges.order(ofVerticesOn: lines.edges) }
    let hierarchy = timed("contract") { Hierarchy(of: lines.graph, order: order) }
    print(
      "arcs of the hierarchy \(hierarchy.arcCount), triangles \(hierarchy.triangleCount), height \(hierarchy.height)")
    let metric = timed("customise") { Metric(of: hierarchy, weights: lines.weights) }
    measureQueries(queries, lines, hierarchy, metric)
  }

  static func measureQueries(_ count: Int, _ lines: LineGraph, _ hierarchy: Hierarchy, _ metric: Metric) {
    var search = HierarchySearch(for: hierarchy)
    var arcs: [UInt32] = []
    var random = SystemRandomNumberGenerator()
    var times: [Double] = []
    var pathTimes: [Double] = []
    var tried = 0
    let vertices = UInt32(lines.graph.vertexCount)
    while times.count < count, tried < 100 * count {
      let begin = [SearchSeed(vertex: .random(in: 0..<vertices, using: &random), cost: 0)]
      let end = [SearchSeed(vertex: .random(in: 0..<vertices, using: &random), cost: 0)]
      let start = processorTime()
      let path = search.path(from: begin, to: end, on: hierarchy, metric)
      let middle = processorTime()
      arcs.removeAll(keepingCapacity: true)
      search.appendArcs(to: &arcs, on: hierarchy, metric)
      let finish = processorTime()
      tried += 1
      guard path != nil else { continue }
      times.append(middle - start)
      pathTimes.append(finish - middle)
    }
    guard !times.isEmpty else { return print("no two edges are joined by a path") }
    times.sort()
    pathTimes.sort()
    let (middle, late) = (times.count / 2, times.count * 95 / 100)
    print(
      "\(times.count) paths of \(tried) pairs; search \(inMicroseconds(times[middle])), 95 % \(inMicroseconds(times[late]))"
    )
    print("unpacking \(inMicroseconds(pathTimes[middle]))")
  }

  static func inMicroseconds(_ time: Double) -> String { String(format: "%.1f µs", time * 1e6) }

  static func timed<Result>(_ name: String, _ body: () -> Result) -> Result {
    let start = processorTime()
    let result = body()
    print("\(name): \(processorTime() - start) s")
    return result
  }

  static func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

import Foundation
import Hierarchies
import RandomNumbers
import RoadGraph
import RoadRules
import Routing

/// Measures the hierarchy of a map's turns and searches in it, in processor time of one thread:
/// `hierarchy-times MAP.tmg [SEARCHES]`.
@main struct HierarchyTimes {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2 else { return print("hierarchy-times MAP.tmg [SEARCHES]") }
    let map = try RoadGraph(path: arguments[1])
    let turns = timed("graph of turns") {
      TurnGraph(of: map, states: TurnStates(of: map), network: .vehicles)
    }
    let edges = timed("order of edges") { EdgeOrder(of: map, for: .vehicles) }
    let hierarchy = timed("contraction") { Hierarchy(of: turns.arcs, order: turns.contractionOrder(edges)) }
    let weights = timed("weights") { turns.weights(RoadCosts(graph: map, options: RouteOptions())) }
    let metric = timed("customisation") { Metric(of: hierarchy, weights: weights) }
    print("\(turns.arcs.vertexCount) vertices, \(turns.arcs.arcCount) turns, \(hierarchy.arcCount) arcs")
    print("\(hierarchy.triangleCount) triangles, \(hierarchy.height) ranks at most to a root")
    try measureStorage(of: hierarchy, map)
    let searches = Searches(turns: turns.arcs, hierarchy: hierarchy, metric: metric)
    searches.measure(count: arguments.count > 2 ? Int(arguments[2]) ?? 1000 : 1000)
  }

  static func measureStorage(of hierarchy: Hierarchy, _ map: RoadGraph) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("hierarchy-\(UUID()).tmg").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(map.bytes(adding: hierarchy.sections)).write(to: URL(filePath: path))
    let grown = try RoadGraph(path: path)
    print("\(grown.byteCount - map.byteCount) bytes more than \(map.byteCount) in the file")
    _ = try timed("opening") { try Hierarchy(storedIn: grown) }
  }

  static func timed<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    let start = processorTime()
    let result = try body()
    print(name + String(format: ": %.3f s", processorTime() - start))
    return result
  }
}

/// Processor time of the thread, in seconds.
func processorTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

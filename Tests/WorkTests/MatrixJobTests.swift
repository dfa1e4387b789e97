import Reports
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

@testable import Work

@Suite struct `A job of a matrix` {
  private func bytes(_ graph: RoadGraph, mostKept: Int?) throws -> String {
    let sketch = try Self.sketch.get()
    let ids: [Character] = ["A", "B", "C", "D"]
    let list = MatrixPlaces.List(
      path: "places.csv", ids: ids.map { String($0) }, waypoints: ids.map { Waypoint(place: sketch.place($0)) },
      refusals: [])
    let request = RouteRequest(waypoints: [])
    let prepared = PreparedRoads(
      roads: try RoutingHierarchy(of: graph), costs: RoadCosts(graph: graph, options: request.options))
    let job = MatrixJob(
      MatrixPlaces(rows: list, columns: nil).within(30), request, on: graph,
      settings: RequestSettings(report: RouteReportSettings(format: .json)), prepared: prepared, format: .json,
      mostKept: mostKept)
    var worker = job.makeWorker()
    var counts = RunCounts()
    var text = ""
    let next = job.inputs()
    while let bundle = next() {
      for input in bundle {
        for outcome in job.work(on: input, using: &worker, &counts) {
          for chunk in outcome.rendered.flatMap({ $0 }) { text += String(decoding: chunk.bytes, as: UTF8.self) }
        }
      }
    }
    #expect(counts.reports == 16 && counts.byStatus == ["ok": 16])
    return text
  }

  private static let sketch = Result {
    try RoadSketch("A--B---C----D", metresPerCell: 100, roads: ["A-B", "B-C", "C-D"])
  }

  @Test func `finds distances again that it did not keep`() throws {
    let graph = try Self.sketch.get().graph
    let kept = try bytes(graph, mostKept: nil)
    #expect(
      kept.hasSuffix("],\"distances\":[\n[0,300,700,1200],\n[300,0,400,900],\n[700,400,0,500],\n[1200,900,500,0]"))
    for most in [0, 5, 8] { #expect(try bytes(graph, mostKept: most) == kept) }
  }
}

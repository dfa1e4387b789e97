import Geodesy
import Matching
import RoadGraph
import RoadRules
import TestSupport
import Testing

@Suite struct `What is likely before a fix is seen` {
  /// Two ways of the same length from B to C.
  private func block() throws -> RoadSketch {
    try RoadSketch(
      """
             E---------F
             |         |
      A--1---B         C---2--D
             |    3    |
             G---------H
      """, metresPerCell: 10, roads: ["A-B", "B-E-F-C", "B-G-H-C", "C-D"])
  }

  private func driven(_ sketch: RoadSketch, _ fixes: String, _ prior: RoutePrior?) -> String {
    match(sketch, sketch.trace(fixes, every: 30)) { $0.rules.prior = prior }.spelled(on: sketch)
  }

  private func edges(_ sketch: RoadSketch, _ names: String) -> [EdgeID] {
    names.split(separator: " ").map { sketch.edge(String($0)) }
  }

  @Test(arguments: ["BE EF FC", "BG GH HC"])
  func `the way of the plan is taken where fixes do not tell`(way: String) throws {
    let sketch = try block()
    let plan = RoutePrior(plan: edges(sketch, "AB \(way) CD"))
    #expect(driven(sketch, "12", plan) == "AB \(way) CD")
    #expect(driven(sketch, "12", plan) != driven(sketch, "21", plan), "a plan has a direction")
  }

  @Test(arguments: ["BE EF FC", "BG GH HC"])
  func `the way that many drove is taken where fixes do not tell`(way: String) throws {
    let sketch = try block()
    var passages = [UInt32](repeating: 3, count: sketch.graph.edgeCount)
    for edge in edges(sketch, way) { passages[edge.index] = 40 }
    #expect(driven(sketch, "12", RoutePrior(use: passages)) == "AB \(way) CD")
  }

  @Test func `a fix beside another way is worth more than the plan`() throws {
    let sketch = try block()
    let plan = RoutePrior(plan: edges(sketch, "AB BE EF FC CD"))
    #expect(driven(sketch, "132", plan) == "AB BG GH HC CD")
  }

  @Test func `what nobody has driven is as likely as anything else`() throws {
    let sketch = try block()
    let none = RoutePrior(use: [UInt32](repeating: 0, count: sketch.graph.edgeCount))
    #expect(driven(sketch, "12", none) == driven(sketch, "12", nil))
  }
}

internal import Geodesy
internal import RoadGraph

/// The times of edges without the delays of turns, so that both together are right in the mean.
///
/// An edge that leads to a crossing with delays, by itself or by edges with one way on, is driven at the pace of moving; all
/// that is lost beyond it, in whatever hour, is in the delays. One factor for all of these edges makes the sums of times
/// and delays those of the expected times. Other edges keep the expected times.
struct MovingTimes: Sendable {
  private let model: SpeedModel
  /// By edge, in seconds per metre; 0 where the expected time holds.
  private var paces: [Float] = []

  init(_ model: SpeedModel, _ delays: EndDelays) {
    self.model = model
    guard !delays.turns.isEmpty else { return }
    paces = [Float](repeating: 0, count: model.graph.edgeCount)
    let crossings = CrossingsAhead(model.graph, mode: model.mode)
    var (expected, moving, delay) = (0.0, 0.0, 0.0)
    for (row, number) in model.waits.bins.edges.enumerated() {
      let edge = EdgeID(Int(number))
      let last = crossings.ahead(of: edge).last
      let sums = delays.sums(of: last)
      guard sums.passages > 0 else { continue }
      let weight = sums.passages * Double(model.field.lengths[edge.index])
      expected += weight * Double(model.field.paces[edge.index])
      moving += weight * Double(model.waits.paces[row])
      if edge == last { delay += sums.delay }
      paces[edge.index] = model.waits.paces[row]
    }
    let factor = Float(min(max((expected - delay) / max(moving, 1e-9), 0.5), 3))
    for edge in paces.indices { paces[edge] *= factor }
  }

  /// In seconds per metre.
  ///
  /// - Parameter expected: with the delays.
  func pace(of edge: Int, expected: Double) -> Double {
    paces.isEmpty || paces[edge] == 0 ? expected : min(expected, Double(paces[edge]))
  }
}

import Hierarchies
import RandomNumbers

/// How the weights of a graph's arcs are held.
enum MetricForm: CaseIterable {
  case whole
  /// Greater weights for some arcs, and the arcs of the hierarchy that cost less by the right ones.
  case inTwo

  func metric(of hierarchy: Hierarchy, _ sketch: RandomGraph, _ random: inout SplitMix64) -> Metric {
    let metric = Metric(of: hierarchy, weights: sketch.weights)
    guard self == .inTwo else { return metric }
    let greater = sketch.weights.map { weight in
      switch Int.random(in: 0..<4, using: &random) {
      case 0: UInt32.max
      case 1: weight < .max - 3 ? weight + 3 : weight
      default: weight
      }
    }
    let other = Metric(of: hierarchy, weights: greater)
    return other.with(metric.arcs(below: other))
  }
}

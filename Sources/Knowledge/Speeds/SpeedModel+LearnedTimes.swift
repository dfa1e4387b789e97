internal import Geodesy
internal import RoadGraph
package import RoadRules

extension SpeedModel {
  /// The speeds for routing, with the delays of turns beside them if these are given.
  ///
  /// A speed is that of the expected time, so that sums of times are right in the mean. With delays, the mean delay at
  /// the end of an edge is taken out of it; a delay is shortened by as much as its edge could not give.
  package func learnedTimes(delays: [TurnDelay] = []) -> LearnedTimes {
    let ends = EndDelays(delays, settings.classes)
    let classCount = settings.classes.count
    var speeds = [UInt16](repeating: 0, count: graph.edgeCount * classCount)
    for edge in 0..<graph.edgeCount where isLearned(EdgeID(edge)) {
      for hours in 0..<classCount {
        let pace = Double(field.pace(of: edge, in: hours))
        let moving = ends.movingPace(of: edge, in: hours..<hours + 1, pace: pace, self)
        speeds[edge * classCount + hours] = UInt16(max(1, min(65_535, (360 / moving).rounded())))
      }
    }
    return LearnedTimes(
      classes: settings.classes, speeds: speeds, turns: ends.turns.map { ($0.from, $0.onto) },
      delays: ends.turns.flatMap { turn in (0..<classCount).map { storedDelay(of: turn, in: $0, ends) } })
  }

  /// A ferry that nobody took keeps the times of the profile.
  private func isLearned(_ edge: EdgeID) -> Bool {
    covers(edge) && (graph.roadClass(of: edge) != .ferry || round.cellCounts[edge.index] > 0)
  }

  private func storedDelay(of turn: EndDelays.Turn, in hours: Int, _ ends: EndDelays) -> UInt16 {
    let mean = Double(ends.mean(of: turn.from, in: hours))
    guard mean > 0 else { return 0 }
    let edge = turn.from.index
    let pace = Double(field.pace(of: edge, in: hours))
    let moving = ends.movingPace(of: edge, in: hours..<hours + 1, pace: pace, self)
    let taken = min(1, (pace - moving) * Double(field.lengths[edge]) / mean)
    return UInt16(max(0, min(65_535, (Double(turn.delays[hours]) * taken * 10).rounded())))
  }
}

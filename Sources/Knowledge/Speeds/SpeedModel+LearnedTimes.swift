internal import Geodesy
internal import RoadGraph
package import RoadRules

extension SpeedModel {
  /// The speeds for routing, with the delays of turns beside them if these are given.
  ///
  /// A speed is that of the expected time, so that sums of times are right in the mean; beside delays, that of
  /// ``MovingTimes``.
  package func learnedTimes(delays: [TurnDelay] = []) -> LearnedTimes {
    let ends = EndDelays(delays, settings.classes)
    return LearnedTimes(
      classes: settings.classes, speeds: speeds(MovingTimes(self, ends)), turns: ends.turns.map { ($0.from, $0.onto) },
      delays: ends.turns.flatMap { turn in turn.delays.map { UInt16(min(65_535, ($0 * 10).rounded())) } })
  }

  /// The same with the delays of all turns at crossings of which some are known.
  package func learnedTimes(with fold: DelayFold) -> LearnedTimes {
    let ends = EndDelays(fold)
    let (turns, delays) = fold.learned()
    return LearnedTimes(
      classes: settings.classes, speeds: speeds(MovingTimes(self, ends)), turns: turns, delays: delays)
  }

  /// By edge and class, in 0.01 km/h; 0 where the profile holds.
  private func speeds(_ times: MovingTimes) -> [UInt16] {
    let classCount = settings.classes.count
    var speeds = [UInt16](repeating: 0, count: graph.edgeCount * classCount)
    for edge in 0..<graph.edgeCount where isLearned(EdgeID(edge)) {
      for hours in 0..<classCount {
        let pace = times.pace(of: edge, expected: Double(field.pace(of: edge, in: hours)))
        speeds[edge * classCount + hours] = UInt16(max(1, min(65_535, (360 / pace).rounded())))
      }
    }
    return speeds
  }

  /// A ferry that nobody took keeps the times of the profile.
  private func isLearned(_ edge: EdgeID) -> Bool {
    covers(edge) && (graph.roadClass(of: edge) != .ferry || round.cellCounts[edge.index] > 0)
  }
}

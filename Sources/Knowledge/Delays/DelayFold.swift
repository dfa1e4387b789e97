internal import Geodesy
package import Moments
package import RoadGraph
package import RoadRules

/// What turns cost beyond free flow, by class of the week, from many drives.
///
/// The delay of a passage is the time from the end of the queue through the crossing, and until the vehicle has regained
/// its speed, less the time that the same metres take in free flow and what vehicles on the free road lose as well.
/// Drives whose fixes are so far apart that one span holds several crossings are divided by what the crossings are
/// expected to cost, and the expectations come from the division (``DelayFit``).
///
/// The expectations are fitted to a ``DriveSample``. The last division takes all drives; its passages lie in a scratch file
/// as long as the fold lives, 20 bytes each, and rows and model stand on them.
///
/// Memory grows with the map and the classes in which turns were passed, not with the passages.
package struct DelayFold: Sendable {
  package let classes: WeekClasses
  package var counts: DelayCounts { passages.counts }
  let index: TurnIndex
  let cells: DelayCells
  let sums: DelaySums
  let model: DelayModel
  /// By turn, the number of its kind.
  let kinds: [UInt8]
  let passages: TurnPassages

  /// - Parameters:
  ///   - sample: of the drives; by default one is taken here.
  ///   - freeFlow: seconds per metre in free flow; by default what the drives show.
  ///   - clock: the clocks of the place.
  package init(
    of source: some DriveSource, sample: DriveSample? = nil, on graph: RoadGraph, mode: TravelMode = .car,
    classes: WeekClasses = .usual, clock: LocalClock = .utc, settings: DelaySettings = DelaySettings(),
    freeFlow: ((EdgeID) -> Double)? = nil
  ) throws {
    self.classes = classes
    index = TurnIndex(of: graph, for: mode)
    let sample = try sample ?? DriveSample(of: source, steps: settings.stepsOfSample, workers: settings.workers)
    let fit = try DelayFit(
      to: sample, DelayScan(settings, index, classes, clock), ExpectedTimes(graph: graph, mode: mode),
      freeFlow: freeFlow.map { pace in (0..<graph.edgeCount).map { Float(pace(EdgeID($0))) } })
    kinds = fit.kinds
    passages = try TurnPassages(of: source, fit)
    (cells, sums) = try passages.sums(kinds: kinds, workers: settings.workers)
    model = DelayModel(sums, cells, kindOf: kinds, classCount: classes.count)
  }
}

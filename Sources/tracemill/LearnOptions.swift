internal import ArgumentParser
internal import Knowledge
internal import Reports
internal import RoadGraph
internal import Storage
internal import Work

/// Whether a run adds its drives to a store of knowledge.
struct LearnOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Also add the drives to this folder of knowledge, from which tracemill learn makes speeds, delays and counts. A night \
      that is run again replaces its own drives.
      """, valueName: "dir"), completion: .directory)
  var learn: String?

  var isGiven: Bool { learn != nil }

  /// What takes the drives of a run; `nil` if nobody asks.
  ///
  /// - Throws: a `Failure` if the folder cannot take them.
  func learning(_ writing: OutputOptions<some ReportTable>, mode: TravelMode, zone: String?) throws -> DriveLearning? {
    guard let learn else { return nil }
    if case .directory(let reports) = writing.destination, linkTarget(of: learn) == linkTarget(of: reports) {
      throw Failure(exit: .usage, description: "\(learn): the reports go here; give --learn a folder of its own.")
    }
    do throws(StoreError) {
      return try DriveLearning(into: learn, mode: mode, zone: zone)
    } catch {
      throw Failure(exit: .unwritableOutput, description: error.description)
    }
  }

  /// Says what became of the drives.
  func summarise(_ counts: RunCounts, _ console: Console) {
    guard let learn, let learned = counts.learned else { return }
    console.inform(
      "\(learned.added) drives added to \(learn), \(learned.replaced) of earlier runs replaced, "
        + "\(learned.unchanged) as they were")
  }
}

internal import ArgumentParser
internal import Jobs
internal import Matching
internal import Moments
internal import Records
internal import Reports
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Storage
internal import Traces
internal import Work

extension MatchCommand {
  func validateResumed() throws {
    try writing.checkResumable()
    if traces.contains("-") || traces.contains(where: { FileKind(at: $0) == .stream }) {
      throw ValidationError(
        "--resume reads files again where a run has ended, which a stream does not allow; store it.")
    }
    try checkPlainText()
  }

  private func checkPlainText() throws {
    guard try !writing.layout(settings().report).frames.allSatisfy(\.isPlainText) else { return }
    throw ValidationError(
      "--resume takes rows over from plain text; choose another format than gpkg and html, and none with .gz or .zst.")
  }

  func countsResumed(_ settings: inout TraceSettings, _ record: RunRecord) async throws -> RunCounts {
    let console = Console(verbosity)
    let found = try inputs.traceFiles(naming: traces, reading, verbosity)
    let files = found.files
    settings.reading.folders = found.folders
    let others =
      plans.files + self.places.files + rules.files + guidance.files + hiding.files
      + [matching.folderOfPrior]
    let isPartitioned = resuming.partition != nil
    settings.hiding = try hiding.hiding()
    var content = OutputContent(.trips, of: settings.report)
    // With a ledger, reports grow from run to run.
    if !writing.hasLedger { content.inputs = files }
    let claim = try writing.claim(
      settings.report, content, inputs: files + [inputs.filesFrom] + maps.paths() + others, console, partials: .keep
    ) { !isPartitioned || $0.holdsRefusals }
    try hiding.check(claim, settings.hiding, isAdding: true)
    let graphs = try maps.open()
    if graphs.count > 1 { try validateMaps() }
    record.graph = graphs.first
    let learning = try learning.learning(
      writing, mode: settings.matching.rules.mode, zone: reading.clock.timeZone)
    let places = try prepared(&settings, on: graphs, console)
    var resuming = resuming.settings(settings.clock)
    resuming.options = optionsOfRows.merging(options(settings)) { $1 }
    resuming.options["newer_than"] = nil
    resuming.keys = places[0].settings.timetable.keys(of: rules.traffic)
      .merging(matching.keys(of: places)) { $0 ^ $1 }
    resuming.selectsTimes = settings.window.begin != nil || settings.window.end != nil
    var job = try TraceJob(maps: places, to: claim.destination)
    job.partitioning = resuming.partitioning
    let run = try ResumedRun(
      job, on: graphs[0],
      settings: running.settings(
        options(settings, places), reading: files, endsInTime: true),
      resuming: resuming, into: claim, learning: learning)
    var progress = ProgressTeller(console, unit: "trips", files: files)
    defer { console.progress("") }
    let result = try await endingOrderly {
      try await run.run(
        over: files, besides: others.compactMap(\.self) + job.namedFiles, reading: settings.reading,
        selection: inputs.selection(),
        refusals: found.skipped + settings.refusalsOfFiles, splitter: settings.splitter
      ) { progress.tell($0.counts) }
    }
    progress.tell(result.counts, isEnd: true)
    MapsOptions.summarise(result.counts, on: graphs, console)
    (record.layouts, record.knownLayouts) = (result.layouts, claim.earlier.layouts)
    tell(result.tally, isPartitioned: isPartitioned, console)
    return result.counts
  }

  private func tell(_ tally: ResumeTally, isPartitioned: Bool, _ console: Console) {
    if let damage = tally.damage { console.warn("\(damage). Everything was matched again.") }
    if tally.damaged > 0 {
      console.warn("\(writing.output): rows of \(tally.damaged) files were damaged or gone and were made again")
    }
    if tally.underOtherCircumstances > 0 {
      let reasons = tally.differences.joined(separator: ", ")
      console.inform("\(tally.underOtherCircumstances) files matched again: \(reasons)")
    }
    if tally.renamed > 0 { console.inform("\(tally.renamed) files matched again: their traces have other ids now") }
    if tally.unnamed > 0 {
      let fate = isPartitioned ? "their rows stay" : "their rows are gone"
      console.inform("\(tally.unnamed) files of earlier runs are not among the inputs; \(fate)")
    }
    if tally.isAsBefore {
      console.inform("\(writing.output): nothing to do; all \(tally.done) files were matched before")
    } else {
      console.inform("\(tally.done) files were matched before, \(tally.worked) now: \(tally.words)")
    }
  }
}

extension ResumeTally {
  /// Why files were matched, with their numbers.
  fileprivate var words: String {
    let counts = [
      ("new", new), ("changed", changed), ("continued", continued), ("damaged", damaged), ("renamed", renamed),
      ("under other options", underOtherCircumstances),
    ]
    let words = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    return words.isEmpty ? "none" : words.joined(separator: ", ")
  }
}

extension TraceSettings {
  /// What was refused in the files of plans, of jobs and of places.
  var refusalsOfFiles: [Refusal] { (plans?.refusals ?? []) + (jobs?.list.refusals ?? []) + siteRefusals }
}

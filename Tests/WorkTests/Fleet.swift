import Foundation
import Geodesy
import Knowledge
import Moments
import RandomNumbers
import Records
import Reports
import RoadGraph
import Synchronization
import TestSupport
import Traces

@testable import Work

/// Where a run is killed: it goes no further than this.
struct Killed: Error {}

/// A folder of inputs that changes, and runs over it on one straight road.
final class Fleet {
  let folder: TemporaryFolder
  let graph: RoadGraph
  /// Names of the present inputs, with what each holds: numbers that stand for drives.
  var inputs: [String: [UInt64]] = [:]
  var format = ReportFormat.csv
  var partition: String?
  /// The name of the store to which runs with a ledger add their drives; `nil` if they learn nothing.
  var store: String?
  var version = "1"
  /// In nanoseconds since 1970; long after any file was changed.
  var now: Int64 = 4_000_000_000_000_000_000

  init() throws {
    folder = try TemporaryFolder()
    graph = try RoadSketch("A----------------------------------B", metresPerCell: 10, roads: ["A-B"]).graph
  }

  // MARK: Inputs

  func put(_ name: String, _ drives: [UInt64]) throws {
    inputs[name] = drives
    try folder.write("in/" + name, text(of: drives))
  }

  func remove(_ name: String) throws {
    inputs[name] = nil
    try FileManager.default.removeItem(atPath: folder.path("in/" + name))
  }

  func text(of drives: [UInt64]) -> String {
    var rows = "trace_id,time,lat,lon\n"
    for drive in drives {
      var random = SplitMix64(seed: drive)
      // Few names, so that most of them occur in several files.
      let name = "van-\(random.next(upTo: 5))"
      let start = Int64(1_780_000_000 + 40_000 * random.next(upTo: 6))
      let corner = RoadSketch.corner
      for step in 0..<(2 + random.next(upTo: 5)) {
        let east = 0.0002 * Double(step) + 0.000001 * Double(random.next(upTo: 9))
        let latitude = random.next(upTo: 9) == 0 ? "x" : "\(corner.latitude)"
        rows += "\(name),\(start + 3 * Int64(step)),\(latitude),\(corner.longitude + east)\n"
      }
      rows += "gap-\(drive),oops,1,2\n"
    }
    return rows
  }

  var files: [String] { inputs.keys.sorted().map { folder.path("in/" + $0) } }

  // MARK: Runs

  /// - Parameters:
  ///   - jobs: number of workers.
  ///   - onStep: called at each moment in which a kill makes a difference.
  func run(
    into name: String = "out", jobs: Int = 1, stop: StopRequest? = nil, over files: [String]? = nil,
    onStep: @escaping @Sendable (RunStep) throws -> Void = { _ in }
  ) async throws -> ResumedRun.Result {
    let files = files ?? self.files
    let destination = ReportDestination.directory(folder.path(name))
    var settings = TraceSettings(mode: .car, report: TripReportSettings(format: format))
    settings.learns = store != nil
    var resuming = ResumeSettings()
    resuming.options = ["format": format.rawValue]
    resuming.partitioning = partition.flatMap { Partitioning($0) }
    resuming.savingInterval = .zero
    resuming.savingShare = .infinity
    resuming.onStep = onStep
    resuming.now = { [now] in now }
    var job = try TraceJob(graph: graph, settings: settings, to: destination)
    job.partitioning = resuming.partitioning
    var rules = OutputRules()
    rules.abandonedPartials = .keep
    let isPartitioned = partition != nil
    let claim = try OutputClaim(
      destination, names: job.frames.filter { !isPartitioned || $0.holdsRefusals }.map(\.name), inputs: files,
      content: job.content, rules: rules)
    var running = RunSettings(program: .init(version: version, build: "1"))
    running.jobs = jobs
    running.stop = stop
    let learning = try store.map { try DriveLearning(into: folder.path($0), mode: .car) }
    let run = try ResumedRun(
      job, on: graph, settings: running, resuming: resuming, into: claim, learning: learning)
    return try await run.run(over: files, besides: [], reading: settings.reading, refusals: []) { _ in }
  }

  /// The run without a ledger.
  func plainRun(into name: String) async throws -> RunCounts {
    let destination = ReportDestination.directory(folder.path(name))
    let settings = TraceSettings(mode: .car, report: TripReportSettings(format: format))
    let job = try TraceJob(graph: graph, settings: settings, to: destination)
    let claim = try OutputClaim(
      destination, names: job.frames.map(\.name), inputs: files, content: job.content, rules: OutputRules())
    let source = TraceInputs(files: files, settings: settings.reading)
    return try await Run(
      job, on: graph, settings: RunSettings(program: .init(version: version, build: "1")), into: claim
    )
    .run(over: files, next: { source.next() }) { _ in }
  }

  /// All files below a folder, except the manifest and the ledger.
  func written(_ name: String = "out", everything: Bool = false) throws -> [String: Data] {
    var written: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path(name)) {
      if !everything, path.hasPrefix(".tracemill") || path == "manifest.json" { continue }
      let url = URL(filePath: folder.path(name + "/" + path))
      if let data = try? Data(contentsOf: url) { written[path] = data }
    }
    return written
  }

  private var fresh = 0

  /// What a run from scratch writes over the present inputs.
  func expected() async throws -> (files: [String: Data], counts: RunCounts) {
    fresh += 1
    let name = "fresh-\(fresh)"
    let counts = partition == nil ? try await plainRun(into: name) : try await run(into: name).counts
    let files = try written(name)
    try FileManager.default.removeItem(atPath: folder.path(name))
    return (files, counts)
  }
}

extension SplitMix64 {
  mutating func next(upTo bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// Kills a run at its nth step.
func killing(at number: Int) -> @Sendable (RunStep) throws -> Void {
  let count = Mutex(0)
  return { _ in
    let isDue = count.withLock { count in
      count += 1
      return count == number
    }
    if isDue { throw Killed() }
  }
}

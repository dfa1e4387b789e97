internal import ArgumentParser
internal import Moments
internal import Reports
internal import RoadGraph
internal import Simulation
internal import Work

struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Simulates drives on a map, and writes the truth beside the traces.",
    discussion: """
      Writes traces.csv, truth.csv (the pieces of road driven), labels.csv (the true place of every fix) and \
      stretches.csv (what happened on the way) into a directory. The same map, seed and options give the same bytes, and \
      a longer run begins with the drives of a shorter one. Shares are shares of drives, 0 to 1, unless stated otherwise.

      With --make-plans, each drive has a plan, which it keeps, leaves, cuts, abandons or reverses, or of which it skips or \
      reorders waypoints. The plans are in plans.ndjson, for tracemill match --plan. The truth is in plan_drives.csv (the \
      kind of each drive), plan_truth.csv (waypoints reached and missed), deviation_truth.csv and progress_truth.csv (the \
      distance along the plan at every fix).

      Examples:
        tracemill simulate --map city.tmg --count 1000 --seed 7 -o drives/
        tracemill simulate --map city.tmg --period 5 --sigma 10 --wrong-way 0.5 --gaps 0.1 -o drives/
        tracemill simulate --map city.tmg --mode bicycle --length 1000-3000 --record speed,heading -o rides/
        tracemill simulate --map city.tmg --make-plans --count 500 --period 5 -o planned/
      """)

  @OptionGroup var map: MapOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The directory for the tables.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Option(help: "Number of drives, 1 to \(SimulateCommand.mostDrives).")
  var count: Int = 100

  @Option(help: "Seed of the random numbers.")
  var seed: UInt64 = 1

  @OptionGroup(title: "Drives") var driving: SimulatedDrivingOptions
  @OptionGroup(title: "Plans") var planning: SimulatedPlanOptions
  @OptionGroup(title: "Receiver") var receiving: SimulatedReceiverOptions
  @OptionGroup(title: "Files that are there") var claiming: ClaimOptions
  @OptionGroup var verbosity: VerbosityOptions

  /// Some terabytes of tables: more is a slip of the keyboard, and would fill the disk before anyone looks.
  static let mostDrives = 10_000_000

  func validate() throws {
    guard (1...Self.mostDrives).contains(count) else {
      throw ValidationError(
        "--count is 1 to \(Self.mostDrives); simulate more in several runs, each with its own --seed.")
    }
    try checkIsDirectory(output)
    _ = try settings()
  }

  func run() async throws {
    let settings = try settings()
    let startedAt = Timestamp.now
    let pending = PendingManifest(in: output)
    let claim = try claiming.claim(
      .directory(output), names: fileNames, inputs: [map.path()], content: OutputContent(.drives, format: nil),
      Console(verbosity)
    ) { pending.lists($0) || isReport(at: $0) }
    defer { withExtendedLifetime(claim) {} }
    let graph = try map.open()
    let drives = try failing(.unreadableInput) { try Drives(on: graph, settings, planning.content) }
    let files = try failing(.unwritableOutput) {
      try SimulationFiles(in: output, graph: graph, settings: settings, content: planning.content)
    }
    let counts = try simulate(drives, into: files)
    Console(verbosity).progress("")
    try failing(.unwritableOutput) {
      try files.prepare()
      let manifest = manifest(of: files, claim, graph, startedAt)
      try pending.begin(manifest)
      try files.commit()
      try manifest.write(into: output)
      pending.end()
    }
    tell(counts)
  }

  private var fileNames: [String] {
    planning.makePlans ? SimulationFiles.fileNamesWithPlans : SimulationFiles.fileNames
  }

  private func simulate(
    _ drives: consuming Drives, into files: SimulationFiles
  ) throws -> SimulationCounts {
    var counts = SimulationCounts()
    for number in 1...count {
      switch drives {
      case .free(var simulation):
        let drive = try failing(.unreadableInput) { try simulation.drive(number) }
        drives = .free(simulation)
        try failing(.unwritableOutput) { try files.write(drive) }
        counts.add(drive)
      case .planned(var simulation):
        let drive = try failing(.unreadableInput) { try simulation.drive(number) }
        drives = .planned(simulation)
        try failing(.unwritableOutput) { try files.write(drive) }
        counts.add(drive)
      }
      if number % 100 == 0 { Console(verbosity).progress("\(number) drives") }
    }
    return counts
  }

  private func manifest(
    of files: SimulationFiles, _ claim: OutputClaim, _ graph: RoadGraph, _ startedAt: Timestamp
  ) -> Manifest {
    var manifest = Manifest(
      program: Tracemill.program, options: options, graph: graph, files: [], startedAt: startedAt)
    manifest.drives = count
    manifest.outputs = files.tables.map { table in
      Manifest.Output(
        name: table.name, rows: table.rowCount, byteCount: table.byteCount,
        holdsTraces: table.name == SimulationFiles.traceFileName)
    }
    manifest.earlierOutputs = claim.earlier.kept
    return manifest
  }

  /// The options, for the manifest.
  private var options: [String: String] {
    ["count": "\(count)", "seed": "\(seed)"].merging(driving.options) { $1 }.merging(receiving.options) { $1 }
      .merging(planning.options) { $1 }
  }

  private func tell(_ counts: SimulationCounts) {
    let console = Console(verbosity)
    console.inform("\(output): \(count) drives, \(counts.fixes) fixes, \(Int(counts.length / 1000)) km")
    if !counts.kinds.isEmpty { console.inform("plans: \(counts.list(counts.kinds))") }
    if !counts.stretches.isEmpty { console.inform("stretches: \(counts.list(counts.stretches))") }
    if !counts.missing.isEmpty {
      console.warn("drives without room for what was requested: \(counts.list(counts.missing))")
    }
  }

  private func settings() throws -> SimulationSettings {
    var settings = SimulationSettings(mode: try travelMode(driving.mode))
    settings.seed = seed
    try driving.apply(to: &settings)
    try receiving.apply(to: &settings)
    try planning.apply(to: &settings)
    return settings
  }
}

/// Where the drives of a run come from.
private enum Drives: ~Copyable {
  case free(Simulation)
  case planned(PlannedSimulation)

  init(
    on graph: RoadGraph, _ settings: SimulationSettings, _ content: SimulationFiles.Content
  ) throws(SimulationError) {
    switch content {
    case .drives: self = .free(try Simulation(on: graph, settings: settings))
    case .plannedDrives: self = .planned(try PlannedSimulation(on: graph, settings: settings))
    }
  }
}

/// What a run has simulated.
private struct SimulationCounts {
  private(set) var fixes = 0
  private(set) var length = 0.0
  private(set) var stretches: [String: Int] = [:]
  private(set) var missing: [String: Int] = [:]
  /// What drives made of their plans.
  private(set) var kinds: [String: Int] = [:]

  mutating func add(_ drive: SimulatedDrive) {
    fixes += drive.fixes.count
    length += drive.length
    for stretch in drive.stretches { stretches[stretch.kind.rawValue, default: 0] += 1 }
    for kind in drive.missing { missing[kind.rawValue, default: 0] += 1 }
  }

  mutating func add(_ planned: PlannedDrive) {
    add(planned.drive)
    kinds[planned.kind.rawValue, default: 0] += 1
    if let kind = planned.missing { missing[kind.rawValue, default: 0] += 1 }
  }

  func list(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}

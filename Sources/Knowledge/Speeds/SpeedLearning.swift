private import Glibc
internal import RoadGraph
internal import RoadRules

/// What a round of learning leaves behind.
struct SpeedRound: Sendable {
  var fit: SpeedFit
  var passages: PassageFile
  var cells: CellFile
  /// The number of cells of each edge.
  var cellCounts: [UInt8]
}

/// The rounds in which times are divided and the model is fitted, each with the other's last result.
struct SpeedLearning {
  private let census: PassageCensus
  private let settings: SpeedSettings
  private let groups: RoadGroups
  let waits: WaitField
  private(set) var field: SpeedField
  private(set) var counts = SpeedCounts()
  private var sums: HourSums
  private var effects: [Double]

  init(
    _ source: some DriveSource, _ sample: DriveSample, _ graph: RoadGraph, _ groups: RoadGroups, mode: TravelMode,
    _ settings: SpeedSettings
  ) throws {
    self.settings = settings
    self.groups = groups
    census = try PassageCensus(of: source, edgeCount: groups.roads.count, settings: settings)
    waits = try WaitLearning(sample, graph, groups, census, mode: mode, settings).field
    field = SpeedField(groups, classCount: settings.classes.count)
    sums = HourSums(
      tierCount: RoadGroups.tierCount, classCount: settings.classes.count, between: 0.02,
      within: PassageVariance.usual)
    effects = [Double](repeating: 0, count: RoadGroups.tierCount * settings.classes.count)
  }

  var buckets: [Range<Int>] { census.buckets }
  /// By number, which is in the order of the names.
  var vehicles: VehicleHashes { VehicleHashes(census.vehicles.keys.sorted()) }

  /// - Parameter drives: all, or a sample with as many chunks.
  mutating func round(of drives: some DriveSource) throws -> SpeedRound {
    let passages = try divide(drives)
    let cells = try CellFile(bucketCount: buckets.count, in: settings.scratchFolder)
    let reduced = try reduce(passages, into: cells)
    let all = reduced.joined()
    let variance = PassageVariance(
      scatter: all.scatter, freedom: all.freedom, days: all.days, vehicles: all.vehicles, groups)
    let hours = HourEffects(sums, last: effects, settings.classes)
    effects = hours.effects
    let kernel = try HourRegression.likeliest(
      sample(cells, all.counts, hours, variance), settings.classes, levelIsKnown: false)
    let tree = try climb(cells, all, hours, variance, kernel)
    let fit = SpeedFit(
      groups: groups, classes: settings.classes, hours: hours, kernel: kernel, tree: tree, passages: variance)
    try descend(cells, all.counts, fit)
    sums = HourSums(
      tierCount: sums.tierCount, classCount: sums.classCount, between: sums.varianceBetween(within: variance.mean),
      within: variance.mean)
    return SpeedRound(fit: fit, passages: passages, cells: cells, cellCounts: all.counts)
  }

  // MARK: Division

  private mutating func divide(_ drives: some DriveSource) throws -> PassageFile {
    let file = try PassageFile(buckets: buckets, in: settings.scratchFolder)
    let empty = HourSums(
      tierCount: sums.tierCount, classCount: sums.classCount, between: sums.between, within: sums.within)
    let results = try inParallel(drives.chunkCount, workers: settings.workers) {
      [census, settings, field, waits] chunk in
      var division = TimeDivision(field, waits, settings: settings, sums: empty)
      var writer = file.writer(chunk: chunk)
      var number = census.firstDrive[chunk]
      try drives.forEachDrive(in: chunk) { drive in
        defer { number += 1 }
        let vehicle = census.vehicles[drive.vehicle] ?? 0
        try division.divide(drive, number: number, vehicle: vehicle) { try writer.write($0) }
      }
      try writer.finish()
      return (division.counts, division.sums)
    }
    sums = empty
    counts = SpeedCounts()
    for (count, sum) in results {
      counts.add(count)
      sums.add(sum)
    }
    return file
  }

  private func reduce(_ passages: PassageFile, into cells: CellFile) throws -> [BucketCells] {
    try inParallel(buckets.count, workers: settings.workers) { [buckets, field] bucket in
      var reduction = CellReduction(field)
      reduction.reduce(
        try passages.passages(of: bucket, classCount: field.classCount), edges: buckets[bucket])
      var result = reduction.result
      try cells.write(result.cells, of: bucket)
      result.cells = []
      return result
    }
  }

  // MARK: Fitting

  private func estimator(
    _ hours: HourEffects, _ variance: PassageVariance, _ kernel: HourKernel
  ) -> EdgeEstimator {
    EdgeEstimator(groups: groups, hours: hours, passages: variance, kernel: kernel, classes: settings.classes)
  }

  /// The series of some edges with many cells, from all parts of the map.
  private func sample(
    _ cells: CellFile, _ counts: [UInt8], _ hours: HourEffects, _ variance: PassageVariance
  ) throws -> [HourSeries] {
    let candidates = counts.reduce(0) { $0 + ($1 >= Self.fewestCells ? 1 : 0) }
    let step = max(1, candidates / Self.sampleSize)
    var estimator = estimator(hours, variance, HourKernel.none)
    var (series, seen): ([HourSeries], Int) = ([], 0)
    for (number, edges) in buckets.enumerated() where candidates > 0 {
      let all = try cells.cells(of: number)
      var begin = 0
      for edge in edges {
        let end = begin + Int(counts[edge])
        if counts[edge] >= Self.fewestCells {
          if seen % step == 0 { series.append(estimator.observe(edge, all[begin..<end])) }
          seen += 1
        }
        begin = end
      }
    }
    return series
  }

  private static let sampleSize = 400
  private static let fewestCells: UInt8 = 3

  /// From edges to roads, kinds and all.
  private func climb(
    _ cells: CellFile, _ all: BucketCells, _ hours: HourEffects, _ variance: PassageVariance, _ kernel: HourKernel
  ) throws -> RoadTree {
    let first = estimator(hours, variance, kernel)
    let parts = try inParallel(buckets.count, workers: settings.workers) { [buckets] bucket in
      var estimator = first
      let held = try cells.cells(of: bucket)
      var (values, errors, begin): ([Float], [Float], Int) = ([], [], 0)
      for edge in buckets[bucket] {
        let end = begin + Int(all.counts[edge])
        let level = estimator.ownLevel(of: edge, held[begin..<end])
        values.append(Float(level.value))
        errors.append(Float(level.error))
        begin = end
      }
      return (values, errors)
    }
    return RoadTree(
      values: parts.flatMap(\.0), errors: parts.flatMap(\.1), leastErrors: leastErrors(all.trips), groups)
  }

  /// The drives on a road have their drivers in common with all its edges.
  private func leastErrors(_ trips: [Float]) -> [Float] {
    var most = [Float](repeating: 1, count: groups.areas.count)
    for edge in trips.indices { most[Int(groups.roads[edge])] = max(most[Int(groups.roads[edge])], trips[edge]) }
    return most.map { Float(sums.between) / $0 }
  }

  /// From all to edges: the field of the next round.
  private mutating func descend(_ cells: CellFile, _ counts: [UInt8], _ fit: SpeedFit) throws {
    let classCount = settings.classes.count
    let parts = try inParallel(buckets.count, workers: settings.workers) { [buckets] bucket in
      var estimator = EdgeEstimator(fit)
      let held = try cells.cells(of: bucket)
      var part = FieldPart()
      var begin = 0
      for edge in buckets[bucket] {
        let end = begin + Int(counts[edge])
        estimator.take(edge, held[begin..<end], fit.tree)
        part.append(estimator, classCount: classCount, hasOwn: end > begin)
        begin = end
      }
      return part
    }
    field.take(parts, fit.hours)
  }
}

/// The mean of a pace whose logarithm is normal about its mean, within what vehicles do: 0.5 to 400 km/h.
///
/// Little data may give a variance beyond all reason.
private func meanPace(_ log: Double, _ variance: Double) -> Float {
  let pace = exp(log + min(max(variance, 0), 1) / 2)
  return Float(pace.isFinite ? min(max(pace, 3.6 / 400), 3.6 / 0.5) : 3.6 / 0.5)
}

/// The paces of a bucket of edges.
struct FieldPart: Sendable {
  fileprivate var paces: [Float] = []
  fileprivate var hasOwn: [Bool] = []
  /// The expected paces in all classes of those that have their own.
  fileprivate var classPaces: [Float] = []

  mutating func append(_ estimator: EdgeEstimator, classCount: Int, hasOwn: Bool) {
    paces.append(meanPace(estimator.levelPace, estimator.levelVariance))
    self.hasOwn.append(hasOwn)
    guard hasOwn else { return }
    for hour in 0..<classCount {
      classPaces.append(meanPace(estimator.logPace(in: hour), estimator.variance(in: hour)))
    }
  }
}

extension SpeedField {
  /// What the profile says.
  init(_ groups: RoadGroups, classCount: Int) {
    let count = groups.roads.count
    self.init(
      lengths: groups.lengths, paces: groups.basePaces,
      tiers: groups.tiers,
      hourFactors: [Float](repeating: 1, count: RoadGroups.tierCount * classCount),
      ownRows: [Int32](repeating: -1, count: count), classCount: classCount)
  }

  /// The paces after a round.
  fileprivate mutating func take(_ parts: [FieldPart], _ hours: HourEffects) {
    hourFactors = hours.effects.map { Float(exp($0)) }
    ownFactors.removeAll()
    var edge = 0
    for part in parts {
      var row = 0
      for index in part.paces.indices {
        paces[edge] = part.paces[index]
        ownRows[edge] = -1
        if part.hasOwn[index] {
          ownRows[edge] = Int32(ownFactors.count / classCount)
          appendFactors(of: edge, part.classPaces[row..<row + classCount])
          row += classCount
        }
        edge += 1
      }
    }
  }

  private mutating func appendFactors(of edge: Int, _ classPaces: ArraySlice<Float>) {
    let tier = Int(tiers[edge]) * classCount
    for (hour, pace) in classPaces.enumerated() {
      let factor = pace / (paces[edge] * hourFactors[tier + hour])
      ownFactors.append(UInt16(max(1, min(65_535, (factor * Self.ownScale).rounded()))))
    }
  }
}

extension [BucketCells] {
  /// The same in one, without cells.
  fileprivate func joined() -> BucketCells {
    reduce(into: BucketCells()) { all, bucket in
      all.counts += bucket.counts
      all.scatter += bucket.scatter
      all.freedom += bucket.freedom
      all.trips += bucket.trips
      all.days.add(bucket.days)
      all.vehicles.add(bucket.vehicles)
    }
  }
}

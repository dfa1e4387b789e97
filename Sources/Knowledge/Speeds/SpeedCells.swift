private import Glibc

/// What the passages of an edge in a class of hours say of its mean pace.
struct SpeedCell: BitwiseCopyable, Sendable {
  /// The logarithm of the mean pace, in seconds per metre.
  var logPace: Float
  /// The number of passages.
  var information: Float
  var hours: UInt8
  private var storedDays: UInt8
  private var storedVehicles: UInt8

  init(hours: UInt8, logPace: Float, information: Float, days: Float, vehicles: Float) {
    self.hours = hours
    self.logPace = logPace
    self.information = information
    storedDays = UInt8((days * 255).rounded(.up))
    storedVehicles = UInt8((vehicles * 255).rounded(.up))
  }

  /// The sum of the squares of the shares that days have in the passages: 1 if all were on one.
  var days: Float { Float(storedDays) / 255 }
  /// The same of vehicles.
  var vehicles: Float { Float(storedVehicles) / 255 }
}

/// The cells of a bucket of edges.
///
/// Shapes, for *m* edges and *n* cells:
///
///     counts                      m, the number of cells of each edge
///     cells                       n, by edge, then by class of hours
///     scatter, freedom            m, squared relative deviations within cells, and their degrees of freedom
///     trips                       m, passages in all classes
struct BucketCells: Sendable {
  var counts: [UInt8] = []
  var cells: [SpeedCell] = []
  var scatter: [Float] = []
  var freedom: [Float] = []
  var trips: [Float] = []
  var days = OneWayScatter()
  var vehicles = OneWayScatter()
}

/// Makes cells of the sorted passages of a bucket.
struct CellReduction {
  private let field: SpeedField
  private(set) var result = BucketCells()
  private var ratios: [(key: UInt32, ratio: Float)] = []

  init(_ field: SpeedField) { self.field = field }

  /// - Parameter passages: those of the edges, sorted by edge and class.
  mutating func reduce(_ passages: [Passage], edges: Range<Int>) {
    var index = 0
    for edge in edges {
      let begin = index
      while index < passages.count, passages[index].edge == UInt32(edge) { index += 1 }
      reduce(passages, begin..<index)
    }
  }

  private mutating func reduce(_ passages: [Passage], _ range: Range<Int>) {
    let cellsBefore = result.cells.count
    var trips: Float = 0
    for passage in passages[range] {
      trips += passage.share
    }
    result.scatter.append(0)
    result.freedom.append(0)
    var index = range.lowerBound
    while index < range.upperBound {
      let begin = index
      while index < range.upperBound, passages[index].hours == passages[begin].hours { index += 1 }
      reduceCell(passages, begin..<index)
    }
    result.counts.append(UInt8(result.cells.count - cellsBefore))
    result.trips.append(trips)
  }

  private mutating func reduceCell(_ passages: [Passage], _ range: Range<Int>) {
    var sums = CellSums()
    let whole = field.seconds(of: Int(passages[range.lowerBound].edge), in: Int(passages[range.lowerBound].hours))
    for passage in passages[range] { sums.add(passage, whole: whole) }
    // Parts of passages that add up to less than a tenth of an edge are noise of the fixes at their ends.
    guard sums.share >= 0.1, sums.seconds > 0, sums.expected > 0 else { return }
    let pace = field.pace(of: Int(passages[range.lowerBound].edge), in: Int(passages[range.lowerBound].hours))
    result.cells.append(
      SpeedCell(
        hours: passages[range.lowerBound].hours, logPace: logf(pace) + logf(sums.seconds / sums.expected),
        information: sums.share,
        days: concentration(passages[range]) { UInt32($0.day) },
        vehicles: concentration(passages[range], of: \.vehicle)))
    addScatter(passages[range], mean: sums.seconds / sums.expected, whole: whole)
  }

  /// The sum of the squared shares of groups in passages.
  private mutating func concentration(_ passages: ArraySlice<Passage>, of key: (Passage) -> UInt32) -> Float {
    ratios.removeAll(keepingCapacity: true)
    for passage in passages { ratios.append((key(passage), passage.share)) }
    ratios.sort { ($0.key, $0.ratio) < ($1.key, $1.ratio) }
    var (total, squares, group): (Float, Float, Float) = (0, 0, 0)
    for index in ratios.indices {
      group += ratios[index].ratio
      total += ratios[index].ratio
      if index + 1 == ratios.count || ratios[index + 1].key != ratios[index].key {
        squares += group * group
        group = 0
      }
    }
    return total > 0 ? min(1, squares / (total * total)) : 1
  }

  private mutating func addScatter(_ passages: ArraySlice<Passage>, mean: Float, whole: Float) {
    var (squares, count): (Float, Float) = (0, 0)
    for passage in passages where passage.isCounted {
      let deviation = passage.seconds / (passage.share * whole * mean) - 1
      squares += deviation * deviation
      count += 1
    }
    guard count > 1 else { return }
    result.scatter[result.scatter.count - 1] += squares
    result.freedom[result.freedom.count - 1] += count - 1
    result.days.add(groups(passages, whole * mean) { UInt32($0.day) })
    result.vehicles.add(groups(passages, whole * mean, of: \.vehicle))
  }

  private mutating func groups(
    _ passages: ArraySlice<Passage>, _ expected: Float, of key: (Passage) -> UInt32
  ) -> [(key: UInt32, ratio: Float)] {
    ratios.removeAll(keepingCapacity: true)
    for passage in passages where passage.isCounted {
      ratios.append((key(passage), passage.seconds / (passage.share * expected)))
    }
    ratios.sort { ($0.key, $0.ratio) < ($1.key, $1.ratio) }
    return ratios
  }
}

/// The sums of one cell.
private struct CellSums {
  var seconds: Float = 0
  var expected: Float = 0
  var share: Float = 0

  mutating func add(_ passage: Passage, whole: Float) {
    let part = passage.share
    seconds += passage.seconds
    expected += part * whole
    share += part
  }
}

/// How much of the scatter of passages lies between groups, such as days or vehicles.
///
/// - Source: Searle, Casella & McCulloch, Variance Components, 1992, doi:10.1002/9780470316856, §3.6: the analysis of
///   variance of unbalanced one-way classifications, here pooled over cells.
struct OneWayScatter: Sendable {
  private var between = 0.0
  private var betweenFreedom = 0.0
  private var within = 0.0
  private var withinFreedom = 0.0
  private var size = 0.0

  /// - Parameter values: those of one cell, sorted by their groups.
  mutating func add(_ values: [(key: UInt32, ratio: Float)]) {
    let mean = values.reduce(0) { $0 + Double($1.ratio) } / Double(values.count)
    var (begin, groups, squaredSizes) = (0, 0.0, 0.0)
    while begin < values.count {
      var end = begin
      var sum = 0.0
      while end < values.count, values[end].key == values[begin].key {
        sum += Double(values[end].ratio)
        end += 1
      }
      let size = Double(end - begin)
      let groupMean = sum / size
      for value in values[begin..<end] {
        within += (Double(value.ratio) - groupMean) * (Double(value.ratio) - groupMean)
      }
      between += size * (groupMean - mean) * (groupMean - mean)
      groups += 1
      squaredSizes += size * size
      begin = end
    }
    betweenFreedom += groups - 1
    withinFreedom += Double(values.count) - groups
    size += Double(values.count) - squaredSizes / Double(values.count)
  }

  mutating func add(_ other: OneWayScatter) {
    between += other.between
    betweenFreedom += other.betweenFreedom
    within += other.within
    withinFreedom += other.withinFreedom
    size += other.size
  }

  /// The share of the variance of passages that those of a group have in common, 0 … 0.8.
  var share: Double {
    guard betweenFreedom > 0, withinFreedom > 0, size > 0, within > 0 else { return 0 }
    let error = within / withinFreedom
    let variance = max(0, (between - betweenFreedom * error) / size)
    return min(0.8, variance / (variance + error))
  }
}

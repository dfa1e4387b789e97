private import Glibc
internal import RoadGraph

/// How fast edges are driven without a wait: a low quantile of the paces of the times between fixes that lie on them.
///
/// The more crossings lie between two fixes, the fewer of them were passed without a wait, so the lower the quantile. On
/// simulated cities it lies within 20 % of the free speed at fixes every 5 to 30 s, and what is left over counts as a
/// wait.
///
/// Shapes, for *d* driven edges: 24 counts of decimetres for each, by the logarithm of the pace against the profile's.
struct MovingPaces: Sendable {
  private let bins: WaitBins
  private let profile: [Float]
  private let isCrossing: [Bool]
  private var counts: [UInt32]
  /// Decimetres, and crossings times decimetres.
  private var ways: [UInt64]
  private var crossings: [UInt64]

  private static let steps = 24
  /// Of the pace against the profile's.
  private static let least: Float = 0.4
  private static let stepsPerE: Float = 9
  /// A vehicle that moved less says nothing of a pace, and one that was slower waited.
  private static let leastWay: Float = 10
  private static let slowest: Float = 1.5

  /// - Parameters:
  ///   - profile: the paces of the profile by row of driven edges, in seconds per metre.
  ///   - isCrossing: by row, whether it ends at a crossing.
  init(_ bins: WaitBins, profile: [Float], isCrossing: [Bool]) {
    self.bins = bins
    self.profile = profile
    self.isCrossing = isCrossing
    counts = [UInt32](repeating: 0, count: bins.edges.count * Self.steps)
    ways = [UInt64](repeating: 0, count: bins.edges.count)
    crossings = ways
  }

  /// Counts the time between two fixes.
  mutating func add(_ parts: ArraySlice<IntervalPart>, seconds: Float) {
    let way = parts.reduce(0) { $0 + $1.end - $1.begin }
    let pace = seconds / max(way, 1e-3)
    guard way > Self.leastWay, pace < Self.slowest else { return }
    let passed = parts.count { $0.isLeft && isCrossing[bins.row(of: $0.edge)] }
    for part in parts {
      let row = bins.row(of: part.edge)
      let decimetres = UInt32((part.end - part.begin) * 10)
      let place = logf(pace / profile[row] / Self.least) * Self.stepsPerE
      count(decimetres, at: row * Self.steps + Int(min(max(0, place), Float(Self.steps - 1))))
      ways[row] += UInt64(decimetres)
      crossings[row] += UInt64(decimetres) * UInt64(passed)
    }
  }

  /// A count that is full stays so.
  private mutating func count(_ decimetres: UInt32, at place: Int) {
    let (sum, isFull) = counts[place].addingReportingOverflow(decimetres)
    counts[place] = isFull ? .max : sum
  }

  mutating func add(_ other: MovingPaces) {
    for place in counts.indices { count(other.counts[place], at: place) }
    for row in ways.indices {
      ways[row] += other.ways[row]
      crossings[row] += other.crossings[row]
    }
  }

  /// In seconds per metre, by row of driven edges; the profile's where nothing is known.
  func paces() -> [Float] {
    ways.indices.map { row in
      let base = profile[row]
      guard ways[row] > 0 else { return base }
      let passed = Float(crossings[row]) / Float(ways[row])
      let share = max(0.02, 0.25 * expf(-0.4 * passed))
      return base * Self.least * expf(place(of: share, row: row) / Self.stepsPerE)
    }
  }

  /// The place of a quantile among the steps of an edge.
  private func place(of share: Float, row: Int) -> Float {
    var rest = share * Float(ways[row])
    for step in 0..<Self.steps {
      let count = Float(counts[row * Self.steps + step])
      if rest < count { return Float(step) + rest / count }
      rest -= count
    }
    return Float(Self.steps)
  }
}

/// How much single passages vary about the mean of their cell, relative to it, and so how far the mean of a cell errs.
///
/// The variance of an edge is drawn towards that of its kind, by as much as the variances of edges differ less than
/// chance.
///
/// - Source: Smyth, Stat. Appl. Genet. Mol. Biol. 2004, doi:10.2202/1544-6115.1027: variances with few degrees of freedom
///   drawn towards a common one; its weight here by moments.
struct PassageVariance: Sendable {
  private let ofKinds: [Double]
  private let scatter: [Float]
  private let freedom: [Float]
  private let priorFreedom: Double
  /// The shares of it that passages of a day and of a vehicle have in common.
  let ofDay: Double
  let ofVehicle: Double
  /// The mean of all kinds.
  let mean: Double

  /// A kind counts as if it had this many degrees of freedom of the mean of all.
  private static let freedomOfMean = 20.0
  /// Before anything is known: coefficients of variation of times on urban edges lie about 0.5.
  static let usual = 0.25

  init(scatter: [Float], freedom: [Float], days: OneWayScatter, vehicles: OneWayScatter, _ groups: RoadGroups) {
    var sums = [Double](repeating: 0, count: groups.kindCount)
    var counts = sums
    for edge in scatter.indices where freedom[edge] > 0 {
      let kind = groups.kind(of: edge)
      sums[kind] += Double(scatter[edge])
      counts[kind] += Double(freedom[edge])
    }
    let all = counts.reduce(0, +)
    let mean = all > 0 ? sums.reduce(0, +) / all : Self.usual
    self.mean = max(1e-4, mean)
    let kinds = zip(sums, counts).map { ($0 + Self.freedomOfMean * mean) / ($1 + Self.freedomOfMean) }
    ofKinds = kinds.map { max(1e-4, $0) }
    (self.scatter, self.freedom) = (scatter, freedom)
    priorFreedom = Self.priorFreedom(scatter, freedom, kinds: ofKinds, groups)
    (ofDay, ofVehicle) = (days.share, vehicles.share)
  }

  /// From the scatter of the edges' variances about those of their kinds, beyond what their degrees of freedom explain.
  private static func priorFreedom(
    _ scatter: [Float], _ freedom: [Float], kinds: [Double], _ groups: RoadGroups
  ) -> Double {
    var (excess, weights) = (0.0, 0.0)
    for edge in scatter.indices where freedom[edge] >= 1 {
      let count = Double(freedom[edge])
      let ratio = Double(scatter[edge]) / count / kinds[groups.kind(of: edge)]
      excess += count * ((ratio - 1) * (ratio - 1) - 2 / count)
      weights += count
    }
    guard weights > 0 else { return 10 }
    return min(200, max(2, 2 / max(1e-6, excess / weights)))
  }

  /// Of a single passage of an edge.
  func variance(of edge: Int, kind: Int) -> Double {
    (Double(scatter[edge]) + priorFreedom * ofKinds[kind]) / (Double(freedom[edge]) + priorFreedom)
  }

  /// Of the mean of a cell with an effective number of passages.
  func error(of cell: SpeedCell, variance: Double) -> Double {
    let alone = max(0.2, 1 - ofDay - ofVehicle)
    let alike = ofDay * Double(cell.days) + ofVehicle * Double(cell.vehicles)
    return variance * (alone / Double(max(0.05, cell.information)) + alike)
  }
}

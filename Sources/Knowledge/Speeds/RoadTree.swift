private import Glibc

/// One level of a tree of means: each member has an own mean, and borrows from its parent.
///
/// Given the mean of its parent, a member's mean is normal about it with a variance that all members share. The
/// variance comes from the scatter of the observed members about their parents' means, less what their errors explain.
///
/// - Source: Bühlmann & Gisler, A Course in Credibility Theory, 2005, doi:10.1007/3-540-29273-X, chapter 6: hierarchical
///   credibility; the variances by the moments of DerSimonian & Kacker, Contemp. Clin. Trials 2007,
///   doi:10.1016/j.cct.2006.04.004.
struct TreeLevel: Sendable {
  /// The parent of each member.
  let parents: [Int32]
  /// The observed mean of each member and the variance of its error; infinite without observations.
  let values: [Float]
  let errors: [Float]
  private(set) var variance: Double
  /// The posterior mean of each member, the variance of its error, and the weight of its own observations.
  private(set) var means: [Float] = []
  private(set) var variances: [Float] = []

  /// - Parameter fallback: the variance between members if no parent has two that were observed.
  init(values: [Float], errors: [Float], parents: [Int32], parentCount: Int, fallback: Double) {
    self.values = values
    self.errors = errors
    self.parents = parents
    variance = fallback
    variance = between(parentCount) ?? fallback
  }

  private func between(_ parentCount: Int) -> Double? {
    moments(parentCount, Self.usual)
  }

  /// A usual variance between edges, of 20 %, for the weights of the moments only: any weights give unbiased moments.
  ///
  /// Not chosen: the variance itself, by iteration. Many short edges, whose errors are large and badly known, then
  /// outweigh the few that are known well.
  private static let usual = 0.04

  /// The variance between members by weights that take it for `variance`.
  private func moments(_ parentCount: Int, _ variance: Double) -> Double? {
    var sums = [ParentSums](repeating: ParentSums(), count: parentCount)
    for member in values.indices where errors[member] < .infinity {
      sums[Int(parents[member])].add(
        Double(values[member]), error: Double(errors[member]), weight: 1 / (Double(errors[member]) + variance + 1e-9))
    }
    var (scatter, scale) = (0.0, 0.0)
    for sum in sums where sum.count > 1 {
      scatter += sum.squares - sum.values * sum.values / sum.weights - (sum.errors - sum.squaredErrors / sum.weights)
      scale += sum.weights - sum.squaredWeights / sum.weights
    }
    return scale > 0 ? max(0, scatter / scale) : nil
  }

  private struct ParentSums {
    var count = 0
    var weights = 0.0
    var squaredWeights = 0.0
    var values = 0.0
    var squares = 0.0
    var errors = 0.0
    var squaredErrors = 0.0

    mutating func add(_ value: Double, error: Double, weight: Double) {
      count += 1
      weights += weight
      squaredWeights += weight * weight
      values += weight * value
      squares += weight * value * value
      errors += weight * error
      squaredErrors += weight * weight * error
    }
  }

  /// The observed means of the parents, and the variances of their errors.
  func parentMeans(_ parentCount: Int) -> (values: [Float], errors: [Float]) {
    var weights = [Double](repeating: 0, count: parentCount)
    var sums = weights
    for member in values.indices where errors[member] < .infinity {
      let weight = 1 / (Double(errors[member]) + variance + 1e-9)
      weights[Int(parents[member])] += weight
      sums[Int(parents[member])] += weight * Double(values[member])
    }
    let means = zip(sums, weights).map { $1 > 0 ? Float($0 / $1) : 0 }
    return (means, weights.map { $0 > 0 ? Float(1 / $0) : .infinity })
  }

  /// The weight that the observations of a member have in its posterior mean.
  func ownWeight(of member: Int) -> Double {
    errors[member] < .infinity ? variance / (variance + Double(errors[member]) + 1e-12) : 0
  }

  /// Computes the posterior means from those of the parents.
  mutating func descend(means parentMeans: [Float], variances parentVariances: [Float]) {
    means = values
    variances = errors
    for member in values.indices {
      let own = ownWeight(of: member)
      let parent = Int(parents[member])
      let value = own > 0 ? own * Double(values[member]) : 0
      means[member] = Float(value + (1 - own) * Double(parentMeans[parent]))
      variances[member] = Float((1 - own) * variance + (1 - own) * (1 - own) * Double(parentVariances[parent]))
    }
  }
}

/// The levels above edges, and what is known of each: see ``RoadGroups``.
struct RoadTree: Sendable {
  let edges: TreeLevel
  private let roads: TreeLevel
  private let areas: TreeLevel
  private let kinds: TreeLevel
  private let total: (mean: Float, error: Float)

  /// - Parameters:
  ///   - values: of each edge, the logarithm of its pace divided by the profile's; the errors are infinite without any.
  ///   - leastErrors: of each road, the variance that the few drives on it have in common.
  init(values: [Float], errors: [Float], leastErrors: [Float], _ groups: RoadGroups) {
    let edges = TreeLevel(
      values: values, errors: errors, parents: groups.roads, parentCount: groups.areas.count, fallback: 0.04)
    var road = edges.parentMeans(groups.areas.count)
    for index in road.errors.indices { road.errors[index] += leastErrors[index] }
    var roads = TreeLevel(
      values: road.values, errors: road.errors, parents: groups.areas, parentCount: groups.kinds.count,
      fallback: edges.variance)
    let area = roads.parentMeans(groups.kinds.count)
    var areas = TreeLevel(
      values: area.values, errors: area.errors, parents: groups.kinds, parentCount: groups.kindCount,
      fallback: roads.variance)
    let kind = areas.parentMeans(groups.kindCount)
    var kinds = TreeLevel(
      values: kind.values, errors: kind.errors, parents: [Int32](repeating: 0, count: groups.kindCount),
      parentCount: 1, fallback: areas.variance)
    let all = kinds.parentMeans(1)
    total = (all.values[0], all.errors[0] < .infinity ? all.errors[0] : 0.25)
    kinds.descend(means: [total.mean], variances: [total.error])
    areas.descend(means: kinds.means, variances: kinds.variances)
    roads.descend(means: areas.means, variances: areas.variances)
    (self.edges, self.roads, self.areas, self.kinds) = (edges, roads, areas, kinds)
  }

  /// The mean that is expected of an edge without observations of its own, and the variance of its road's mean.
  func prior(of edge: Int) -> (mean: Double, variance: Double) {
    let road = Int(edges.parents[edge])
    return (Double(roads.means[road]), Double(roads.variances[road]))
  }

  /// The variance between the edges of a road.
  var edgeVariance: Double { edges.variance }

  /// On what the prior of an edge stands mostly, with its weight.
  func basis(of edge: Int) -> [(SpeedBasis, Double)] {
    let road = Int(edges.parents[edge])
    let area = Int(roads.parents[road])
    let kind = Int(areas.parents[area])
    let ofRoad = roads.ownWeight(of: road)
    let ofArea = areas.ownWeight(of: area)
    let ofClass = (1 - ofRoad) * (ofArea + (1 - ofArea) * kinds.ownWeight(of: kind))
    return [(.road, ofRoad), (.roadClass, ofClass), (.profile, 1 - ofRoad - ofClass)]
  }

  /// The variances between edges, roads, areas and kinds, for tests and documentation.
  var components: [Double] { [edges.variance, roads.variance, areas.variance, kinds.variance] }
}

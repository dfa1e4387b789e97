/// Means of groups that differ by chance and in truth, drawn towards what is expected of them.
///
/// The variance between groups comes from the groups themselves, by the method of moments around known centres. So a mean
/// is drawn the less, the more passages it has and the more the groups differ in truth.
///
/// - Source: DerSimonian & Laird, Controlled Clinical Trials 1986, doi:10.1016/0197-2456(86)90046-2; as a prior for the
///   groups, Morris, JASA 1983, doi:10.1080/01621459.1983.10477920.
struct Shrinkage {
  /// The variance between groups.
  private(set) var between = 0.0
  private var weights = 0.0
  private var deviance = 0.0
  private var count = 0

  /// Adds a group.
  ///
  /// - Parameters:
  ///   - difference: of its mean and what is expected of it.
  ///   - variance: of its mean by chance, above 0.
  mutating func add(difference: Double, variance: Double) {
    let weight = 1 / variance
    weights += weight
    deviance += weight * difference * difference
    count += 1
  }

  /// Finds the variance between the groups that were added.
  mutating func estimate() {
    guard count > 0, weights > 0 else { return }
    between = max(0, (deviance - Double(count)) / weights)
  }

  /// The difference that remains of a group's.
  func drawn(difference: Double, variance: Double) -> Double {
    between > 0 ? difference * between / (between + variance) : 0
  }
}

/// Classes of hours in which a drive may be, with what a millisecond of each counts: the lower bounds that a search by the
/// clock has of the time on a road.
///
/// Without factors, the bound is the least time of all classes. That is loose for a drive that is known to spend a while
/// in slow hours. So such hours count less than those behind them, or fast ones more: by about as much as they are slower
/// or faster on the whole. A path that spends the time *t* in hours whose factor is 1 + λ then has the bound less λ *t*,
/// because every part of a road counts at least the least of its times by factors, whatever the hour in which it is
/// driven.
///
/// - Source: Lagrange multipliers for the time in each class, as for constrained paths: Handler & Zang 1980, A Dual
///   Algorithm for the Constrained Shortest Path Problem, doi:10.1002/net.3230100403.
package struct HourWindow: Hashable, Sendable {
  /// What a millisecond counts for 1.
  package static let one = 1024

  /// In the order in which a search comes to them.
  package let classes: [Int]
  /// For each class.
  package let factors: [Int]

  /// The same of all classes.
  ///
  /// - Parameter factors: `nil` if a millisecond counts the same in all.
  package init(_ classes: [Int], factors: [Int]? = nil) {
    self.classes = classes
    self.factors = factors ?? classes.map { _ in Self.one }
  }

  /// What counts for delays and penalties, which are not divided where the hour changes.
  var least: Int { min(Self.one, factors.min() ?? Self.one) }

  /// The cost of a time and a penalty, in milliseconds, that both do not depend on the hour.
  package func leastCost(_ time: Int, penalty: Int) -> Int {
    least == Self.one ? time + penalty : (time + penalty) * least / Self.one
  }
}

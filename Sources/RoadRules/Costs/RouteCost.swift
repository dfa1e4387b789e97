/// The cost of a route, in milliseconds weighted by the preferences of the profile; ``never`` where it cannot go.
///
/// 32 bits are enough for 49 days, and halve the memory of the weights of a hierarchy. Sums saturate.
package typealias RouteCost = UInt32

extension RouteCost {
  package static var never: RouteCost { .max }

  /// The sum, or ``never`` on overflow.
  package static func &+| (a: RouteCost, b: RouteCost) -> RouteCost {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .never : sum
  }

  /// Rounded up, so that no metre costs less than the lower bound.
  package init(saturating cost: Double) {
    self = cost < Double(RouteCost.never) ? RouteCost(cost.rounded(.up)) : .never
  }
}

infix operator &+| : AdditionPrecedence

/// What a route is weighed by, in thousandths of a second of the profile's liking; ``never`` where it cannot go.
///
/// 32 bits hold 49 days, and let a hierarchy keep its weights in half the memory. Sums saturate.
package typealias RouteCost = UInt32

extension RouteCost {
  package static var never: RouteCost { .max }

  /// The sum, or ``never`` where it is beyond it.
  package static func &+| (a: RouteCost, b: RouteCost) -> RouteCost {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .never : sum
  }

  /// Rounded up, so that no metre costs less than the cheapest one.
  package init(saturating cost: Double) {
    self = cost < Double(RouteCost.never) ? RouteCost(cost.rounded(.up)) : .never
  }
}

infix operator &+| : AdditionPrecedence

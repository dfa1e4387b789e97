package import Geodesy
package import RoadGraph

/// Another likely path of a trace: its likeliest path with one stretch replaced.
package struct AlternativePath: Sendable {
  /// Where the stretch meets the likeliest path.
  package struct Meeting: Hashable, Sendable {
    /// The nearest fix that is on both.
    package let fix: Int
    /// The edge of the likeliest path nearest to the stretch.
    package let edge: EdgeID
  }

  /// The stretch, in the order driven; at least one step.
  package let steps: [EdgeStretch]
  /// How much less likely than the likeliest path it is, as a natural logarithm of the ratio; not negative.
  package let margin: Double
  /// The first and last kept fix that it places elsewhere than the likeliest path does.
  package let fixes: ClosedRange<Int>
  /// Where it leaves the likeliest path; `nil` if it begins elsewhere.
  package let parting: Meeting?
  /// Where it rejoins the likeliest path; `nil` if it ends elsewhere.
  package let rejoining: Meeting?
}

/// Which other paths of a trace are worth reporting.
package struct AlternativePathSettings: Sendable {
  /// The number per trace; with 0 none are searched for.
  package var most = 0
  /// Two paths differ if at least this length of one of them is on edges that the other does not use at the same time:
  /// ten times the error of fixes on roads (σ = 5 m). Anything shorter is a doubt about a junction.
  package var leastDifference: Metres = 50
  /// A path e⁹ times less likely would be reported with a relative probability of 0.0001.
  package var mostMargin = 9.0

  package init() {}
}

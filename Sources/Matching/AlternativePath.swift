package import Geodesy
package import RoadGraph

/// Another way that a trace may have gone: the likeliest path of its trace, but for one stretch of it.
package struct AlternativePath: Sendable {
  /// Where the stretch meets the likeliest path.
  package struct Meeting: Hashable, Sendable {
    /// The nearest fix that lies on both.
    package var fix: Int
    /// The edge of the likeliest path nearest to the stretch.
    package var edge: EdgeID
  }

  /// The stretch, in the order driven; at least one step.
  package var steps: [EdgeStretch]
  /// How much less likely than the likeliest path it is, as a natural logarithm of the ratio; not negative.
  package var margin: Double
  /// The first and last fix of the model that lie elsewhere than on the likeliest path.
  package var fixes: ClosedRange<Int>
  /// Where it parts from the likeliest path; `nil` where it begins elsewhere.
  package var parting: Meeting?
  /// Where it comes back to it; `nil` where it ends elsewhere.
  package var rejoining: Meeting?
}

/// Which other paths of a trace are worth telling.
package struct AlternativeSettings: Sendable {
  /// So many of each trace; none are looked for when 0.
  package var most = 0
  /// Two paths are different when so much of one of them, at the same time, is on edges that the other one has not: ten
  /// times the error of fixes on roads (σ = 5 m). What is shorter is a doubt about a junction.
  package var leastDifference: Metres = 50
  /// One that is e⁹ times less likely would be reported with a relative probability of 0.0001.
  package var mostMargin = 9.0

  package init() {}
}

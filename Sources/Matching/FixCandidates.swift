package import Geodesy
package import RoadGraph
internal import Storage

/// One place at which the vehicle may have been at the time of a fix, and what spoke for it.
///
/// The three probabilities are exact to seven digits: the candidates of a long trace are many.
package struct FixCandidate: Sendable, BitwiseCopyable {
  /// A place on a directed edge.
  package struct Road: Hashable, Sendable, BitwiseCopyable {
    package let edge: EdgeID
    /// The distance from the start of the edge, along its geometry.
    package let offset: Metres
    package let place: Place
    /// The distance from the fix as read to `place`.
    package let distance: Metres
    /// The direction of travel along the edge.
    package let heading: Degrees

    package init(edge: EdgeID, offset: Metres, place: Place, distance: Metres, heading: Degrees) {
      self.edge = edge
      self.offset = offset
      self.place = place
      self.distance = distance
      self.heading = heading
    }
  }

  /// `nil` if it is off the road, at the fix itself.
  package let road: Road?
  /// The natural logarithm of the likelihood of the fix, times its weight as evidence.
  package let logEmission: Float
  /// The natural logarithm of the likelihood of going here from the chosen candidate of the fix before; `nil` if the
  /// fix begins a chain, or if no path likelier than leaving the road leads here from there.
  package let logTransition: Float?
  /// The probability, 0 … 1, that the vehicle was here, given all fixes of the chain.
  package let posterior: Float
  /// Whether it is on the likeliest path.
  package let isChosen: Bool

  package init(road: Road?, logEmission: Float, logTransition: Float?, posterior: Float, isChosen: Bool) {
    self.road = road
    self.logEmission = logEmission
    self.logTransition = logTransition
    self.posterior = posterior
    self.isChosen = isChosen
  }
}

/// The candidates of the fixes of a trace: why each fix is on its road.
///
/// Only fixes of the model have candidates. Fixes that were refused, dropped, thinned out, skipped as outliers, or have
/// no road near do not.
///
/// Shapes, for fixes with k₀, k₁, … candidates:
///
///     fixes         one number per fix with candidates, ascending
///     ends          where the candidates of each end: k₀, k₀ + k₁, …
///     candidates    k₀ + k₁ + …; of each fix the likeliest first, the chosen one always among them
///
/// Memory: 64 bytes per candidate.
package struct FixCandidates: Sendable {
  /// The numbers of the fixes with candidates, ascending.
  package private(set) var fixes: [Int] = []
  private var ends: [Int] = []
  private var candidates: [FixCandidate] = []

  package init() {}

  /// The number of candidates of all fixes.
  package var count: Int { candidates.count }

  /// The candidates of the fix at a place of ``fixes``.
  package subscript(position position: Int) -> ArraySlice<FixCandidate> {
    candidates[(position > 0 ? ends[position - 1] : 0)..<ends[position]]
  }

  /// The candidates of the fix with a number; none if it has none.
  ///
  /// - Complexity: O(log fixes).
  package subscript(fix number: Int) -> ArraySlice<FixCandidate> {
    let position = fixes.partitioningIndex { $0 >= number }
    return position < fixes.count && fixes[position] == number ? self[position: position] : []
  }

  /// - Precondition: the numbers ascend.
  package mutating func append(_ new: some Sequence<FixCandidate>, of fix: Int) {
    candidates.append(contentsOf: new)
    fixes.append(fix)
    ends.append(candidates.count)
  }
}

/// Whether the candidates of the fixes are kept, to say why a road was chosen.
package struct ExplanationSettings: Sendable {
  /// The number per fix; with 0 none are kept.
  package var mostCandidates = 0

  /// Enough for both directions of three roads beside off the road: *judgement*.
  package static let usualCandidates = 8

  package init() {}
}

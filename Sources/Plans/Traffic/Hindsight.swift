package import Geodesy

/// A drive along a plan, measured by what was possible.
package struct Hindsight: Sendable {
  /// From the first fix on the plan to the destination, without the time stood at stops.
  package var duration: Seconds
  /// How long the route would have taken, in the traffic that came, that was the best in the traffic known at the start;
  /// `nil` if a road of it was closed then.
  package var bestKnown: Seconds?
  /// How long the best route would have taken in the traffic that came.
  package var best: Seconds?

  /// How much longer the drive took; negative where it was quicker.
  package var lossToKnown: Seconds? { bestKnown.map { duration - $0 } }
  package var loss: Seconds? { best.map { duration - $0 } }
}

package import Geodesy

/// A drive along a plan, measured by what was possible.
package struct Hindsight: Sendable {
  /// From the first fix on the plan to the destination, without the time stood at stops.
  package var duration: Seconds
  /// How long the route that was best in the traffic known at the start would have taken in the actual traffic; `nil`
  /// if one of its roads was then closed.
  package var bestKnown: Seconds?
  /// How long the best route would have taken in the actual traffic.
  package var best: Seconds?

  /// How much longer the drive took; negative where it was quicker.
  package var lossToKnown: Seconds? { bestKnown.map { duration - $0 } }
  package var loss: Seconds? { best.map { duration - $0 } }
}

package import Geodesy

/// When a vehicle is taken to stand.
package struct TripSettings: Sendable {
  /// The least time at one place that is a stop: longer than a red light (cycles end at 120 s, RiLSA 2015 §2.7.1).
  package var leastStopTime: Seconds = 120
  /// All fixes of a stop lie within this of its first: the scatter of a receiver that stands.
  package var stopRadius: Metres = 25
  package init() {}
}

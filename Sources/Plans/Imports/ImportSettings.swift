package import Geodesy

/// How lines become routes. The values were chosen on the routes that are found again on maps of later years
/// (Documentation/Measured.md), unless a line says otherwise.
package struct ImportSettings: Sendable {
  /// The distance between samples of the line, in metres.
  package var sampling: Metres = 25
  /// Between two positions the line is used while a road is this near, in metres.
  package var reach: Metres = 15
  /// Bounds of the assumed error of a line, in metres.
  package var errors: ClosedRange<Metres> = 1...10
  /// The least errors, in metres, assumed one after the other where the line was followed badly: the roads of a newer
  /// map may have moved.
  package var laterErrors: [Metres] = [5, 10]
  /// A larger error must improve the fit by this many metres.
  package var leastGain: Metres = 10
  /// A route is as long as its line, and a line is followed, to within this many metres …
  package var tolerance: Metres = 15
  /// … or to within this share of the length, for the errors of long lines add up.
  package var toleratedShare = 0.005
  /// A route must cover this share of the line; along positions that are known to be on roads, it may pass more than
  /// half of them instead.
  package var leastCover = 0.5
  /// A stop is on its line within this distance, in metres: a bus stop across a wide road, or a shop behind its car park.
  package var stopReach: Metres = 60
  /// How much to cut off, in metres, at the end before a gap and at the start after it, until the path across is short.
  package var cutbacks: [(end: Metres, begin: Metres)] = [
    (0, 0), (60, 0), (0, 60), (60, 60), (200, 0), (0, 200), (200, 200), (600, 0), (0, 600), (600, 600),
  ]
  /// A path across a gap is short if it is no longer than the straight line times this …
  package var bridgeFactor = 2.0
  /// … plus this, in metres.
  package var bridgeAllowance: Metres = 200
  /// A halt this near to where the line turns round is where it turns, in metres.
  package var turnReach: Metres = 30

  package init() {}

  /// Two lengths that differ by no more than this are the same.
  package func tolerance(of length: Metres) -> Metres { max(tolerance, toleratedShare * length) }
}

package import Geodesy

/// Settings of a comparison.
package struct ComparisonSettings: Sendable {
  /// Lines at most this far apart are on the same road. 5 m is less than the distance between the carriageways of a
  /// divided road, and more than rounding, simplification or a shift of a map's geometry moves a line.
  package var tolerance: Metres = 5
  /// Lines whose bearings differ by more than this run in different directions: half a right angle.
  package var bearingTolerance: Degrees = 45
  /// The number of equal bins in the reliability table.
  package var bins = 10
  /// The most pairs of equal pieces that one alignment examines; up to this limit it is exact. 50 million take about 4
  /// s.
  package var pairLimit = 50_000_000
  /// The most pieces into which the lines of one trace are cut: 10,000 km at the usual tolerance, which take some seconds
  /// and 600 MB. A few bytes draw a line across half the earth, so the size of a file bounds nothing.
  package var pieceLimit = 4_000_000
  /// How many refusals keep their message; all are counted.
  package var refusalsTold = 20

  /// Between two neighbouring places of a line. Even the longest ferry crossings are drawn with shorter steps. The
  /// bound matters because a line is cut into pieces of half the tolerance.
  static let longestStep: Metres = 1_000_000

  /// The greatest length of a piece.
  var step: Metres { max(0.5, tolerance / 2) }

  package init() {}
}

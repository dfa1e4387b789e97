package import Geodesy

/// How routes are compared.
package struct ComparisonSettings: Sendable {
  /// Lines as far apart as this are the same road. 5 m is less than the distance of the carriageways of a divided road,
  /// and more than what rounding, simplifying and a shift of a map's geometry do to a line.
  package var tolerance: Metres = 5
  /// Lines whose bearings differ by more than this are not the same direction: half a right angle.
  package var bearingTolerance: Degrees = 45
  /// Equal bins of the reliability table.
  package var bins = 10
  /// Most pairs of equal pieces that one alignment looks at; up to here it is exact. 50 million take about 4 s.
  package var pairLimit = 50_000_000
  /// Refusals kept with their sentence; all are counted.
  package var refusalsTold = 20

  package init() {}
}

internal import Geodesy

/// What the fixes of the lattice say of a path, kept until the path is finished and their rows are long forgotten.
///
/// Shapes, for rows of k₀, k₁, … candidates worth naming:
///
///     candidates, posteriors    k₀ + k₁ + …
struct PathEvidence: Sendable {
  struct Row: Sendable {
    var fix: KeptFix
    /// How much of a witness of its own the fix is.
    var weight: Double
    var candidates: Range<Int>
    /// From the fix to the path, in standard deviations.
    var residual: Double
  }

  private(set) var rows: [Row] = []
  private(set) var candidates: [Candidate] = []
  private(set) var posteriors: [Double] = []

  /// A posterior below this changes no digit that is reported.
  private static let negligible = 1e-5

  /// - Parameters:
  ///   - state: the candidate that the path passes through.
  ///   - lattice: with the posteriors of the row.
  mutating func add(_ row: LatticeRow, at state: Int, of lattice: Lattice) {
    let first = candidates.count
    for i in row.candidates where lattice.posteriors[i] > Self.negligible {
      candidates.append(lattice.candidates[i])
      posteriors.append(lattice.posteriors[i])
    }
    let residual = lattice.candidates[state].distance / row.fix.sigma
    rows.append(Row(fix: row.fix, weight: row.weight, candidates: first..<candidates.count, residual: residual))
  }

  /// Forgets the first rows.
  ///
  /// - Returns: how far they lie from the path.
  mutating func forget(_ count: Int) -> [Double] {
    let residuals = rows[..<count].map(\.residual)
    let first = count < rows.count ? rows[count].candidates.lowerBound : candidates.count
    rows.removeFirst(count)
    candidates.removeFirst(first)
    posteriors.removeFirst(first)
    for i in rows.indices {
      let range = rows[i].candidates
      rows[i].candidates = range.lowerBound - first..<range.upperBound - first
    }
    return residuals
  }
}

internal import Geodesy

/// The evidence of the lattice fixes for a path, kept until the path is finished, long after their rows are released.
///
/// Shapes, for rows of k₀, k₁, … relevant candidates:
///
///     candidates, posteriors    k₀ + k₁ + …
struct PathEvidence: Sendable {
  struct Row: Sendable {
    var fix: KeptFix
    /// How much the fix is independent evidence.
    var weight: Double
    var candidates: Range<Int>
    /// From the fix to the path, in standard deviations.
    var residual: Double
  }

  private(set) var rows: [Row] = []
  private(set) var candidates: [Candidate] = []
  private(set) var posteriors: [Double] = []

  /// A posterior below this changes no digit of a report.
  private static let negligible = 1e-5

  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    candidates.removeAll(keepingCapacity: true)
    posteriors.removeAll(keepingCapacity: true)
  }

  /// Makes room for the first rows of a path, with two candidates each.
  mutating func reserve(rows count: Int) {
    guard rows.isEmpty else { return }
    rows.reserveCapacity(count)
    candidates.reserveCapacity(2 * count)
    posteriors.reserveCapacity(2 * count)
  }

  /// - Parameters:
  ///   - state: the candidate on the path.
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
  /// - Returns: their distances from the path, in standard deviations.
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

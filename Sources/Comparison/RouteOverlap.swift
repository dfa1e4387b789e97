package import Geodesy

/// How much of a true route a result has found, in lengths.
///
/// Lengths are whole micrometres, so that sums are exact in any order: a result that equals the truth misses nothing.
package struct RouteOverlap: Hashable, Sendable {
  /// The length of the truth, *T*.
  var truthMicrometres: Int64 = 0
  /// The length of the result, *M*.
  var resultMicrometres: Int64 = 0
  /// The part of the truth that the result has.
  var foundMicrometres: Int64 = 0
  /// The part of the result that the truth has: for edges the same, for lines it may differ by a hair.
  var confirmedMicrometres: Int64 = 0

  package var truth: Metres { Metres(truthMicrometres) / 1e6 }
  package var result: Metres { Metres(resultMicrometres) / 1e6 }
  /// The length *C* found in order.
  package var correct: Metres { Metres(foundMicrometres) / 1e6 }
  package var missing: Metres { Metres(truthMicrometres - foundMicrometres) / 1e6 }
  package var extra: Metres { Metres(resultMicrometres - confirmedMicrometres) / 1e6 }

  /// C / max(T, M), 0 … 1; `nil` where there is neither truth nor result.
  package var correctFraction: Double? {
    let longer = max(truthMicrometres, resultMicrometres)
    return longer > 0 ? Double(foundMicrometres) / Double(longer) : nil
  }

  /// (missing + extra) / T, 0 and more; `nil` without a truth.
  ///
  /// - Source: the route mismatch fraction of Newson & Krumm, ACM GIS 2009, doi:10.1145/1653771.1653818, §5.
  package var mismatchFraction: Double? {
    let wrong = truthMicrometres - foundMicrometres + resultMicrometres - confirmedMicrometres
    return truthMicrometres > 0 ? Double(wrong) / Double(truthMicrometres) : nil
  }

  static func + (a: RouteOverlap, b: RouteOverlap) -> RouteOverlap {
    RouteOverlap(
      truthMicrometres: a.truthMicrometres + b.truthMicrometres,
      resultMicrometres: a.resultMicrometres + b.resultMicrometres,
      foundMicrometres: a.foundMicrometres + b.foundMicrometres,
      confirmedMicrometres: a.confirmedMicrometres + b.confirmedMicrometres)
  }
}

/// A length as a weight; beyond nine million kilometres, which no trace has, it stays there.
func inMicrometres(_ length: Metres) -> Int64 { Int64(min(max(0, length), 9e9) * 1e6 + 0.5) }

package import Geodesy

/// How much of a true route a result has found, in lengths.
///
/// Lengths are whole micrometres, so that sums are exact in any order: a result that equals the truth misses nothing.
package struct RouteOverlap: Hashable, Sendable {
  /// The length of the truth, *T*.
  private(set) var truthMicrometres: Int64 = 0
  /// The length of the result, *M*.
  private(set) var resultMicrometres: Int64 = 0
  /// The part of the truth that the result has.
  private(set) var foundMicrometres: Int64 = 0
  /// The part of the result that the truth has: for edges the same, for lines it may differ by a hair.
  private(set) var confirmedMicrometres: Int64 = 0
  /// max(T, M); over several traces the sum of theirs.
  private var longerMicrometres: Int64 = 0

  /// Nothing at all.
  init() {}

  /// One trace.
  init(truth: Int64, result: Int64, found: Int64, confirmed: Int64) {
    truthMicrometres = truth
    resultMicrometres = result
    foundMicrometres = found
    confirmedMicrometres = confirmed
    longerMicrometres = max(truth, result)
  }

  package var truth: Metres { Metres(truthMicrometres) / 1e6 }
  package var result: Metres { Metres(resultMicrometres) / 1e6 }
  /// The length *C* found in order.
  package var correct: Metres { Metres(foundMicrometres) / 1e6 }
  package var missing: Metres { Metres(truthMicrometres - foundMicrometres) / 1e6 }
  package var extra: Metres { Metres(resultMicrometres - confirmedMicrometres) / 1e6 }

  /// C / max(T, M), 0 … 1; `nil` where there is neither truth nor result.
  ///
  /// Over several traces the sum of C by the sum of max(T, M), so that too much in one makes up for nothing in another.
  package var correctFraction: Double? {
    longerMicrometres > 0 ? Double(foundMicrometres) / Double(longerMicrometres) : nil
  }

  /// (missing + extra) / T, 0 and more; `nil` without a truth.
  ///
  /// - Source: the route mismatch fraction of Newson & Krumm, ACM GIS 2009, doi:10.1145/1653771.1653818, §5.
  package var mismatchFraction: Double? {
    let wrong = truthMicrometres - foundMicrometres + resultMicrometres - confirmedMicrometres
    return truthMicrometres > 0 ? Double(wrong) / Double(truthMicrometres) : nil
  }

  static func + (a: RouteOverlap, b: RouteOverlap) -> RouteOverlap {
    var sum = a
    sum.truthMicrometres += b.truthMicrometres
    sum.resultMicrometres += b.resultMicrometres
    sum.foundMicrometres += b.foundMicrometres
    sum.confirmedMicrometres += b.confirmedMicrometres
    sum.longerMicrometres += b.longerMicrometres
    return sum
  }
}

/// A length as a weight; beyond nine million kilometres, which no trace has, it stays there.
func inMicrometres(_ length: Metres) -> Int64 { Int64(min(max(0, length), 9e9) * 1e6 + 0.5) }

package import Geodesy

/// How much of a true route a result has found, by length.
///
/// Lengths are whole micrometres, so that sums are exact in any order: a result that equals the truth misses nothing.
package struct RouteOverlap: Hashable, Sendable {
  /// The length of the truth, *T*.
  private(set) var truthMicrometres: Int64 = 0
  /// The length of the result, *M*.
  private(set) var resultMicrometres: Int64 = 0
  /// The part of the truth that the result contains.
  private(set) var foundMicrometres: Int64 = 0
  /// The part of the result that the truth contains. For edges it equals the found part; for lines it may differ
  /// slightly.
  private(set) var confirmedMicrometres: Int64 = 0
  /// max(T, M); over several traces, the sum of their maxima.
  private var longerMicrometres: Int64 = 0

  /// An overlap of length 0.
  init() {}

  /// The overlap of one trace.
  init(truth: Int64, result: Int64, found: Int64, confirmed: Int64) {
    truthMicrometres = truth
    resultMicrometres = result
    foundMicrometres = found
    confirmedMicrometres = confirmed
    longerMicrometres = max(truth, result)
  }

  package var truth: Metres { Metres(truthMicrometres) / 1e6 }
  package var result: Metres { Metres(resultMicrometres) / 1e6 }
  /// The length *C* found in the right order.
  package var correct: Metres { Metres(foundMicrometres) / 1e6 }
  package var missing: Metres { Metres(truthMicrometres - foundMicrometres) / 1e6 }
  package var extra: Metres { Metres(resultMicrometres - confirmedMicrometres) / 1e6 }

  /// C / max(T, M), 0 … 1; `nil` if there is neither truth nor result.
  ///
  /// Over several traces it is the sum of C divided by the sum of max(T, M), so that an excess in one trace does not
  /// make up for a lack in another.
  package var correctFraction: Double? {
    longerMicrometres > 0 ? Double(foundMicrometres) / Double(longerMicrometres) : nil
  }

  /// (missing + extra) / T, 0 or more; `nil` without a truth.
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

/// A length as a weight, capped at nine million kilometres, which no trace reaches.
func inMicrometres(_ length: Metres) -> Int64 { Int64(min(max(0, length), 9e9) * 1e6 + 0.5) }

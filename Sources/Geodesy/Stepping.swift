/// The number of equal pieces into which a straight stretch is cut, so that none is longer than `step`.
///
/// At most ``mostSteps`` pieces, which are then longer than `step`: a line that someone else wrote may jump across the globe
/// with each point, and must not cost millions of steps for thirty bytes.
///
/// - Returns: 1 for a stretch without a length, or with one that is not finite.
package func stepCount(along length: Metres, atMost step: Metres) -> Int {
  let count = (length / step).rounded(.up)
  guard count.isFinite, count > 1 else { return 1 }
  return Int(min(count, Double(mostSteps)))
}

/// 20 km in steps of 10 m: no straight stretch of road is that long.
let mostSteps = 2000

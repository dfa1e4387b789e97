internal import Geodesy

/// How far a vehicle is at every moment between two fixes, given its speeds at both.
///
/// Its speed changes smoothly, does not jump at the fixes, and is never negative.
///
/// - Source: Fritsch & Butland, A method for constructing local monotone piecewise cubic interpolants, SIAM J. Sci.
///   Stat. Comput. 5 (1984), doi:10.1137/0905021: a cubic with these speeds at its ends never turns back.
struct SmoothDrive {
  let length: Metres
  let duration: Seconds
  let beginSpeed: MetresPerSecond
  let endSpeed: MetresPerSecond

  /// From the first fix.
  func distance(after seconds: Seconds) -> Metres {
    guard duration > 0 else { return 0 }
    let t = seconds / duration
    let (ofBegin, ofEnd) = (t * (1 - t) * (1 - t), t * t * (t - 1))
    let distance = length * t * t * (3 - 2 * t) + duration * (beginSpeed * ofBegin + endSpeed * ofEnd)
    return min(max(0, distance), length)
  }

  func speed(after seconds: Seconds) -> MetresPerSecond {
    guard duration > 0 else { return 0 }
    let t = seconds / duration
    let (ofBegin, ofEnd) = ((1 - t) * (1 - 3 * t), t * (3 * t - 2))
    return max(0, length / duration * 6 * t * (1 - t) + beginSpeed * ofBegin + endSpeed * ofEnd)
  }

  /// The speed at a fix between two pieces of a drive: their harmonic mean, weighted by duration; 0 if the vehicle
  /// stands before or after.
  static func speed(
    between before: (speed: MetresPerSecond, duration: Seconds), _ after: (speed: MetresPerSecond, duration: Seconds)
  ) -> MetresPerSecond {
    guard before.speed > 0, after.speed > 0 else { return 0 }
    let (a, b) = (2 * after.duration + before.duration, after.duration + 2 * before.duration)
    return (a + b) / (a / before.speed + b / after.speed)
  }
}

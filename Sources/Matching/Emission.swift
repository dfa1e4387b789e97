internal import Geodesy

/// How well one place on a road explains a fix, as a natural logarithm up to a constant of the fix.
///
///     log p = −½ (d / σ)²                for d ≤ g σ
///           = −g d / σ + ½ g²            beyond, with the same slope
///
/// and, if the device gives a heading θ and moves, −min(½ (Δθ / σθ)², limit).
///
/// - Source: Newson & Krumm 2009, §4.1; the linear tail is Huber's, doi:10.1214/aoms/1177703732.
struct Emission {
  let settings: EmissionSettings

  func logProbability(distance: Metres, sigma: Metres) -> Double {
    let z = distance / sigma
    let knee = settings.gaussianSigmas
    return max(z <= knee ? -0.5 * z * z : -knee * z + 0.5 * knee * knee, -settings.outlierCost)
  }

  /// The distance with a given log probability.
  func distance(ofLog log: Double, sigma: Metres) -> Metres {
    let knee = settings.gaussianSigmas
    let z = log >= -0.5 * knee * knee ? (-2 * log).squareRoot() : 0.5 * knee - log / knee
    return z * sigma
  }

  /// - Parameter speed: `nil` is taken as moving: a device that reports no speed gives a heading only when it moves.
  func logProbability(heading: Degrees?, speed: MetresPerSecond?, roadBearing: Degrees) -> Double {
    guard let heading, speed ?? .infinity >= settings.leastSpeedForHeading else { return 0 }
    let z = turn(from: roadBearing, to: heading) / settings.headingSigma
    return -min(0.5 * z * z, settings.mostHeadingCost)
  }
}

internal import Geodesy
private import Glibc
internal import RandomNumbers

/// A GPS receiver: reports the position of a vehicle, with an error.
///
/// The error on each axis is normal with standard deviation σ. White noise is independent for every fix. Correlated
/// noise is a first-order Gauss–Markov process: after a time *t* a share ρ = exp(−*t*/τ) of the old error is left, and
/// a new error of standard deviation σ √(1 − ρ²) is added, so that the standard deviation is σ at all times.
///
/// - Source: Gelb (ed.), Applied Optimal Estimation, 1974, on Gauss–Markov processes; for the errors of GPS receivers
///   Rankin, IEEE PLANS 1994, doi:10.1109/PLANS.1994.303322.
struct Receiver: Sendable {
  private let settings: SimulationSettings
  /// The share of the error that is left after one period.
  private let memory: Double
  private var error = LocalPoint.origin
  private var noise: SplitMix64
  private var outliers: SplitMix64
  private var device: SplitMix64

  /// The standard deviation of speeds on each axis: measured by Doppler shift, they are more accurate than differences
  /// of positions. Manufacturers of receivers state 0.05 to 0.1 m/s.
  static let speedSigma: MetresPerSecond = 0.1

  init(_ settings: SimulationSettings, drive: Int) {
    self.settings = settings
    memory = settings.correlation > 0 ? exp(-settings.period / settings.correlation) : 0
    noise = SplitMix64(seed: settings.seed, drive: drive, concern: .noise)
    outliers = SplitMix64(seed: settings.seed, drive: drive, concern: .outlier)
    device = SplitMix64(seed: settings.seed, drive: drive, concern: .device)
    error = LocalPoint(x: settings.sigma * noise.normal(), y: settings.sigma * noise.normal())
  }

  /// Lets one period pass, whether or not a fix is recorded after it.
  mutating func wait() {
    let renewal = settings.sigma * (1 - memory * memory).squareRoot()
    error.x = memory * error.x + renewal * noise.normal()
    error.y = memory * error.y + renewal * noise.normal()
  }

  /// Adds the current error to a fix.
  ///
  /// - Parameters:
  ///   - point: the true place on the flat map of `ruler`.
  ///   - bearing: of the road.
  mutating func note(_ fix: inout SimulatedFix, at point: LocalPoint, by ruler: LocalRuler, bearing: Degrees) {
    var place = LocalPoint(x: point.x + error.x, y: point.y + error.y)
    if settings.outliers > 0, outliers.happens(settings.outliers) {
      let direction = outliers.uniform() * 2 * .pi
      let distance = settings.outlierDistance * outliers.uniform(in: 0.5...1.5)
      place.x += distance * sin(direction)
      place.y += distance * cos(direction)
      fix.faults.insert(.outlier)
    }
    fix.place = ruler.place(place)
    if !settings.columns.isEmpty { noteMotion(&fix, bearing: bearing) }
  }

  /// The error applies to the velocity: the slower the vehicle, the less accurate its heading.
  private mutating func noteMotion(_ fix: inout SimulatedFix, bearing: Degrees) {
    let course = bearing * .pi / 180
    let east = fix.trueSpeed * sin(course) + Self.speedSigma * device.normal()
    let north = fix.trueSpeed * cos(course) + Self.speedSigma * device.normal()
    fix.speed = (east * east + north * north).squareRoot()
    fix.heading = Geodesy.bearing(from: .origin, to: LocalPoint(x: east, y: north))
  }
}

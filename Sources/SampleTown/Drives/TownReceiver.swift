internal import Geodesy
internal import Moments
internal import RandomNumbers
internal import Traces

/// One fix as recorded by the device of a simulated vehicle.
struct NotedFix: Sendable {
  let place: Place
  let time: Timestamp
  let speed: MetresPerSecond
  let bearing: Degrees
}

/// A GPS receiver: records fixes at a fixed interval, each with an error that drifts.
///
/// The error on each axis is a first-order Gauss–Markov process: normal with standard deviation `sigma` and a
/// correlation time of ten seconds, because the errors of real receivers are not independent from one second to the
/// next. Speeds have an error of 0.1 m/s and bearings of 1° (standard deviation), drawn for each fix.
struct TownReceiver: Sendable {
  /// Between two fixes, in seconds.
  let interval: Seconds
  /// The standard deviation of the error on each axis, in metres.
  let sigma: Metres
  private var random: SplitMix64
  private var error = LocalPoint(x: 0, y: 0)

  init(interval: Seconds, sigma: Metres, seed: UInt64) {
    self.interval = interval
    self.sigma = sigma
    random = SplitMix64(seed: seed)
    error = LocalPoint(x: sigma * random.nearlyNormal(), y: sigma * random.nearlyNormal())
  }

  /// The fixes of a drive that starts at `start`, without the fixes in the `silence`, in seconds since the start.
  mutating func fixes(
    of drive: TownDrive, from start: Timestamp, in town: Town, silence: ClosedRange<Seconds>? = nil
  ) -> [NotedFix] {
    var result: [NotedFix] = []
    for number in 0...Int(drive.duration / interval) {
      let elapsed = Double(number) * interval
      wander()
      guard silence?.contains(elapsed) != true else { continue }
      result.append(note(drive.moment(at: elapsed), at: start.adding(seconds: elapsed), in: town))
    }
    return result
  }

  private mutating func note(_ moment: TownDrive.Moment, at time: Timestamp, in town: Town) -> NotedFix {
    let point = LocalPoint(x: moment.point.x + error.x, y: moment.point.y + error.y)
    let speed = moment.speed > 0 ? max(0, moment.speed + 0.1 * random.nearlyNormal()) : 0
    let bearing = (moment.bearing + random.nearlyNormal() + 360).truncatingRemainder(dividingBy: 360)
    return NotedFix(place: town.ruler.place(point), time: time, speed: speed, bearing: bearing)
  }

  private mutating func wander() {
    let memory = max(0, 1 - interval / 10)
    let renewal = sigma * (1 - memory * memory).squareRoot()
    error.x = memory * error.x + renewal * random.nearlyNormal()
    error.y = memory * error.y + renewal * random.nearlyNormal()
  }
}

internal import RoadGraph

/// Divides the times between the fixes of one path.
///
/// Each bin takes the time of moving through it; what is left over was waited, and is shared by the bins in proportion to
/// the waits expected there. A fix errs along the road as it does across it: a vehicle that waited may have done so some
/// metres before or behind the place of its fix.
struct PathDivision {
  /// What a bin takes of the time between two fixes.
  struct Share {
    var step: Int32
    var bin: Int32
    /// Moved, in metres, and as a share of the bin.
    var way: Float
    var passed: Float
    var moving: Float
    var waiting: Float

    var seconds: Float { moving + waiting }
  }

  let field: WaitField
  private(set) var shares: [Share] = []
  private var path = DrivenPath(steps: [], fixes: [])
  /// By step: where it begins along the path, and whether vehicles were seen on it.
  private var stations: [Float] = []
  private var isSeen: [Bool] = []

  /// Half of the width of an even distribution of errors with a standard deviation of 5 m.
  private static let reach: Float = 8.7
  /// Of the place of a vehicle that stands.
  private static let leastWidth: Float = 1

  init(_ field: WaitField) { self.field = field }

  /// Takes a path in place of the last one.
  ///
  /// - Parameter parts: those of all intervals on the path; vehicles are taken to wait on their steps alone.
  mutating func begin(_ path: DrivenPath, _ parts: ArraySlice<IntervalPart>) {
    self.path = path
    stations.removeAll(keepingCapacity: true)
    isSeen.removeAll(keepingCapacity: true)
    var station: Float = 0
    for step in path.steps {
      stations.append(station)
      isSeen.append(false)
      station += Float(step.length)
    }
    for part in parts where part.end > part.begin { isSeen[Int(part.step)] = true }
  }

  /// Fills ``shares`` with what the bins between two fixes take, in the order of the path.
  mutating func divide(_ parts: ArraySlice<IntervalPart>, seconds: Float) {
    shares.removeAll(keepingCapacity: true)
    guard let first = parts.first, let last = parts.last else { return }
    let driven = station(first.begin, on: Int(first.step))...station(last.end, on: Int(last.step))
    let middle = (driven.lowerBound + driven.upperBound) / 2
    let half = max(driven.upperBound - driven.lowerBound, Self.leastWidth) / 2
    let place = (middle - half)...(middle + half)
    var step = Int(first.step)
    while step > 0, stations[step] > place.lowerBound - Self.reach, isSeen[step - 1] { step -= 1 }
    while step < path.steps.count, step <= Int(last.step) || stations[step] < place.upperBound + Self.reach {
      if isSeen[step] || step <= Int(last.step) { append(step, driven, place) } else { break }
      step += 1
    }
    settle(seconds)
  }

  /// Without waits, in seconds per metre.
  func pace(of share: Share) -> Float { field.paces[field.bins.row(of: path.steps[Int(share.step)].edge)] }

  private func station(_ offset: Float, on step: Int) -> Float {
    stations[step] + offset - Float(path.steps[step].begin) / 100
  }

  /// Appends the bins of a step; their waits are not yet scaled.
  private mutating func append(_ step: Int, _ driven: ClosedRange<Float>, _ place: ClosedRange<Float>) {
    let held = path.steps[step]
    let row = field.bins.row(of: held.edge)
    let (begin, end) = (Float(held.begin) / 100, Float(held.end) / 100)
    for bin in field.bins.bins(ofRow: row) {
      let ground = field.bins.ground(of: bin, row: row)
      let (from, to) = (max(ground.lowerBound, begin), min(ground.upperBound, end))
      guard to > from else { continue }
      let (a, b) = (stations[step] + from - begin, stations[step] + to - begin)
      let way = max(0, min(b, driven.upperBound) - max(a, driven.lowerBound))
      let size = max(ground.upperBound - ground.lowerBound, 1e-3)
      let chance = Self.chance(a, b, place) / size
      guard way > 0 || chance > 0 else { continue }
      shares.append(
        Share(
          step: Int32(step), bin: Int32(bin), way: way, passed: way / size, moving: way * field.paces[row],
          waiting: field.waits[bin] * chance))
    }
  }

  /// The metres between two stations at which the vehicle may have been.
  private static func chance(_ a: Float, _ b: Float, _ place: ClosedRange<Float>) -> Float {
    if a >= place.lowerBound + reach, b <= place.upperBound - reach { return b - a }
    let entered = ramp(b - place.lowerBound) - ramp(a - place.lowerBound)
    return max(0, entered - (ramp(b - place.upperBound) - ramp(a - place.upperBound)))
  }

  /// The integral of the probability that a place was passed, over the way beyond where it seems to lie.
  private static func ramp(_ way: Float) -> Float {
    if way <= -reach { return 0 }
    return way >= reach ? way : (way + reach) * (way + reach) / (4 * reach)
  }

  /// Scales moving and waiting so that they make up the time.
  private mutating func settle(_ seconds: Float) {
    let moving = shares.reduce(0) { $0 + $1.moving }
    let waiting = shares.reduce(0) { $0 + $1.waiting }
    let pace = moving > 0 && (moving > seconds || waiting == 0) ? seconds / moving : 1
    let wait = waiting > 0 ? max(0, seconds - moving) / waiting : 0
    for index in shares.indices {
      shares[index].moving *= pace
      shares[index].waiting *= wait
    }
  }
}

internal import Geodesy
private import Glibc
internal import RoadGraph
internal import Storage

/// A halt at a distance from the start of the course.
struct Halt: Sendable {
  var distance: Metres
  var duration: Seconds
}

/// The position of a vehicle on its course at every moment.
///
/// It starts and ends at rest, keeps to the cruising speed of each piece, slows down for bends, and accelerates and
/// brakes at constant rates. Between two bends it reaches the highest speed from which it can still brake.
///
/// - Source: rates of cars in the Intelligent Driver Model, Treiber & Kesting, Traffic Flow Dynamics, 2013, table 11.2
///   (a = 1.0 m/s², b = 1.5 m/s²), doi:10.1007/978-3-642-32460-4.
struct Motion: Sendable {
  static let acceleration = 1.0
  static let braking = 1.5

  /// A period of constant acceleration.
  private struct Phase: BitwiseCopyable {
    /// At its start, since the start.
    var time: Seconds
    var distance: Metres
    var speed: MetresPerSecond
    var acceleration: Double
  }

  private var phases: [Phase] = []
  private(set) var duration: Seconds = 0
  private(set) var length: Metres = 0
  /// The start and duration of each halt, in order.
  private(set) var halts: [(time: Seconds, duration: Seconds, distance: Metres)] = []

  /// - Parameter halts: in the order of their distances, within the course.
  init(along course: SimulatedCourse, halting halts: [Halt] = []) {
    let spans = Self.spans(of: course, halts)
    var speed: MetresPerSecond = 0
    for span in spans {
      drive(span, from: speed)
      speed = span.endSpeed
      if span.halt > 0 { rest(for: span.halt) }
    }
    phases.append(Phase(time: duration, distance: length, speed: 0, acceleration: 0))
  }

  /// The position and speed of the vehicle `elapsed` seconds after the start.
  ///
  /// - Parameter hint: the phase of the last result, for ascending moments; 0 at first.
  func moment(at elapsed: Seconds, hint: inout Int) -> (distance: Metres, speed: MetresPerSecond) {
    while hint + 1 < phases.count, phases[hint + 1].time <= elapsed { hint += 1 }
    let phase = phases[hint]
    let time = elapsed - phase.time
    let limit = hint + 1 < phases.count ? phases[hint + 1].distance : length
    let distance = phase.distance + (phase.speed + phase.acceleration * time / 2) * time
    return (min(max(distance, phase.distance), limit), max(0, phase.speed + phase.acceleration * time))
  }

  /// The time at which a distance from the start is first reached, or last left if there is a halt.
  func time(at distance: Metres, leaving: Bool = false) -> Seconds {
    let next = phases.partitioningIndex { leaving ? $0.distance > distance : $0.distance >= distance }
    let index = max(0, next - 1)
    let phase = phases[index]
    let way = distance - phase.distance
    guard way > 0, index + 1 < phases.count else { return phase.time }
    // Of the two roots of d = v t + a t²/2 the earlier one, in the form without cancellation.
    let root = max(0, phase.speed * phase.speed + 2 * phase.acceleration * way).squareRoot()
    let time = phase.time + 2 * way / (phase.speed + root)
    return min(time, phases[index + 1].time)
  }

  // MARK: Phases

  private mutating func drive(_ span: Span, from begin: MetresPerSecond) {
    let (a, b) = (Self.acceleration, Self.braking)
    let end = span.endSpeed
    let reachable = (2 * a * b * span.length + b * begin * begin + a * end * end) / (a + b)
    let peak = max(begin, end, min(span.cruise, reachable.squareRoot()))
    let speedingUp = (peak * peak - begin * begin) / (2 * a)
    let slowingDown = (peak * peak - end * end) / (2 * b)
    let target = length + span.length
    add(speed: begin, acceleration: a, for: (peak - begin) / a, over: speedingUp)
    let steady = max(0, span.length - speedingUp - slowingDown)
    if peak > 0 { add(speed: peak, acceleration: 0, for: steady / peak, over: steady) }
    add(speed: peak, acceleration: -b, for: (peak - end) / b, over: slowingDown)
    length = target  // the parts add up to it except for rounding
  }

  private mutating func add(
    speed: MetresPerSecond, acceleration: Double, for time: Seconds, over way: Metres
  ) {
    guard time > 0 else { return }
    phases.append(Phase(time: duration, distance: length, speed: speed, acceleration: acceleration))
    duration += time
    length += way
  }

  private mutating func rest(for time: Seconds) {
    halts.append((duration, time, length))
    phases.append(Phase(time: duration, distance: length, speed: 0, acceleration: 0))
    duration += time
  }
}

// MARK: - Spans

extension Motion {
  /// A part of the course with one cruising speed, up to the next bend or halt.
  fileprivate struct Span: BitwiseCopyable {
    var length: Metres
    var cruise: MetresPerSecond
    var endSpeed: MetresPerSecond
    /// At its end.
    var halt: Seconds = 0
  }

  fileprivate static func spans(of course: SimulatedCourse, _ halts: [Halt]) -> [Span] {
    let pieces = course.pieces.filter { $0.length > 0 }
    var halts = halts[...]
    var spans: [Span] = []
    for (index, piece) in pieces.enumerated() {
      let next = index + 1 < pieces.count ? pieces[index + 1] : nil
      let end = next.map { speed(from: piece, to: $0, on: course) } ?? 0
      var driven: Metres = 0
      while let halt = halts.first, halt.distance < piece.distance + piece.length {
        let way = halt.distance - piece.distance - driven
        spans.append(Span(length: max(0, way), cruise: piece.cruise, endSpeed: 0, halt: halt.duration))
        driven += max(0, way)
        halts.removeFirst()
      }
      spans.append(Span(length: piece.length - driven, cruise: piece.cruise, endSpeed: end))
    }
    limitSpeeds(of: &spans)
    return spans
  }

  /// The speed from one piece to the next: the least of their cruising speeds and of what the bend allows.
  private static func speed(from piece: CoursePiece, to next: CoursePiece, on course: SimulatedCourse)
    -> MetresPerSecond
  {
    let isSameRoad = piece.edge.map { a in
      next.edge.map { course.graph.way(of: a) == course.graph.way(of: $0) } ?? false
    }
    let bend = abs(turn(from: piece.bearing, to: next.bearing))
    let room = min(piece.length, next.length) / 2
    return min(piece.cruise, next.cruise, speed(through: bend, room: room, isSameRoad: isSameRoad ?? true))
  }

  /// The speed through a bend: on the circle that touches both pieces as far from the corner as the pieces allow, with
  /// a lateral acceleration of 2 m/s².
  ///
  /// Along a road the circle begins at most 50 m before the corner, at junctions 15 m. Below 2 m a shape shows how it
  /// was drawn and not how the road runs. Nobody creeps except to turn round.
  ///
  /// - Source: lateral accelerations of everyday driving stay mostly below 2 to 3 m/s²; Reymond et al., Human Factors
  ///   2001, doi:10.1518/001872001775898188.
  private static func speed(through bend: Degrees, room: Metres, isSameRoad: Bool) -> MetresPerSecond {
    if bend > 150 { return 1 }
    guard bend > 1 else { return .infinity }
    let reach = min(max(room, 2), isSameRoad ? 50 : 15)
    let radius = reach / tan(bend / 2 * .pi / 180)
    return max(2.5, (2 * radius).squareRoot())
  }

  /// Lowers the speeds at the ends of spans to what the vehicle can reach before them and brake to after them.
  private static func limitSpeeds(of spans: inout [Span]) {
    var before: MetresPerSecond = 0
    for index in spans.indices {
      let reachable = (before * before + 2 * acceleration * spans[index].length).squareRoot()
      spans[index].endSpeed = min(spans[index].endSpeed, reachable)
      before = spans[index].endSpeed
    }
    for index in spans.indices.dropFirst().reversed() {
      let end = spans[index].endSpeed
      let brakable = (end * end + 2 * braking * spans[index].length).squareRoot()
      spans[index - 1].endSpeed = min(spans[index - 1].endSpeed, brakable)
    }
  }
}

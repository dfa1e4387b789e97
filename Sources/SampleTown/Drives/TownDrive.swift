package import Geodesy
internal import Storage

/// A halt at a node: for a signal, a barrier, a delivery.
struct Halt: Sendable {
  let node: Int
  let duration: Seconds

  static func at(_ node: Int, for duration: Seconds) -> Halt { Halt(node: node, duration: duration) }
}

/// A vehicle's motion along a course: its position at every moment.
///
/// It ends at rest, accelerates at 1.2 m/s² and brakes at 1.8 m/s², keeps to the cruising speed of each street and
/// slows down for bends.
///
/// - Source: the rates are chosen near the 0.73 and 1.67 m/s² of Treiber, Hennecke & Helbing 2000,
///   doi:10.1103/PhysRevE.62.1805, which are a mean of cars and trucks.
package struct TownDrive: Sendable {
  /// A point of the course, at most five metres after the previous one.
  private struct Station {
    var point: LocalPoint
    var node: Int?
    /// From the previous station.
    var step: Metres
    /// Of the piece that ends here.
    var bearing: Degrees
    var speed: MetresPerSecond
    var halt: Seconds = 0
    /// Since the start.
    var arrival: Seconds = 0
  }

  /// The state of the vehicle at one moment.
  package struct Moment: Sendable {
    package let point: LocalPoint
    package let speed: MetresPerSecond
    package let bearing: Degrees
  }

  package let course: TownCourse
  private let stations: [Station]

  private static let acceleration = 1.2
  private static let braking = 1.8
  private static let spacing: Metres = 5

  init(along course: TownCourse, halts: [Halt] = [], initialSpeed: MetresPerSecond = 0) {
    self.course = course
    var stations = TownDrive.stations(along: course)
    stations[0].speed = initialSpeed
    for halt in halts {
      guard let index = stations.firstIndex(where: { $0.node == halt.node }) else {
        preconditionFailure("the drive does not pass node \(halt.node)")
      }
      stations[index].halt = halt.duration
      stations[index].speed = 0
    }
    TownDrive.limitSpeeds(of: &stations)
    TownDrive.setArrivals(of: &stations)
    self.stations = stations
  }

  package var duration: Seconds { stations.last.map { $0.arrival + $0.halt } ?? 0 }

  /// The time at which the vehicle first reaches `node`, since the start.
  func arrival(at node: Int) -> Seconds {
    guard let station = stations.first(where: { $0.node == node }) else {
      preconditionFailure("the drive does not pass node \(node)")
    }
    return station.arrival
  }

  /// - Parameter time: since the start, 0 … ``duration``.
  func moment(at time: Seconds) -> Moment {
    let next = stations.partitioningIndex { $0.arrival > time }
    guard next < stations.count else { return rest(at: stations[stations.count - 1]) }
    let (a, b) = (stations[max(0, next - 1)], stations[next])
    let elapsed = time - a.arrival - a.halt
    guard elapsed >= 0 else { return rest(at: a) }
    let acceleration = (b.speed * b.speed - a.speed * a.speed) / (2 * b.step)
    let fraction = min(1, (a.speed + acceleration * elapsed / 2) * elapsed / b.step)
    let point = LocalPoint(
      x: a.point.x + fraction * (b.point.x - a.point.x), y: a.point.y + fraction * (b.point.y - a.point.y))
    return Moment(point: point, speed: a.speed + acceleration * elapsed, bearing: b.bearing)
  }

  private func rest(at station: Station) -> Moment {
    Moment(point: station.point, speed: 0, bearing: station.bearing)
  }

  private static func stations(along course: TownCourse) -> [Station] {
    let points = course.points
    var stations = [Station(point: points[0], node: course.begin.node, step: 0, bearing: 0, speed: 0)]
    for (index, piece) in course.pieces.enumerated() {
      let (begin, end) = (points[index], points[index + 1])
      let heading = bearing(from: begin, to: end)
      let isLast = index == course.pieces.count - 1
      let bend = isLast ? 180 : abs(turn(from: heading, to: bearing(from: end, to: points[index + 2])))
      let cruise = piece.way?.cruisingSpeed ?? TownWay.cruisingSpeedOffRoad
      let count = max(1, Int((begin.distance(to: end) / spacing).rounded(.up)))
      for number in 1...count {
        let fraction = Double(number) / Double(count)
        let point = LocalPoint(x: begin.x + fraction * (end.x - begin.x), y: begin.y + fraction * (end.y - begin.y))
        let isEnd = number == count
        stations.append(
          Station(
            point: point, node: isEnd ? piece.node : nil, step: begin.distance(to: end) / Double(count),
            bearing: heading, speed: isEnd ? min(cruise, speed(through: bend)) : cruise))
      }
    }
    stations[0].bearing = stations[1].bearing
    stations[stations.count - 1].speed = 0
    return stations
  }

  /// The speed through a bend: 50 km/h at 0°, 25 km/h at 45°, 11 km/h from 70° on; gentle bends are ignored.
  private static func speed(through bend: Degrees) -> MetresPerSecond {
    bend < 10 ? .infinity : max(3, 14 - 0.16 * bend)
  }

  private static func limitSpeeds(of stations: inout [Station]) {
    for index in stations.indices.dropFirst() {
      let before = stations[index - 1].speed
      stations[index].speed = min(
        stations[index].speed, (before * before + 2 * acceleration * stations[index].step).squareRoot())
    }
    for index in stations.indices.dropLast().reversed() {
      let after = stations[index + 1].speed
      stations[index].speed = min(
        stations[index].speed, (after * after + 2 * braking * stations[index + 1].step).squareRoot())
    }
  }

  private static func setArrivals(of stations: inout [Station]) {
    for index in stations.indices.dropFirst() {
      let (before, here) = (stations[index - 1], stations[index])
      stations[index].arrival = before.arrival + before.halt + 2 * here.step / (before.speed + here.speed)
    }
  }
}

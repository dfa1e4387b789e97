import Geodesy
import Moments
import Testing

@testable import SampleTown

@Suite("Drives through the town")
struct DriveTests {
  static let town = Town.quillmere
  static let drives = SampleFile.all(of: town).flatMap(\.drives)

  @Test func `only the wrong-way driver goes against a oneway, for 476 metres`() {
    for sample in Self.drives {
      let length = wrongWayLength(of: sample.drive.course)
      #expect(Int(length.rounded()) == (sample.vehicle == "wrong-way" ? 476 : 0), "\(sample.vehicle)")
    }
  }

  @Test func `nobody makes a forbidden turn`() {
    for sample in Self.drives {
      for restriction in Self.town.restrictions where restriction.tags.contains(where: { $0.key == "restriction" }) {
        #expect(!breaks(restriction, on: sample.drive.course), "\(sample.vehicle), restriction \(restriction.id)")
      }
    }
  }

  @Test func `only the forester leaves the road, for more than 300 metres out of reach of any`() {
    for sample in Self.drives {
      let points = sample.drive.course.points
      let farthest = points.map(distanceToNearestRoad).max() ?? 0
      #expect(sample.vehicle == "forester" ? farthest > 300 : farthest < 0.001, "\(sample.vehicle)")
    }
  }

  @Test func `no vehicle moves faster, starts harder or brakes harder than a calm driver would`() {
    for sample in Self.drives {
      let moments = (0...Int(sample.drive.duration)).map { sample.drive.moment(at: Double($0)) }
      #expect(moments.allSatisfy { $0.speed < 36 }, "\(sample.vehicle)")
      for (a, b) in zip(moments, moments.dropFirst()) {
        #expect((-1.81...1.21).contains(b.speed - a.speed), "\(sample.vehicle)")
        #expect(a.point.distance(to: b.point) < 36)
      }
    }
  }

  @Test func `a drive ends where its course ends, at rest`() throws {
    for sample in Self.drives {
      let end = try #require(sample.drive.course.points.last)
      let moment = sample.drive.moment(at: sample.drive.duration)
      #expect(moment.point.distance(to: end) < 0.01, "\(sample.vehicle)")
      #expect(moment.speed < 0.01)
    }
  }

  @Test func `a halt lasts as long as it is told to`() {
    let course = TownCourse(through: [601, 603, 604, 607], of: Self.town)
    let drive = TownDrive(along: course, halts: [Halt(node: 604, duration: 150)])
    let arrival = drive.arrival(at: 604)
    #expect(drive.moment(at: arrival + 1).speed == 0)
    #expect(drive.moment(at: arrival + 149).point == Self.town.node(604).point)
    #expect(drive.moment(at: arrival + 155).speed > 0)
  }

  @Test(
    arguments: [
      ([303, 307], [304, 305, 306, 307]), ([301, 305], [302, 303, 304, 305]), ([307, 303], [308, 301, 302, 303]),
    ])
  func `a course goes round the roundabout with the traffic`(waypoints: [Int], nodes: [Int]) {
    let course = TownCourse(through: waypoints.map(TownWaypoint.node), of: Self.town)
    #expect(course.pieces.map(\.node) == nodes)
  }

  @Test func `streets are told once each time they are entered`() {
    let course = TownCourse(through: [202, 115, 111, 201, 202], of: Self.town)
    #expect(course.streets == ["Bridge Street", "South Parade", "Mill Street", "Station Road"])
  }

  @Test func `a receiver's errors have the deviation asked for`() throws {
    let drive = TownDrive(along: TownCourse(through: [504, 324], of: Self.town))
    var receiver = TownReceiver(interval: 10, sigma: 5, seed: 3)
    var errors: [Double] = []
    for _ in 0..<60 {
      let start = Timestamp.may(1, 0, 0)
      for fix in receiver.fixes(of: drive, from: start, in: Self.town) {
        let truth = drive.moment(at: fix.time.seconds(since: start)).point
        let noted = Self.town.ruler.point(fix.place)
        errors += [noted.x - truth.x, noted.y - truth.y]
      }
    }
    let variance = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
    #expect((4.7...5.3).contains(variance.squareRoot()))
  }

  private func wrongWayLength(of course: TownCourse) -> Metres {
    zip(course.points, course.pieces).reduce(0) { $1.1.isWrongWay ? $0 + $1.0.distance(to: $1.1.end) : $0 }
  }

  private func distanceToNearestRoad(_ point: LocalPoint) -> Metres {
    let roads = Self.town.ways.filter { $0["highway"] != nil || $0["route"] != nil }
    return roads.flatMap { way in
      zip(way.nodes, way.nodes.dropFirst()).map { begin, end in
        project(point, onto: Self.town.node(begin).point, Self.town.node(end).point).distance
      }
    }.min() ?? .infinity
  }

  /// Whether the ways of a course hold the path that a restriction forbids.
  private func breaks(_ restriction: TownRestriction, on course: TownCourse) -> Bool {
    let kind = restriction.tags.first { $0.key == "restriction" }?.value ?? ""
    let steps = zip(course.pieces, course.pieces.dropFirst()).filter { $0.way?.id != $1.way?.id }
    let ways = [course.pieces.first?.way?.id] + steps.map { $1.way?.id }
    switch restriction.via {
    case .way(let via): return ways.windows(ofCount: 3).contains([restriction.from, via, restriction.to])
    case .node(let via):
      return steps.contains { before, after in
        guard before.way?.id == restriction.from, before.node == via else { return false }
        return kind.hasPrefix("no_") == (after.way?.id == restriction.to)
      }
    }
  }
}

extension Array {
  fileprivate func windows(ofCount size: Int) -> [[Element]] {
    count < size ? [] : (0...(count - size)).map { Array(self[$0..<($0 + size)]) }
  }
}

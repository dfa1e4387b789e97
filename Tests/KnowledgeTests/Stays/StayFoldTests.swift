import Geodesy
import Knowledge
import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@Suite("Places where vehicles stay")
struct StayFoldTests {
  private let graph: RoadGraph
  private let sketch: RoadSketch
  private static let day: Int64 = 86_400_000
  /// 2026-01-05T00:00:00Z
  private static let monday: Int64 = 1_767_571_200_000

  init() throws {
    sketch = try RoadSketch("A---------B---------C", metresPerCell: 40, roads: ["A-B-C"])
    graph = sketch.graph
  }

  /// A drive without roads, with stands of some hours.
  private func drive(
    _ vehicle: String, day: Int, at places: [Place], hour: Int = 9, duration: Seconds = 3600
  ) -> DriveRecord {
    let begin = Self.monday + Int64(day) * Self.day
    let stands = places.enumerated().map { number, place in
      let time = begin + Int64(hour + 2 * number) * 3_600_000
      return Stand(begin: time, end: time + Int64(duration * 1000), place: place)
    }
    return DriveRecord(
      vehicle: vehicle, tripID: "\(vehicle)-\(day)", source: "drawn", begin: begin, end: begin + Self.day,
      stands: stands)
  }

  private func fold(_ drives: [DriveRecord], besides known: SiteIndex? = nil) throws -> StayFold {
    try StayFold(of: DriveList(drives), on: graph, besides: known)
  }

  /// Around a centre, with errors of a few metres.
  private func places(
    around centre: Place, _ count: Int, error: Metres = 5, _ random: inout SplitMix64
  ) -> [Place] {
    let ruler = LocalRuler(at: centre)
    func deviation() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + Double(random.next() % 1001) / 1000 } }
    return (0..<count).map { _ in ruler.place(LocalPoint(x: error * deviation(), y: error * deviation())) }
  }

  @Test("A depot where many stand is found, with its circle, its vehicles and its times")
  func depot() throws {
    var random = SplitMix64(seed: 1)
    let centre = Place(latitude: 45, longitude: 9)
    let drives = places(around: centre, 40, error: 15, &random).enumerated().map { number, place in
      drive("van \(number % 8)", day: number / 8, at: [place])
    }
    let fold = try fold(drives)
    let stay = try #require(fold.places.first)
    #expect(fold.places.count == 1)
    #expect(groundDistance(stay.place, centre) < 8)
    #expect((15...45).contains(stay.radius))
    #expect(stay.support == Support(passages: 40, trips: 40, vehicles: 8, mostOfOne: 5))
    #expect(stay.medianDuration == 3600)
    #expect(stay.totalDuration == 40 * 3600)
    #expect(stay.first == Self.monday + 9 * 3_600_000)
    #expect(stay.nights == 0)
  }

  @Test("Stands at signals and in jams are no stays")
  func signals() throws {
    let drives = (0..<20).map { drive("van", day: $0, at: [sketch.place("B")], duration: 300) }
    #expect(try fold(drives).places.isEmpty)
  }

  @Test("Few stays make no place")
  func few() throws {
    let fold = try fold((0..<4).map { drive("van", day: $0, at: [sketch.place("B")]) })
    #expect(fold.places.isEmpty)
    #expect(fold.counts.alone == 4)
  }

  @Test("Known places are left out and counted")
  func known() throws {
    let drives = (0..<10).map { drive("van", day: $0, at: [sketch.place("A"), sketch.place("C")]) }
    let known = SiteIndex([Site(id: "depot", .circle(sketch.place("A"), radius: 50))])
    let fold = try fold(drives, besides: known)
    #expect(fold.places.map(\.place) == [sketch.place("C")])
    #expect(fold.counts.known == 10)
  }

  @Test("The vans of a long street, 30 m apart, are each at a place of their own")
  func street() throws {
    var random = SplitMix64(seed: 2)
    let ruler = LocalRuler(at: Place(latitude: 52.5, longitude: 13.4))
    let homes = (0..<30).map { ruler.place(LocalPoint(x: Double($0) * 30, y: 0)) }
    let drives = homes.enumerated().flatMap { number, home in
      places(around: home, 20, error: 2, &random).enumerated().map {
        drive("van \(number)", day: $0.offset, at: [$0.element])
      }
    }
    let stays = try fold(drives).places
    #expect(stays.count == 30)
    #expect(stays.allSatisfy { $0.support.vehicles == 1 && $0.radius < 10 })
  }

  @Test("A yard of 200 m where vans stand anywhere is one place")
  func yard() throws {
    var random = SplitMix64(seed: 5)
    let ruler = LocalRuler(at: Place(latitude: 52.5, longitude: 13.4))
    let drives = (0..<120).map { number in
      let point = LocalPoint(x: Double(random.next() % 200), y: Double(random.next() % 150))
      return drive("van \(number % 10)", day: number / 10, at: [ruler.place(point)])
    }
    #expect(try fold(drives).places.count == 1)
  }

  @Test(
    "Places at the antimeridian and at the poles are found whole",
    arguments: [
      Place(latitude: -16.8, longitude: 179.99999), Place(latitude: 90, longitude: 0),
      Place(latitude: -89.9999, longitude: -170),
    ])
  func seams(centre: Place) throws {
    var random = SplitMix64(seed: 8)
    let drives = (0..<60).map { number in
      // To every side, along the ground.
      let ruler = LocalRuler(at: centre)
      let reach = ruler.reach(Double(random.next() % 30))
      let turn = Int64(random.next() % 3_600_000_000) - 1_800_000_000
      let isPolar = abs(centre.latitudeE7) > 890_000_000
      let place =
        isPolar
        ? Place(
          latitudeE7: (centre.latitudeE7 < 0 ? -1 : 1) * (900_000_000 - Int32(reach.latitudeE7)),
          longitudeE7: Int32(turn))
        : centre.moved(latitudeE7: 0, longitudeE7: number % 2 == 0 ? reach.longitudeE7 : -reach.longitudeE7)
      return drive("van", day: number, at: [place])
    }
    let stays = try fold(drives).places
    #expect(stays.count == 1)
    #expect(stays.first?.support.passages == 60)
  }

  @Test("A night between two drives is a stay where the first one ended")
  func nights() throws {
    let day = DrawnDrive(on: sketch).at(9 * 3_600_000)  // 17:00
    let drives = (0..<6).flatMap { number in
      let evening = day.at(Int64(number) * Self.day)
      return [evening.record("AB BC"), evening.at(14 * 3_600_000).record("CB BA")]
    }
    let stays = try fold(drives).places
    let (night, noon) = (try #require(stays.first), try #require(stays.last))
    #expect(stays.count == 2)
    #expect(night.place == sketch.place("C"))
    #expect(night.nights == 6)
    #expect(night.support.passages == 6)
    #expect(noon.place == sketch.place("A"))
    #expect(noon.support.passages == 5)
    #expect(noon.nights == 0)
  }

  @Test("A stand that goes on after the end of its drive is one stay")
  func goesOn() throws {
    let drives = (0..<5).flatMap { number in
      let evening = DrawnDrive(on: sketch).at(Int64(number) * Self.day)
      var record = evening.record("AB BC")
      let stand = Stand(begin: record.end, end: record.end + 1_800_000, place: sketch.place("C"))
      record.stands = [stand]
      record.end = stand.end
      return [record, evening.at(20 * 3_600_000).record("CB BA")]
    }
    let stay = try #require(try fold(drives).places.first { $0.place == sketch.place("C") })
    #expect(stay.support.passages == 5)
    #expect(stay.medianDuration > 19 * 3600)
  }

  @Test("A vehicle that was moved without a drive has no stay in between")
  func moved() throws {
    let drives = (0..<6).map { DrawnDrive(on: sketch).at(Int64($0) * Self.day).record("AB BC") }
    #expect(try fold(drives).counts.stays == 0)
  }

  @Test("The places do not depend on the order of the vehicles")
  func order() throws {
    var random = SplitMix64(seed: 6)
    let centres = (0..<10).map {
      LocalRuler(at: Place(latitude: 45, longitude: 9)).place(LocalPoint(x: Double($0) * 90, y: 0))
    }
    let drives = (0..<200).map { number in
      drive("van \(number % 20)", day: number / 20, at: places(around: centres[number % 10], 2, &random))
    }
    let stays = try fold(drives).places
    #expect(stays.count >= 5)
    #expect(try fold(drives.sorted { $0.vehicle > $1.vehicle }).places == stays)
  }
}

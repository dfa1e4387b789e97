import Geodesy
import Testing

@testable import Jobs

@Suite struct VisitTests {
  @Test("a job is done by a stand within 50 m", arguments: [(0.0, true), (45, true), (55, false), (-45, true)])
  func reach(distance: Double, isDone: Bool) {
    var office = Office()
    office.order("a", at: 1000)
    office.drive((10, 12, 1000 + distance))
    #expect((office["a"]?.state == .finished) == isDone)
  }

  @Test("of several visits the longest counts") func longest() {
    var office = Office()
    office.order("a", at: 1000)
    office.drive((10, 12, 1000), (30, 37, 1010), (50, 53, 1000))
    #expect(office["a"]?.arrival?.minutes == 30)
    #expect(office["a"]?.departure?.minutes == 37)
  }

  @Test("a stand at the job's own door counts before a longer one next door") func nearest() {
    var office = Office()
    office.order("a", at: 1000)
    office.order("b", at: 1040)
    office.drive((10, 12, 1003), (14, 20, 1038))
    #expect(office["a"]?.arrival?.minutes == 10)
    #expect(office["b"]?.arrival?.minutes == 14)
  }

  @Test("one stand does all jobs of an address, in planned order and with one arrival") func address() {
    var office = Office()
    office.order("first", at: 500)
    office.order("a", at: 1000)
    office.order("b", at: 1004)
    office.drive((5, 7, 500), (10, 20, 1002))
    #expect(office.report.jobs.map(\.drivenSequence) == [1, 2, 3])
    #expect(office.report.jobs.dropFirst().map { $0.arrival?.minutes } == [10, 10])
  }

  @Test("pieces of one stand are joined; a drive away and back is not") func pieces() {
    var office = Office()
    office.order("a", at: 1000)
    office.drive((10, 12, 1000), (13, 20, 1010), (30, 31, 1000))
    #expect(office["a"]?.arrival?.minutes == 10)
    #expect(office["a"]?.departure?.minutes == 20)
  }

  @Test("a stand goes on when the record ends and the next one begins there") func overTraces() {
    var office = Office()
    office.order("a", at: 1000)
    office.drive(from: 0, to: 20, trip: "van-1", (10, 20, 1000))
    office.drive(from: 60, to: 100, trip: "van-2", (60, 70, 1005))
    #expect(office["a"]?.arrival?.minutes == 10)
    #expect(office["a"]?.departure?.minutes == 70)
    #expect(office["a"]?.state == .finished)
  }

  @Test("of two devices in one vehicle the one with more fixes tells the times") func devices() {
    var office = Office()
    office.order("a", at: 1000)
    office.drive(fixes: 100, trip: "sparse", (9.5, 15, 1000))
    office.drive(fixes: 1000, trip: "dense", (10, 14, 1000))
    #expect(office["a"]?.tripID == "dense")
    #expect(office["a"]?.arrival?.minutes == 10)
    #expect(office.report.tours.count == 1)
  }

  @Test("another asset does a job only where it has none of its own") func others() {
    var office = Office()
    office.order("skipped", at: 1000)
    office.order("own", at: 1002, of: "other")
    office.order("taken", at: 3000)
    office.drive()
    office.drive(of: "other", (10, 20, 1001), (30, 35, 3000))
    #expect(office["skipped"]?.state == .notReached)
    #expect(office["own"]?.doneBy == "other")
    #expect(office["taken"]?.doneBy == "other")
    #expect(office["taken"]?.asset == "van")
    #expect(office.report.tours.map(\.doneByOthers) == [1, 0])
    #expect(office.report.tours.map(\.done) == [0, 2])
  }

  @Test("when two meet at one job, the asset that has it did it") func meeting() {
    var office = Office()
    office.order("a", at: 1000)
    office.drive(of: "other", (5, 30, 1000))
    office.drive(of: "van", (10, 12, 1000))
    #expect(office["a"]?.doneBy == "van")
  }

  @Test("half of the planned service is too little, if another asset stayed longer") func hasty() {
    var office = Office()
    office.order("a", at: 1000)
    office.list.jobs[0].service = 600
    office.drive(of: "other", (5, 14, 1000))
    office.drive(of: "van", (20, 24, 1000))
    #expect(office["a"]?.doneBy == "other")
    office.list.jobs[0].service = 400
    #expect(office["a"]?.doneBy == "van")
    office.list.jobs[0].service = 600
    office.drives.removeFirst()
    #expect(office["a"]?.doneBy == "van")
  }

  @Test("a job for anybody names who did it, or stays assigned") func unassigned() {
    var office = Office()
    office.order("done", at: 1000, of: nil)
    office.order("open", at: 2000, of: nil)
    office.drive((10, 12, 1000))
    #expect(office.states == ["finished", "assigned"])
    #expect(office["done"]?.doneBy == "van")
    #expect(office["done"]?.asset == nil)
    #expect(office["done"]?.drivenSequence == 1)
  }

  @Test("a polygon is a place with 15 m around it", arguments: [(990.0, true), (1110, true), (1120, false)])
  func polygon(metres: Double, isDone: Bool) {
    var office = Office()
    office.order("yard", at: 1050)
    let corners = [(1000.0, -0.001), (1100, -0.001), (1100, 0.001), (1000, 0.001)].map { east, north in
      Place(latitude: 47.1 + north, longitude: Double(Office.place(east).longitudeE7) / 1e7)
    }
    office.list.jobs[0].extent = .polygons([[corners]])
    office.drive((10, 12, metres))
    #expect((office["yard"]?.state == .finished) == isDone)
  }
}

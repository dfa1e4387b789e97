import Moments
import Testing

@testable import Jobs

@Suite struct StateTests {
  @Test("a job is missed an hour after its window, if the record lasts so long") func missed() {
    var office = Office()
    office.order("over", at: 1000, window: 60...120)
    office.order("open", at: 2000, window: 60...550)
    office.order("any time", at: 3000)
    office.drive(to: 600)
    #expect(office.states == ["missed", "not_reached", "not_reached"])
    office.drives = []
    office.drive(to: 179)
    #expect(office.states == ["not_reached", "not_reached", "not_reached"])
  }

  @Test("without a record, nothing is missed") func unrecorded() {
    var office = Office()
    office.order("a", at: 1000, window: 60...120)
    office.order("b", at: 1000)
    office.note(.accepted, "b", at: 3)
    #expect(office.states == ["assigned", "accepted"])
    #expect(office["a"]?.tripID == nil)
  }

  @Test("the record ends while the asset stands there: it has arrived, and has finished if somebody says so")
  func arrived() {
    var office = Office()
    office.order("a", at: 1000)
    office.drive(to: 20, (10, 20, 1000))
    #expect(office.states == ["arrived"])
    #expect(office["a"]?.departure == nil)
    office.note(.finished, "a", at: 25)
    #expect(office.states == ["finished"])
    #expect(office["a"]?.claim == .confirmed)
  }

  @Test(
    "what the office ends is ended, unless it is seen to be done",
    arguments: [(OfficeEvent.Kind.rejected, JobState.rejected), (.cancelled, .cancelled)])
  func ended(kind: OfficeEvent.Kind, state: JobState) {
    var office = Office()
    office.order("a", at: 1000)
    office.note(kind, "a", at: 5)
    office.drive()
    #expect(office["a"]?.state == state)
    office.drives = []
    office.drive((10, 12, 1000))
    #expect(office["a"]?.state == .finished)
    #expect(office["a"]?.said == state)
  }

  @Test("an assignment that replaces a job puts an end to it") func replaced() {
    var office = Office()
    office.order("old", at: 1000)
    office.order("new", at: 2000)
    office.note(.assigned, "new", at: 5, by: "van", replacing: "old")
    office.drive((10, 12, 2000))
    #expect(office.states == ["replaced", "finished"])
    #expect(office["old"]?.said == .replaced)
    #expect(office.report.events.filter { $0.kind == .replaced }.map(\.time.minutes) == [5])
  }

  @Test("the log decides which asset has a job") func assigned() {
    var office = Office()
    office.order("a", at: 1000)
    office.order("b", at: 2000, of: "other")
    office.note(.assigned, "a", at: 5, by: "other")
    office.drive(of: "other", (10, 12, 1000), (14, 16, 2000))
    #expect(office["a"]?.asset == "other")
    #expect(office.report.tours.map(\.jobs) == [2])
  }

  @Test("waiting lasts until the window opens, service is the rest") func service() {
    var office = Office()
    office.order("early", at: 1000, window: 30...60, planned: 30)
    office.order("late", at: 2000, window: 30...60, planned: 50)
    office.order("after", at: 3000)
    office.drive((20, 37, 1000), (61, 70, 2000), (80, 85, 3000))
    let results = office.report.jobs
    #expect(results.map(\.waiting) == [600, 0, 0])
    #expect(results.map(\.service) == [420, 540, 300])
    #expect(results.map(\.isWindowViolated) == [false, true, nil])
    #expect(results.map(\.late) == [-600, 660, nil])
    #expect(office.report.tours.map(\.violated) == [1])
    #expect(office.report.tours.map(\.late) == [1])
  }

  @Test("whoever drives off before the window opens has only waited") func leftEarly() {
    var office = Office()
    office.order("a", at: 1000, window: 30...60)
    office.drive((20, 25, 1000))
    #expect(office["a"]?.waiting == 300)
    #expect(office["a"]?.service == 0)
  }
}

@Suite struct ClaimTests {
  /// The claim and how it contradicts a stand from minute 20 to 30 at the job.
  private func claim(at minutes: Double, stands: Bool) -> (JobClaim?, distance: Double?, seconds: Double?) {
    var office = Office()
    office.order("a", at: 1000)
    office.note(.finished, "a", at: minutes)
    if stands { office.drive((20, 30, 1000)) } else { office.drive((20, 30, 1200)) }
    let event = office.report.events.first { $0.kind == .claimContradicted }
    return (office["a"]?.claim, event?.distance, event?.seconds)
  }

  @Test("a claim after the visit is never contradicted", arguments: [21.0, 30, 70, 599]) func afterwards(minute: Double)
  {
    #expect(claim(at: minute, stands: true).0 == .confirmed)
  }

  @Test("a claim more than five minutes before the arrival is contradicted") func early() {
    #expect(claim(at: 16, stands: true).0 == .confirmed)
    let early = claim(at: 14, stands: true)
    #expect(early.0 == .contradicted)
    #expect(early.seconds == -360)
  }

  @Test("a claim after a first visit is right, though the longest visit comes later") func firstOfTwo() {
    var office = Office()
    office.order("a", at: 1000)
    office.note(.finished, "a", at: 15)
    office.drive((10, 14, 1000), (100, 120, 1000))
    #expect(office["a"]?.arrival?.minutes == 100)
    #expect(office["a"]?.claim == .confirmed)
  }

  @Test("a claim of an asset that was never there is contradicted 300 m away") func far() throws {
    let far = claim(at: 100, stands: false)
    #expect(far.0 == .contradicted)
    #expect(try abs(#require(far.distance) - 4000) < 20)
    // It stood 200 m away.
    #expect(claim(at: 25, stands: false).0 == .unverified)
  }

  @Test("without a record at the time, a claim is unverified") func unrecorded() {
    var office = Office()
    office.order("a", at: 1000)
    office.note(.finished, "a", at: 300)
    #expect(office["a"]?.claim == .unverified)
    office.drive(to: 100)
    #expect(office["a"]?.claim == .unverified)
  }

  @Test("events are in the order of time, and finished when somebody says so while the asset stands there")
  func events() {
    var office = Office()
    office.order("a", at: 1000)
    office.note(.accepted, "a", at: 1, by: "van")
    office.note(.finished, "a", at: 26, by: "van")
    office.drive((20, 30, 1000))
    #expect(office.report.events.map(\.kind) == [.accepted, .arrived, .finished, .left])
    #expect(office.report.events.map(\.time.minutes) == [1, 20, 26, 30])
  }
}

@Suite struct OrderTests {
  @Test(
    "so many jobs have to be moved",
    arguments: [([1, 2, 3], 0), ([2, 1, 3], 1), ([3, 1, 2], 1), ([3, 2, 1], 2), ([], 0), ([5, 1, 2, 3, 4], 1)])
  func disorder(numbers: [Int], count: Int) { #expect(Jobs.disorder(of: numbers) == count) }

  @Test("the driven order counts all that the asset did") func driven() {
    var office = Office()
    office.order("a", at: 1000)
    office.order("b", at: 2000)
    office.order("c", at: 3000, of: nil)
    office.drive((10, 12, 2000), (20, 22, 3000), (30, 32, 1000))
    #expect(office.report.jobs.map(\.drivenSequence) == [3, 1, 2])
    #expect(office.report.jobs.map(\.plannedSequence) == [1, 2, nil])
    #expect(office.report.tours.map(\.outOfOrder) == [1])
  }
}

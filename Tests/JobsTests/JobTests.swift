import Geodesy
import Moments
import Testing

@testable import Jobs

@Suite struct JobTests {
  private func moment(_ seconds: Int64) -> Timestamp { Timestamp(millisecondsSince1970: seconds * 1000) }

  private func job(_ windows: (Int64?, Int64?)...) -> Job {
    let place = Place(latitudeE7: 0, longitudeE7: 0)
    var job = Job(Job.ID("1"), at: place, extent: .circle(place, radius: 50))
    job.windows = windows.map { Job.Window(earliest: $0.0.map(moment), latest: $0.1.map(moment)) }
    return job
  }

  @Test("waiting lasts until the first window that is not over opens") func opening() {
    let job = job((100, 200), (300, 400))
    #expect(job.opening(for: moment(50)) == moment(100))
    #expect(job.opening(for: moment(150)) == moment(100))
    #expect(job.opening(for: moment(250)) == moment(300))
    #expect(job.opening(for: moment(500)) == moment(300))
    #expect(job.latest == moment(400))
  }

  @Test("without a window nothing opens, and nothing closes") func noWindow() {
    #expect(job().opening(for: moment(0)) == nil)
    #expect(job().latest == nil)
    #expect(job((100, nil)).latest == nil)
  }

  @Test("pickups and deliveries have ids of their own") func names() {
    #expect(Job.ID("7") != Job.ID("7", kind: .pickup))
    #expect(Set(Job.Kind.allCases.map { Job.ID("7", kind: $0) }).count == 3)
  }
}

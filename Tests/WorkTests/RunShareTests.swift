import Testing

@testable import Work

@Suite struct `The finished share of a run` {
  private func share(_ bytes: Int, of total: Int?, fixes: Int = 0, of read: Int = 0, _ seconds: Double = 10) -> RunShare
  {
    RunShare(bytes: bytes, totalBytes: total, fixesRead: read, fixesFinished: fixes, seconds: seconds)
  }

  @Test func `is that of the bytes where every fix that was read is finished`() {
    #expect(share(25, of: 100).finished == 0.25)
    #expect(share(25, of: 100, fixes: 40, of: 40).finished == 0.25)
    #expect(share(120, of: 100, fixes: 50, of: 40).finished == 1)
  }

  @Test func `is nothing while a file that mixes many traces is gathered, and then that of its fixes`() {
    let gathering = share(100, of: 100, fixes: 0, of: 1000)
    #expect(gathering.finished == 0 && gathering.left == nil && gathering.isReading)
    let matching = share(100, of: 100, fixes: 250, of: 1000)
    #expect(matching.finished == 0.25 && matching.left == 30 && !matching.isReading)
    #expect(share(100, of: 100, fixes: 1000, of: 1000).left == 0)
  }

  @Test func `is unknown where the size of an input is`() {
    #expect(share(100, of: nil, fixes: 5, of: 10).finished == nil)
    #expect(share(100, of: 0).finished == nil && share(0, of: 100).left == nil)
    #expect(share(50, of: 100, 0.5).left == nil)
  }
}

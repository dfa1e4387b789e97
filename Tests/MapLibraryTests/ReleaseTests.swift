import Moments
import Testing

@testable import MapLibrary

@Suite("Versions and change files")
struct ReleaseTests {
  @Test("A state is read as Osmosis writes it, and written the same")
  func state() throws {
    let text = "#Thu Oct 28 20:21:09 UTC 2021\ntimestamp=2021-10-28T20\\:21\\:09Z\nsequenceNumber=3134\n"
    let state = try ReplicationState(parsing: Array(text.utf8), path: "state.txt")
    #expect(state.sequence == 3134)
    #expect(state.version.description == "2021-10-28T20:21:09Z")
    #expect(try ReplicationState(parsing: Array(state.text.utf8), path: "") == state)
    #expect(state.text == String(text.dropFirst(30)))
  }

  @Test(
    "A state without time or number is refused",
    arguments: [
      "", "<html>", "sequenceNumber=1", "timestamp=2021-10-28T20\\:21\\:09Z",
      "sequenceNumber=-1\ntimestamp=2021-10-28T20:21:09Z", "sequenceNumber=1\ntimestamp=yesterday",
    ])
  func brokenState(_ text: String) {
    #expect(throws: MapLibraryError.damagedState(path: "s")) {
      try ReplicationState(parsing: Array(text.utf8), path: "s")
    }
  }

  @Test(
    "Change files lie in folders of a thousand",
    arguments: [(0, "000/000/000"), (1, "000/000/001"), (3134, "000/003/134"), (6_123_456, "006/123/456")])
  func paths(_ sequence: Int, _ path: String) {
    #expect(ReplicationState.changePath(sequence) == path + ".osc.gz")
    #expect(ReplicationState.statePath(sequence) == path + ".state.txt")
  }

  @Test("Versions have seconds, and days as in the names of extracts")
  func versions() throws {
    let version = try #require(ReleaseVersion("2021-10-28T20:21:09.750Z"))
    #expect(version.description == "2021-10-28T20:21:09Z")
    #expect(version.shortDay == "211028")
    #expect(try version < #require(ReleaseVersion("2021-10-28T22:21:10+02:00")))
  }

  /// A track whose states have these days, the last one newest, numbered from 1.
  func track(_ id: String, _ days: [Int]) -> ReleaseTrack {
    let states = days.enumerated().map { ReplicationState(sequence: $0.offset + 1, version: day($0.element)) }
    return ReleaseTrack(region: Region(id: id, name: id), newest: states[states.count - 1]) { number in
      states.first { $0.sequence == number }
    }
  }

  func day(_ number: Int) -> ReleaseVersion {
    ReleaseVersion(Timestamp(millisecondsSince1970: Int64(number) * 86_400_000))
  }

  @Test(
    "The newest common version is the newest that all regions have",
    arguments: [
      ([[1, 2, 3]], 3), ([[1, 2, 3], [1, 2, 3]], 3), ([[1, 2, 3], [1, 2]], 2), ([[1, 2, 3, 4], [1, 3]], 3),
      ([[1, 2, 4], [1, 2, 3]], 2), ([[1, 3, 5], [1, 2, 4, 5], [1, 4]], 1), ([[2, 3], [1]], nil),
      ([[1, 3], [2, 4]], nil),
      ([], nil),
    ] as [([[Int]], Int?)])
  func common(_ days: [[Int]], _ newest: Int?) throws {
    var tracks = days.enumerated().map { track("r\($0.offset)", $0.element) }
    #expect(try newestCommonVersion(of: &tracks) == newest.map(day))
  }

  @Test("States that do not get older are refused: the server is being changed, or wrong")
  func confused() {
    let states = [1: 9, 2: 3]
    var track = ReleaseTrack(
      region: Region(id: "r", name: "r"), newest: ReplicationState(sequence: 2, version: day(3))
    ) { number in states[number].map { ReplicationState(sequence: number, version: day($0)) } }
    #expect(throws: MapLibraryError.self) { try track.newest(notAfter: day(1)) }
  }
}

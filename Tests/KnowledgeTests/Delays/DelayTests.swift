import Geodesy
import Knowledge
import Moments
import RoadGraph
import RoadRules
import TestSupport
import Testing

@Suite("Delays of turns")
struct DelayTests {
  private static let crossings = [
    SignalStreet.Crossing(stopShare: 0.6, longestWait: 40, longestQueue: 60),
    SignalStreet.Crossing(stopShare: 0.25, longestWait: 24, longestQueue: 20),
    SignalStreet.Crossing(stopShare: 0, longestWait: 0, longestQueue: 0),
  ]

  @Test("The mean delay is that of the vehicles, however far apart the fixes are", arguments: [1.0, 5, 15, 30])
  func mean(interval: Seconds) throws {
    var street = try SignalStreet(Self.crossings)
    street.drive(800, every: interval, noise: 5)
    let rows = try fold(street).rows()
    let edges = street.edges
    for number in 0..<3 {
      let row = rows.filter { $0.from == edges[number] && $0.onto == edges[number + 1] }
      let passages = row.reduce(0) { $0 + $1.support.passages }
      let mean = row.reduce(0) { $0 + $1.mean * Double($1.support.passages) } / Double(passages)
      let truth = street.lost[number] / 800
      #expect(abs(mean - truth) < max(1, 0.1 * truth), "\(number): \(mean), truly \(truth)")
      #expect(passages > 500)
    }
  }

  @Test("Vehicles stand where signals stop them")
  func stood() throws {
    var street = try SignalStreet(Self.crossings)
    street.drive(400, every: 2, noise: 1)
    let shares = try sharesThatStood(street).map { $0 ?? -1 }
    // Short waits are not seen.
    #expect(0.45...0.65 ~= shares[0] && 0.14...0.28 ~= shares[1] && shares[2] < 0.03, "\(shares)")
  }

  @Test("Devices that send a fix every 50 metres are silent where they stand, so nothing is said of such turns")
  func stoodByDistance() throws {
    var street = try SignalStreet(Self.crossings)
    street.drive(400, every: 1, noise: 0)
    var last = -50.0
    let shares = try sharesThatStood(street) { _, place in
      guard place < last || place >= last + 50 else { return false }
      last = place
      return true
    }
    #expect(shares == [nil, nil, 0])
  }

  @Test("Of sparse fixes it is not said whether vehicles stood, nor where a few of them are close to each other")
  func stoodSparsely() throws {
    var street = try SignalStreet(Self.crossings)
    street.drive(50, every: 5, noise: 0)
    #expect(try sharesThatStood(street) { number, _ in number % 6 == 0 } == [nil, nil, nil])
    // Only who does not stand passes the last crossing between two fixes that are close.
    let waits = SignalStreet.Crossing(stopShare: 1, longestWait: 160, longestQueue: 20)
    street = try SignalStreet([waits, waits, Self.crossings[1]])
    street.drive(50, every: 5, noise: 0)
    let isNear = { (place: Metres) in abs(place - 900) < 50 }
    #expect(try sharesThatStood(street) { $0 % 6 == 0 || isNear($1) } == [nil, nil, nil])
  }

  /// The shares at the three crossings, by the fixes that are kept of those of the street: their numbers and places.
  private func sharesThatStood(
    _ street: SignalStreet, keeping isKept: (Int, Metres) -> Bool = { _, _ in true }
  ) throws -> [Double?] {
    var drives = street.drives
    for drive in drives.indices {
      drives[drive].paths[0].fixes = drives[drive].paths[0].fixes.enumerated().filter { number, fix in
        isKept(number, 300 * Double(fix.step) + Double(fix.offset) / 100)
      }.map(\.element)
    }
    let rows = try fold(DriveList(drives), street).rows()
    return (0..<3).map { number in rows.first { $0.onto == street.edges[number + 1] }?.stood }
  }

  @Test("Free flow is found from the drives where nobody states it")
  func freeFlow() throws {
    var street = try SignalStreet(Self.crossings)
    street.drive(400, every: 5, noise: 3)
    let fold = try DelayFold(of: DriveList(street.drives), on: street.sketch.graph, classes: Self.oneClass)
    let row = try fold.rows().first { $0.from == street.edges[0] }
    #expect(abs((row?.mean ?? 0) - street.lost[0] / 400) < 1.7)
  }

  @Test("What is doubtful, and stops for other reasons, is left out and counted")
  func leftOut() throws {
    var street = try SignalStreet(Self.crossings)
    street.drive(3, every: 5, noise: 0)
    var drives = street.drives
    for fix in drives[0].paths[0].fixes.indices { drives[0].paths[0].fixes[fix].isDoubtful = true }
    for step in drives[1].paths[0].steps.indices { drives[1].paths[0].steps[step].doubts = .detour }
    drives[2].stands = [
      Stand(begin: drives[2].begin, end: drives[2].end + 600_000, place: Place(latitude: 47.5, longitude: 9.5))
    ]
    let fold = try DelayFold(of: DriveList(drives), on: street.sketch.graph, classes: Self.oneClass)
    #expect(fold.counts.counted == 0)
    #expect(fold.counts.leftOut == [.doubt: 3, .unseen: 3, .stand: 3])
    #expect(try fold.rows().isEmpty)
    #expect(fold.learned().turns.isEmpty)
  }

  @Test("A path that begins at the crossing, and a silence of ten minutes, say nothing of it")
  func unseen() throws {
    var street = try SignalStreet(Self.crossings)
    street.drive(1, every: 5, noise: 0)
    var drive = street.drives[0]
    drive.paths[0].fixes.removeAll { $0.step == 0 }
    for fix in drive.paths[0].fixes.indices where drive.paths[0].fixes[fix].step == 3 {
      drive.paths[0].fixes[fix].time += 600_000
    }
    let fold = try DelayFold(of: DriveList([drive]), on: street.sketch.graph, classes: Self.oneClass)
    #expect(fold.counts.counted == 1)
    #expect(fold.counts.leftOut == [.unseen: 1, .gap: 1])
  }

  @Test("Parts, threads and chunks do not change a row")
  func parts() throws {
    var street = try SignalStreet(Self.crossings)
    street.drive(60, every: 5, noise: 5)
    var settings = DelaySettings()
    settings.parts = 1
    settings.workers = 1
    let one = try DelayFold(of: DriveList(street.drives), on: street.sketch.graph)
    let whole = try DelayFold(of: DriveList(street.drives), on: street.sketch.graph, settings: settings)
    let chunks = ChunkedDrives(street.drives, size: 7)
    let chunked = try DelayFold(of: chunks, on: street.sketch.graph)
    #expect(try one.rows() == whole.rows())
    #expect(try one.rows() == chunked.rows())
    #expect(try one.rows().count > 3)
    #expect(one.counts == chunked.counts)
  }

  @Test("A turn with few passages is drawn towards its kind, and turns never driven have the delay of theirs")
  func learned() throws {
    var street = try SignalStreet(Self.crossings)
    street.drive(400, every: 5, noise: 3)
    let fold = try fold(street)
    let (turns, delays) = fold.learned()
    let learned = LearnedTimes(
      classes: fold.classes, speeds: [UInt16](repeating: 0, count: street.sketch.graph.edgeCount), turns: turns,
      delays: delays)
    let edges = street.edges
    let rows = try fold.rows()
    for row in rows {
      #expect(abs(learned.delay(from: row.from, onto: row.onto, in: 0) - row.expected) < 0.06)
      #expect(abs(row.expected - row.mean) < 1)
    }
    let aside = learned.delay(from: edges[0], onto: street.sketch.edge("BF"), in: 0)
    #expect(aside > 1 && aside < rows.map(\.mean).reduce(0, max))
  }

  @Test("Delays of one hour are not those of another")
  func hours() throws {
    var street = try SignalStreet([Self.crossings[0], Self.crossings[2], Self.crossings[2]])
    street.drive(40, every: 5, noise: 3, from: 0)
    let quiet = street.lost[0]
    let fold = try DelayFold(
      of: DriveList(street.drives), on: street.sketch.graph, clock: LocalClock(offsetInMinutes: 60)
    ) { _ in SignalStreet.freePace }
    let rows = try fold.rows().filter { $0.from == street.edges[0] }
    #expect(rows.map(\.hours.hours) == (1..<8).map { $0..<$0 + 1 })  // 1970-01-01 was a Thursday
    #expect(rows.reduce(0) { $0 + $1.support.passages } == 40)
    #expect(abs(rows.reduce(0) { $0 + $1.mean * Double($1.support.passages) } - quiet) < 40)
  }

  private static let oneClass = WeekClasses(days: [0x7F], hours: [0]) ?? .usual

  private func fold(_ street: SignalStreet) throws -> DelayFold { try fold(DriveList(street.drives), street) }

  private func fold(_ drives: DriveList, _ street: SignalStreet) throws -> DelayFold {
    try DelayFold(of: drives, on: street.sketch.graph, classes: Self.oneClass) { _ in
      SignalStreet.freePace
    }
  }
}

import Foundation
import Reports
import TestSupport
import Testing

@testable import Replay

@Suite struct `A night` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write(
      "trips.csv",
      "trip_id,trace_id,vehicle,map_id,map_version,status,reason,fixes,matched,begin_time,begin_time_local,duration_s,length_m,coverage,confidence",
      "a,a,van-1,town,v1,ok,,100,100,2026-05-03T22:30:00.000Z,2026-05-04T00:30:00.000+02:00,600,5000,1,0.99",
      "b,b,van-2,town,v1,partial,off_road,20,10,2026-05-04T06:00:00.000Z,2026-05-04T08:00:00.000+02:00,300,2000,0.5,0.9",
      "c,c,,town,v1,unmatched,no_road_near,5,0,,,,0,0,0")
  }

  private func write(_ name: String, _ lines: String...) throws {
    _ = try folder.write(name, lines.map { $0 + "\n" }.joined())
  }

  private func night() throws -> Night {
    var reader = try NightReader(of: folder.path, on: nil)
    return try reader.read()
  }

  @Test func `has the day on which most trips begin by the clocks of the place, and its sums`() throws {
    let night = try night()
    #expect(night.date == "2026-05-04" && night.offsetInMinutes == 120)
    let sums = night.sums
    #expect(sums.trips == 3 && sums.vehicles == 2 && sums.flagged == 2)
    #expect(sums.fixes == 125 && sums.matched == 110)
    #expect(sums.length == 7000 && sums.duration == 900 && sums.refused == nil)
  }

  @Test func `without local times is in UTC`() throws {
    try write("trips.csv", "trip_id,fixes,matched,begin_time", "a,1,1,2026-05-03T22:30:00.000Z")
    #expect(try night().date == "2026-05-03")
  }

  /// An event as the table writes it, and whether somebody should look at the trip.
  @Test(arguments: [
    ("wrong_way,476,1,", 4.0), ("wrong_way,50,0.8,", 0.8), ("wrong_way,476,1,true", 0.0), ("closed_road,200,1,", 4.0),
    ("forbidden_turn,3,0.9,", 2.7), ("no_access,100,1,", 1.5), ("vehicle_limit,,1,", 3.0), ("off_road,301,1,", 2.0),
    ("off_road,300,1,", 0.0), ("stop,900,1,", 0.0), ("speeding,4000,1,", 0.0), ("barrier_passed,,1,", 0.0),
  ])
  func `weighs an event by severity, confidence and length`(event: String, weight: Double) throws {
    try write("events.csv", "trip_id,type,length_m,confidence,rule_doubtful,lat,lon", "a,\(event),47,9")
    #expect(abs(try night().trips[0].concerns.sum - weight) < 1e-9)
    #expect(abs(try drives()[0].concerns.sum - weight) < 1e-9)
  }

  /// The same trips as pages show them.
  private func drives() throws -> [Drive] {
    var (folder, drives) = (try TableFolder(folder.path), [Drive]())
    while let drive = try folder.next() { drives.append(drive) }
    return drives
  }

  @Test func `flags the trips that pages of a folder flag, by stops and deviations too`() throws {
    try write(
      "milestones.csv", "trip_id,type,name,lat,lon,status,record_ends_m", "a,stopover,x,47,9,missed,",
      "a,stopover,y,47,9,missed,120", "b,stopover,z,47,9,reached,", "b,waypoint,z,47,9,missed,")
    try write(
      "deviations.csv", "trip_id,cause,returned,length_m,confidence", "a,missed_turn,true,900,1",
      "b,missed_turn,false,100,0.5", "c,missed_turn,,900,1")
    let (night, drives) = (try night(), try drives())
    #expect(night.trips.map(\.concerns.sum) == [5, 3.25, 7])
    #expect(drives.map(\.concerns.sum) == night.trips.map(\.concerns.sum) && drives.allSatisfy(\.needsLook))
    #expect(!Drive(.trip, title: "fine", tables: []).needsLook && Drive(.route, title: "route", tables: []).needsLook)
  }

  @Test func `needs a look at trips of which little or nothing is matched, the gravest first`() throws {
    try write("events.csv", "trip_id,type,length_m,confidence,lat,lon", "a,wrong_way,476,1,47,9")
    let night = try night()
    #expect(night.flagged == [0, 1, 2])
    #expect(
      night.flagged.map { night.trips[$0].concerns.sentence(stops: 0, .english) } == [
        "476 m the wrong way", "less than 90\u{A0}% of the fixes matched", "nothing matched",
      ])
  }

  @Test func `counts a stop as missed, unless the record ends before it`() throws {
    try write(
      "milestones.csv", "trip_id,waypoint,type,name,lat,lon,status,time,planned_time,late_s,record_ends_m",
      "a,1,stopover,Mill,47,9,reached,2026-05-03T22:35:00Z,2026-05-03T22:34:00Z,60,",
      "a,2,stopover,,47,9,missed,,2026-05-03T22:38:00Z,,", "a,3,pass_through,,47,9,missed,,,,",
      "b,1,stopover,,47,9,missed,,,,25")
    let night = try night()
    #expect(night.stops.map(\.state) == [.reached, .missed, .open])
    #expect(night.stops.map(\.name) == ["Mill", "stop 2", "stop 1"])
    #expect(night.trips[0].concerns.sentence(stops: night.trips[0].stops, .english) == "missed 1 of 2 stops")
    #expect(night.trips[1].concerns.map(\.kind) == [.lowCoverage])
  }

  @Test func `takes jobs for stops, also those of an asset without a trip`() throws {
    try write(
      "jobs.csv", "trip_id,job,name,state,lat,lon,planned_arrival,late_s",
      "a,j1,,finished,47,9,2026-05-03T22:34:00Z,30",
      "a,j2,Depot,missed,47,9,,", ",j3,,assigned,47,9,,", "a,j4,,missed,,,,")
    let night = try night()
    #expect(night.stops.map(\.name) == ["j1", "Depot", "j3"] && night.stops[2].trip == nil)
    #expect(night.trips[0].concerns.sum == 5)
  }

  @Test func `leaves out panels whose tables are not there, and rows of unknown trips with a count`() throws {
    try write("events.csv", "trip_id,type,lat,lon", "a,stop,47,9", "z,stop,47,9")
    var reader = try NightReader(of: folder.path, on: nil)
    let night = try reader.read()
    #expect(night.parts.events && !night.parts.stops && !night.parts.refusals && !night.parts.roads)
    #expect(night.events.count == 1 && reader.strangers == ["events": 1])
  }

  @Test func `refuses a cell that no run writes, with its line`() throws {
    try write("events.csv", "trip_id,type,lat,lon", "a,stop,47,9", "a,stop,north,9")
    let fault = #expect(throws: ReplayError.self) { try night() }
    #expect(fault?.description.contains("events.csv: line 3: lat is 'north'") == true)
  }

  @Test func `of documents of trips is the same as of tables`() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/trips.csv")
    try write(
      "trips.json", "[",
      #"{"schema":"tracemill/trip/1","trip_id":"a","status":"ok","fixes":2,"matched":2,"events":[{"type":"wrong_way","length_m":300,"confidence":1,"lat":47,"lon":9}]}"#,
      "]")
    let night = try night()
    #expect(night.trips.map(\.id) == ["a"] && night.events.map(\.type) == ["wrong_way"])
    #expect(night.trips[0].concerns.sum == 4)
  }

  @Test func `without trips is refused`() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/trips.csv")
    #expect(throws: ReplayError.noTrips(folder: folder.path)) { try night() }
  }
}

@Suite struct `The paths of a night` {
  @Test func `are letters of those that followed most often`() {
    let chains = NightChains(of: [[0, 1, 2], [0, 1, 3], [0, 1, 2], []], count: 4)
    #expect(chains.followers == [[1], [2, 3], [], []])
    #expect(chains.first == [0, 0, 0, -1] && chains.steps == ["AA", "AB", "AA", ""])
  }

  @Test func `name the road behind a break between legs by its place`() {
    let chains = NightChains(of: [[5, -1, 30, 5]], count: 31)
    #expect(chains.steps == ["-be;A"])
  }

  @Test func `name the road that is none of the first 26`() {
    let paths = (1...30).map { [Int32(0), Int32($0)] }
    #expect(NightChains(of: paths, count: 31).steps[29] == "!be;")
  }
}

@Suite struct `The history of a fleet` {
  private func sums(_ date: String, trips: Int) -> NightSums {
    var sums = NightSums(date: date)
    sums.trips = trips
    return sums
  }

  @Test func `has a line for each night; one that is run again replaces its line`() throws {
    var history = try NightHistory("", path: "h")
    for (date, trips) in [("2026-05-02", 5), ("2026-05-01", 7), ("2026-05-02", 6)] {
      history.enter(sums(date, trips: trips))
    }
    #expect(history.text.split(separator: "\n").count == 2)
    let read = try NightHistory(history.text, path: "h")
    let trips = { (date: String) -> [Double?] in read.nights(before: date, atMost: 7).map { $0[0] } }
    #expect(trips("2026-05-03") == [6, 7])
    #expect(trips("2026-05-02") == [7])
    #expect(read.text == history.text)
  }

  @Test func `refuses a file of something else`() {
    #expect(throws: ReplayError.notAHistory(path: "h", line: 2)) {
      try NightHistory("\n{\"type\":\"Feature\"}\n", path: "h")
    }
  }
}

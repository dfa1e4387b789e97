import Foundation
import Knowledge
import RandomNumbers
import Reports
import Synchronization
import TestSupport
import Testing

@testable import Work

@Suite struct `A resumed run` {
  private let fleet: Fleet

  init() throws {
    fleet = try Fleet()
    for number in 0..<6 { try fleet.put("\(number).csv", [UInt64(3 * number), UInt64(3 * number + 1)]) }
  }

  private func expectFresh(_ comment: Comment? = nil) async throws {
    let expected = try await fleet.expected()
    #expect(try fleet.written() == expected.files, comment)
  }

  @Test(arguments: [ReportFormat.csv, .json, .ndjson, .geojson, .gpx])
  func `writes what a run without a ledger writes`(format: ReportFormat) async throws {
    fleet.format = format
    let result = try await fleet.run()
    let expected = try await fleet.expected()
    #expect(try fleet.written() == expected.files)
    #expect(result.counts == expected.counts && result.tally.new == 6 && !result.tally.isAsBefore)
    #expect(result.counts.reports > 0 && !result.counts.rejectsByReason.isEmpty)
  }

  @Test func `changes nothing when there is nothing to do`() async throws {
    let first = try await fleet.run()
    let before = try fleet.written(everything: true)
    let second = try await fleet.run(jobs: 2) { _ in Issue.record("a step was taken") }
    #expect(second.tally.isAsBefore && second.tally.done == 6 && second.counts == first.counts)
    #expect(try fleet.written(everything: true) == before)
  }

  @Test func `works only on what is new or changed`() async throws {
    _ = try await fleet.run()
    try fleet.put("2a.csv", [100])
    try fleet.put("4.csv", [13, 14, 101])
    try fleet.remove("5.csv")
    let outcomes = Mutex(0)
    let result = try await fleet.run { step in if step == .outcome { outcomes.withLock { $0 += 1 } } }
    #expect(result.tally.new == 1 && result.tally.changed == 1 && result.tally.unnamed == 1)
    #expect(result.tally.done + result.tally.renamed == 4)
    #expect(outcomes.withLock { $0 } < result.counts.reports + result.counts.rejectsByReason.values.reduce(0, +))
    try await expectFresh()
  }

  @Test(arguments: [1, 2, 8])
  func `continues after a kill at any step`(jobs: Int) async throws {
    fleet.format = .json
    let expected = try await fleet.expected()
    // At each step in a whole run, otherwise at one in five, others with other jobs.
    var step = isWholeRun ? 1 : jobs
    var kills = 0
    while true {
      try? FileManager.default.removeItem(atPath: fleet.folder.path("out"))
      do {
        _ = try await fleet.run(jobs: jobs, onStep: killing(at: step))
        break
      } catch is Killed {
        kills += 1
      }
      let resumed = try await fleet.run(jobs: jobs)
      #expect(try fleet.written() == expected.files, "killed at step \(step)")
      #expect(resumed.counts == expected.counts, "killed at step \(step)")
      step += isWholeRun ? 1 : 5
    }
    #expect(kills > (isWholeRun ? 60 : 12))
  }

  @Test func `leaves a store as if it had never been killed`() async throws {
    fleet.store = "whole"
    _ = try await fleet.run(into: "whole-out")
    fleet.store = "killed"
    for step in [5, 9, 14, 30] { _ = try? await fleet.run(onStep: killing(at: step)) }
    _ = try await fleet.run()
    #expect(try fleet.written("killed", everything: true) == fleet.written("whole", everything: true))
    let learned = try await fleet.run().counts.learned
    #expect(learned?.added == 0 && learned?.replaced == 0)
    #expect(try fleet.written("killed", everything: true) == fleet.written("whole", everything: true))
  }

  @Test func `does not match again what was done before a kill`() async throws {
    try fleet.put("big.csv", (200..<400).map { UInt64($0) })
    await #expect(throws: Killed.self) { try await fleet.run(onStep: killing(at: 330)) }
    let result = try await fleet.run()
    #expect(result.tally.outcomesTakenOver > 250 && result.tally.continued == 1, "\(result.tally)")
    try await expectFresh()
  }

  @Test func `is killed again and again and ends`() async throws {
    let expected = try await fleet.expected()
    for _ in 0..<30 { _ = try? await fleet.run(onStep: killing(at: 9)) }
    let result = try await fleet.run()
    #expect(try fleet.written() == expected.files && result.tally.outcomesTakenOver > 20)
  }

  @Test func `makes everything again under other circumstances, and says why`() async throws {
    _ = try await fleet.run()
    fleet.version = "2"
    let result = try await fleet.run()
    #expect(result.tally.underOtherCircumstances == 6 && result.tally.done == 0)
    #expect(result.tally.differences == ["the program is 2 build 1 and was 1 build 1"])
    fleet.format = .ndjson
    let other = try await fleet.run()
    #expect(other.tally.underOtherCircumstances == 6)
    #expect(other.tally.differences == ["format is ndjson and was csv"])
    #expect(try fleet.written() == (try await fleet.expected()).files)
  }

  @Test func `makes damaged rows again`() async throws {
    _ = try await fleet.run()
    let points = fleet.folder.path("out/points.csv")
    var bytes = try Data(contentsOf: URL(filePath: points))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: points))
    let result = try await fleet.run()
    #expect(result.tally.damaged >= 1 && result.tally.done >= 1)
    try await expectFresh()
    try FileManager.default.removeItem(atPath: points)
    _ = try await fleet.run()
    try await expectFresh()
    let trips = fleet.folder.path("out/trips.csv")
    try (Data(contentsOf: URL(filePath: trips)) + Data("more".utf8)).write(to: URL(filePath: trips))
    _ = try await fleet.run()
    try await expectFresh()
  }

  @Test func `makes everything again if the ledger is damaged`() async throws {
    _ = try await fleet.run()
    try fleet.folder.write("out/.tracemill/ledger.sqlite", "this is not a ledger, and never was one, whatever it says")
    let result = try await fleet.run()
    #expect(result.tally.damage != nil && result.tally.new == 6)
    try await expectFresh()
  }

  @Test func `removes what dead runs left in partitions, and nothing else`() async throws {
    fleet.partition = "{date}"
    _ = try await fleet.run()
    let before = try fleet.written()
    let day = try #require(before.keys.sorted().first { $0.hasPrefix("date=") }?.split(separator: "/").first)
    try fleet.folder.write("out/\(day)/points.csv.4711-1f2e3d4c.partial", "left")
    try fleet.folder.write("out/\(day)/notes.txt.4711-1f2e3d4c.partial", "foreign")
    _ = try await fleet.run()
    let after = try fleet.written()
    #expect(Set(after.keys).subtracting(before.keys) == ["\(day)/notes.txt.4711-1f2e3d4c.partial"])
  }

  @Test func `notices a change of the same length at the same time`() async throws {
    let file = fleet.folder.path("in/3.csv")
    fleet.now = 0  // so that no file is older than the ledger
    _ = try await fleet.run()
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try fleet.folder.write("in/3.csv", text.replacingOccurrences(of: "van-", with: "bus-"))
    let result = try await fleet.run()
    #expect(result.tally.changed == 1)
    #expect(try fleet.written() == (try await fleet.expected()).files)
  }

  @Test func `takes a file that was only touched as done`() async throws {
    _ = try await fleet.run()
    let before = try fleet.written()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: fleet.folder.path("in/3.csv"))
    let result = try await fleet.run()
    #expect(result.tally.isAsBefore && result.tally.done == 6)
    #expect(try fleet.written() == before)
  }

  @Test func `reads a file again that changed while it was read`() async throws {
    let file = fleet.folder.path("in/3.csv")
    let more = fleet.text(of: [77]).replacingOccurrences(of: "trace_id,time,lat,lon\n", with: "")
    let isDone = Mutex(false)
    let result = try await fleet.run { step in
      guard step == .outcome,
        !isDone.withLock({ done in
          defer { done = true }; return done
        })
      else { return }
      let handle = try FileHandle(forWritingTo: URL(filePath: file))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(more.utf8))
    }
    // The file was read after the change, or the change was seen.
    let seen = result.counts.rejectsByReason["changed_while_read"] ?? 0
    let next = try await fleet.run()
    #expect(next.tally.changed == seen)
    #expect(next.counts.rejectsByReason["changed_while_read"] == nil)
  }

  @Test func `stops when someone wishes it, and continues`() async throws {
    let stop = StopRequest()
    let count = Mutex(0)
    await #expect(throws: RunInterrupted.self) {
      try await fleet.run(stop: stop) { step in
        if step == .outcome,
          count.withLock({
            $0 += 1; return $0
          }) == 9
        {
          stop.stop(.signal(15))
        }
      }
    }
    #expect(try fleet.written().keys.allSatisfy { $0.hasSuffix(".partial") })
    let result = try await fleet.run()
    #expect(result.tally.done + result.tally.continued >= 2 && result.tally.outcomesTakenOver >= 9, "\(result.tally)")
    try await expectFresh()
  }

  @Test func `gives a file that is named twice two parts`() async throws {
    let files = fleet.files + [fleet.files[0]]
    let first = try await fleet.run(over: files)
    #expect(first.tally.new == 7)
    #expect(try await fleet.run(over: files).tally.isAsBefore)
    let fewer = try await fleet.run()
    #expect(fewer.tally.unnamed == 1)
    try await expectFresh()
  }
}

@Suite struct `Any sequence of changes, runs and kills` {
  @Test(arguments: 0..<12)
  func `ends in the bytes of one run`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let fleet = try Fleet()
    fleet.format = [.csv, .json, .geojson][random.next(upTo: 3)]
    for _ in 0..<14 {
      for _ in 0..<(1 + random.next(upTo: 3)) {
        let name = "\(random.next(upTo: 8)).csv"
        if fleet.inputs[name] != nil, random.next(upTo: 3) == 0 {
          try fleet.remove(name)
        } else {
          try fleet.put(name, (0...random.next(upTo: 4)).map { _ in UInt64(random.next(upTo: 60)) })
        }
      }
      let jobs = [1, 2, 8][random.next(upTo: 3)]
      for _ in 0..<random.next(upTo: 3) {
        _ = try? await fleet.run(jobs: jobs, onStep: killing(at: 1 + random.next(upTo: 60)))
      }
      let result = try await fleet.run(jobs: jobs)
      let expected = try await fleet.expected()
      #expect(try fleet.written() == expected.files)
      #expect(result.counts == expected.counts)
    }
  }
}

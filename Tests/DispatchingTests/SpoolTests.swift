import Foundation
import Moments
import RandomNumbers
import SQLite
import Storage
import TestSupport
import Testing

@testable import Dispatching

@Suite struct `A spool` {
  private let folder: TemporaryFolder
  private var path: String { folder.path("spool") }

  init() throws { folder = try TemporaryFolder() }

  @Test func `counts the events of each asset from 1, without gaps`() throws {
    let spool = try Spool(path: path)
    #expect(try spool.append([arrival("a", "1"), arrival("b", "1"), arrival("a", "2")]) == [1, 1, 2])
    #expect(try spool.append(update("a", "2", at: 1)) == 3)
    #expect(try spool.unacknowledged(atMost: 9).map(\.id) == ["a#1", "b#1", "a#2", "a#3"])
    #expect(try spool.lastSequence(of: "a") == 3)
    #expect(try spool.lastSequence(of: "nobody") == 0)
  }

  @Test func `stores an event once: by its job, or by its time, too`() throws {
    var spool: Spool? = try Spool(path: path)
    let events = [arrival("a", "1", at: 1), update("a", "1", at: 1), update("a", "1", at: 2)]
    #expect(try spool?.append(events) == [1, 2, 3])
    spool = nil
    spool = try Spool(path: path)
    #expect(try spool?.append(events) == [nil, nil, nil])
    #expect(try spool?.append(arrival("a", "1", at: 7)) == nil)
    #expect(try spool?.append(update("a", "1", at: 3)) == 4)
    #expect(try spool?.append(arrival("b", "1", at: 1)) == 1)
    #expect(try spool?.unacknowledgedCount() == 5)
  }

  @Test func `knows an event that was acknowledged`() throws {
    let spool = try Spool(path: path)
    try spool.append([arrival("a", "1"), arrival("a", "2")])
    try spool.settle(EventVerdicts(acknowledged: [try spool.unacknowledged(atMost: 1)[0]]))
    #expect(try spool.unacknowledged(atMost: 9).map(\.id) == ["a#2"])
    #expect(try spool.append(arrival("a", "1")) == nil)
    #expect(try spool.isKnown(asset: "a", fullType: "tracemill.job.arrived", job: "1"))
    #expect(try !spool.isKnown(asset: "a", fullType: "tracemill.job.left", job: "1"))
    #expect(try !spool.isKnown(asset: "b", fullType: "tracemill.job.arrived", job: "1"))
  }

  @Test func `stores all events of a transaction or none`() throws {
    struct Enough: Error {}
    let spool = try Spool(path: path)
    #expect(throws: DispatchError.self) {
      try spool.transaction(at: nil) { appender in
        _ = try appender.append(arrival("a", "1"))
        throw Enough()
      }
    }
    #expect(try spool.unacknowledgedCount() == 0)
    #expect(try spool.append(arrival("a", "1")) == 1)
  }

  @Test func `passes over the events of some assets`() throws {
    let spool = try Spool(path: path)
    try spool.append([arrival("a", "1"), arrival("b", "1"), arrival("a", "2"), arrival("c", "1")])
    let a = try spool.unacknowledged(atMost: 1)[0].assetNumber
    #expect(try spool.unacknowledged(atMost: 9, skipping: [a]).map(\.id) == ["b#1", "c#1"])
    #expect(try spool.unacknowledged(atMost: 9, byteCount: 1).map(\.id) == ["a#1"])
    #expect(try spool.unacknowledged(atMost: 9, through: 2).map(\.id) == ["a#1", "b#1"])
  }

  @Test func `makes a fault of a refused event, which is told once`() throws {
    var spool: Spool? = try Spool(path: path)
    try spool?.append(arrival("a", "1"))
    for event in try spool?.unacknowledged(atMost: 1) ?? [] { try spool?.refuse(event, reason: "status 422") }
    spool = nil
    spool = try Spool(path: path)
    let faults = try spool?.takeFaults() ?? []
    #expect(faults.map(\.id) == ["a#1"])
    #expect(faults[0].description == "the dispatcher refuses the event a#1: status 422. It is not sent again.")
    #expect(try spool?.takeFaults() == [])
    #expect(try spool?.unacknowledgedCount() == 0)
    #expect(try spool?.append(arrival("a", "2")) == 2)
  }

  @Test func `forgets old keys, and never the number of an asset's last event`() throws {
    let spool = try Spool(path: path, daysKept: 30)
    try spool.append((0..<250).map { arrival("van \($0)", "1") })
    try spool.settle(EventVerdicts(acknowledged: try spool.unacknowledged(atMost: 250)))
    func prune(_ days: Int64) throws {
      let now = Timestamp(millisecondsSince1970: currentTime().millisecondsSince1970 + days * 86_400_000)
      var asset: Int? = 0
      while let last = asset { asset = try spool.prune(behind: last, now: now) }
    }
    try prune(30)
    #expect(try spool.append(arrival("van 249", "1")) == nil)
    try prune(31)
    #expect(try spool.append(arrival("van 249", "1")) == 2)
    #expect(try spool.append(arrival("van 0", "1")) == 2)
  }

  // MARK: Messages

  private func order(_ id: String, content: String? = nil) -> DispatchMessage {
    DispatchMessage(
      id: id, time: moment(0), asset: "a", dispatcher: "d", kind: .job, job: "j", order: Array(#"{"lat": 1.0}"#.utf8),
      content: content.map { Array($0.utf8) })
  }

  @Test func `keeps messages and the cursor together, each message once`() throws {
    var spool: Spool? = try Spool(path: path)
    let messages = [order("1", content: "{\"x\" : 1.50}"), DispatchMessage(id: "2", kind: .message)]
    #expect(try spool?.store(messages, cursor: "abc") == 2)
    spool = nil
    spool = try Spool(path: path)
    #expect(try spool?.cursor() == "abc")
    #expect(try spool?.store([messages[1], order("3")], cursor: "abd") == 1)
    #expect(try spool?.untakenCount() == 3)
    let taken = try spool?.take(at: moment(5)) ?? []
    #expect(taken.map(\.message) == [messages[0], messages[1], order("3")])
    #expect(taken.allSatisfy { $0.takenAt == moment(5) && !$0.isTakenAgain })
    #expect(try spool?.take(at: moment(6)) == [])
  }

  @Test func `gives messages at the same moments of the stream when it is read again`() throws {
    var spool: Spool? = try Spool(path: path)
    try spool?.store([order("1")], cursor: nil)
    #expect(try spool?.take(at: moment(10)).count == 1)
    try spool?.store([order("2"), order("3")], cursor: nil)
    #expect(try spool?.take(at: moment(20)).count == 2)
    try spool?.append([arrival("a", "1")], at: moment(30))
    spool = nil
    spool = try Spool(path: path)
    try spool?.store([order("4")], cursor: nil)
    func ids(_ seconds: Int) throws -> [String] { try spool?.take(at: moment(seconds)).map(\.message.id) ?? [] }
    #expect(try ids(9) == [])
    #expect(try ids(10) == ["1"])
    #expect(try ids(19) == [])
    #expect(try spool?.take(at: moment(21)).map(\.takenAt) == [moment(20), moment(20)])
    // The earlier run was further: the new message would change what it has reported.
    #expect(try ids(29) == [])
    #expect(try ids(30) == ["4"])
    #expect(try ids(31) == [])
    spool = nil
    spool = try Spool(path: path)
    #expect(try ids(40) == ["1", "2", "3", "4"])
  }

  @Test func `gives ids to messages that have none, when they differ from the last of their job`() throws {
    let spool = try Spool(path: path)
    func store(_ content: String, job: String? = "j") throws -> Int {
      let message = DispatchMessage(id: "", asset: "a", kind: .message, job: job, content: Array(content.utf8))
      return try spool.store([message], cursor: nil)
    }
    #expect(try ["1", "1", "2", "2", "1"].map { try store($0) } == [1, 0, 1, 0, 1])
    #expect(try [store("1", job: nil), store("1", job: nil), store("1", job: "k")] == [1, 0, 1])
    let ids = try spool.take(at: moment(0)).map(\.message.id)
    #expect(ids == ["job j@1", "job j@2", "job j@3", "asset a@1", "job k@1"])
  }

  @Test func `hands out a thousand messages at once`() throws {
    let spool = try Spool(path: path)
    try spool.store((0..<2500).map { DispatchMessage(id: "\($0)", kind: .message) }, cursor: nil)
    var counts: [Int] = []
    while case let taken = try spool.take(at: moment(0)), !taken.isEmpty { counts.append(taken.count) }
    #expect(counts == [1000, 1000, 500])
  }

  // MARK: Files that are no spools

  @Test func `is used by one process at a time`() throws {
    let first = try Spool(path: path)
    let error = #expect(throws: DispatchError.self) { try Spool(path: path) }
    #expect(error == .busy(path: path, process: getpid()))
    #expect(error?.description.contains("another process") == true)
    try first.append(arrival("a", "1"))
  }

  @Test func `is no other program's database, and of no other version`() throws {
    try Database(path: path).execute("CREATE TABLE x (y)")
    let before = folder.bytes("spool")
    #expect(throws: DispatchError.foreign(path: path)) { try Spool(path: path) }
    #expect(folder.bytes("spool") == before)
    let other = folder.path("other")
    _ = try Spool(path: other)
    try Database(path: other).execute("PRAGMA user_version = 2")
    #expect(throws: DispatchError.otherVersion(path: other, version: 2)) { try Spool(path: other) }
  }

  @Test func `that cannot be made says so`() throws {
    let nowhere = folder.path("no/where/spool")
    let error = #expect(throws: DispatchError.self) { try Spool(path: nowhere) }
    #expect(error?.description.hasPrefix(nowhere) == true)
  }

  @Test func `whose event does not fit its hash is damaged`() throws {
    var spool: Spool? = try Spool(path: path)
    try spool?.append(arrival("a", "1"))
    try spool?.write { try $0.execute("UPDATE events SET body = x'7b7d'") }
    #expect(throws: DispatchError.damaged(path: path, detail: "the event a#1 does not fit its hash")) {
      try spool?.unacknowledged(atMost: 1)
    }
    spool = nil
  }

  /// Does all that a run does.
  private func use(_ path: String) throws {
    let spool = try Spool(path: path)
    try spool.append([arrival("a", "1"), arrival("new", "1"), update("a", "9", at: 9)], at: moment(90))
    let events = try spool.unacknowledged(atMost: 100)
    try spool.settle(EventVerdicts(acknowledged: events))
    if let event = events.last { try spool.refuse(event, reason: "no") }
    try spool.store([order("1"), order("x")], cursor: "c")
    _ = try spool.take(at: moment(99))
    _ = try spool.takeFaults()
    _ = try (spool.cursor(), spool.leftOutCount(), spool.untakenCount(), spool.wasEverAcknowledged())
    var asset: Int? = 0
    while let last = asset { asset = try spool.prune(behind: last, now: moment(1)) }
  }

  @Test func `that is cut off or overwritten gives an error and never crashes`() throws {
    do {
      let spool = try Spool(path: path)
      try spool.append((0..<300).map { arrival("van \($0 % 7)", "\($0)") }, at: moment(1))
      try spool.store((0..<50).map { order("\($0)") }, cursor: "abc")
      _ = try spool.take(at: moment(2))
      if let event = try spool.unacknowledged(atMost: 1).first { try spool.refuse(event, reason: "no") }
    }
    let whole = try #require(folder.bytes("spool"))
    var random = SplitMix64(seed: 7)
    var errors = 0
    for round in rounds(400) {
      var bytes = whole
      if round.isMultiple(of: 3) {
        bytes = Array(bytes.prefix(Int(random.next() % UInt64(whole.count))))
      } else {
        for _ in 0...(random.next() % 30) {
          bytes[Int(random.next() % UInt64(whole.count))] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      let name = "spool-\(round)"
      try folder.write(name, bytes)
      do {
        try use(folder.path(name))
      } catch let error as DispatchError {
        errors += 1
        #expect(error.description.hasPrefix(folder.path(name)) && !error.description.contains("DamagedRow"))
      }
      for ending in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: folder.path(name + ending))
      }
    }
    #expect(errors > rounds(400).count / 4)
  }
}

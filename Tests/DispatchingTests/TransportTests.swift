import Foundation
import Records
import TestSupport
import Testing

@testable import Dispatching

@Suite struct `A dispatcher` {
  private let folder: TemporaryFolder
  private let notices = HeardNotices()

  init() throws { folder = try TemporaryFolder() }

  private func dispatcher(_ desk: Desk, _ change: (inout DispatchSettings) -> Void = { _ in }) throws -> Dispatcher {
    var settings = try desk.settings(folder)
    change(&settings)
    return try Dispatcher(settings, tell: notices.add)
  }

  private func arrivals(_ count: Int, of assets: Int = 3, bad: Int? = nil) -> [AssetEvent] {
    (0..<count).map { arrival("van \($0 % assets)", "\($0)", at: $0, isBad: $0 == bad) }
  }

  // MARK: Events

  @Test(arguments: [
    ["ok"], ["500"], ["503:1"], ["429"], ["401"], ["403"], ["408"], ["409"], ["lose"], ["drop"], ["delay:0.3"],
    ["first:7", "first:1"], ["some", "some"], ["none"], ["plain"], ["500", "drop", "lose", "some", "503"],
    ["413"], ["422", "ok", "500", "drop"],
  ]) func `gets each event once and in order, whatever befalls the first requests`(script: [String]) throws {
    let desk = try Desk()
    try desk.script(events: script)
    let dispatcher = try dispatcher(desk)
    try dispatcher.append(arrivals(250), at: moment(1))
    #expect(try dispatcher.finish(draining: 20).unacknowledged == 0)
    let state = try desk.state()
    #expect(state.ids.count == 250 && Set(state.ids).count == 250)
    for asset in 0..<3 {
      let ids = state.ids.filter { $0.hasPrefix("van \(asset)#") }
      #expect(ids == (1...ids.count).map { "van \(asset)#\($0)" })
    }
    #expect(state.violations == [])
    #expect(try dispatcher.errors() == [])
  }

  @Test(arguments: [2, 5]) func `gets each event once and in order over several connections`(count: Int) throws {
    let desk = try Desk("--chaos", "lose,drop,500,first,some,none", "--share", "0.4")
    let dispatcher = try dispatcher(desk) { $0.connections = count }
    for begin in stride(from: 0, to: 1000, by: 100) {
      try dispatcher.append(
        (begin..<(begin + 100)).map { arrival("van \($0 % 7)", "\($0)", at: $0) }, at: moment(begin))
    }
    #expect(try dispatcher.finish(draining: 20).unacknowledged == 0)
    let state = try desk.state()
    #expect(state.violations == [])
    for asset in 0..<7 {
      let ids = state.ids.filter { $0.hasPrefix("van \(asset)#") }
      #expect(ids == (1...ids.count).map { "van \(asset)#\($0)" })
    }
    #expect(state.ids.count == 1000)
    let ports = Set(state.requests.filter { $0["method"]?.text == "POST" }.compactMap { $0["port"]?.integer })
    #expect(ports.count >= count)
  }

  @Test func `gets batches of a hundred, and one event alone as it is`() throws {
    let desk = try Desk()
    try desk.script(events: ["delay:0.3"])
    let dispatcher = try dispatcher(desk)
    try dispatcher.append([arrival("a", "1")], at: moment(1))
    #expect(try eventually { try desk.state().posts.count == 1 })
    try dispatcher.append(arrivals(250), at: moment(1))
    #expect(try dispatcher.finish(draining: 20).unacknowledged == 0)
    let state = try desk.state()
    #expect(state.posts.map(\.count) == [1, 100, 100, 50])
    #expect(state.header("content-type", ofPost: 0) == "application/cloudevents+json; charset=utf-8")
    #expect(state.header("content-type", ofPost: 1) == "application/cloudevents-batch+json; charset=utf-8")
    let ports = Set(state.requests.filter { $0["method"]?.text == "POST" }.compactMap { $0["port"]?.integer })
    #expect(ports.count == 1, "one connection serves all")
  }

  @Test(arguments: ["422", "400", "415"]) func `loses only the event that it refuses`(status: String) throws {
    let desk = try Desk()
    let dispatcher = try dispatcher(desk)
    // The desk refuses whatever has the 17th event in it.
    try dispatcher.append(arrivals(40, bad: 17), at: moment(1))
    #expect(try dispatcher.finish(draining: 20).unacknowledged == 0)
    let state = try desk.state()
    #expect(state.ids.count == 39 && state.refused == ["van 2#6"])
    #expect(state.violations == [])
    let faults = try dispatcher.errors()
    #expect(faults.map(\.id) == ["van 2#6"] && faults[0].kind == .refusedEvent)
    #expect(faults[0].reason == #"status 422: {"detail": "an event is bad"}"#)
  }

  @Test func `rejects one event of a batch by its id`() throws {
    let desk = try Desk()
    try desk.script(events: ["reject:2"])
    let dispatcher = try dispatcher(desk)
    try dispatcher.append(arrivals(6), at: moment(1))
    #expect(try dispatcher.finish(draining: 20).unacknowledged == 0)
    #expect(try desk.state().ids.count == 5)
    #expect(try dispatcher.errors().map(\.reason) == ["not mine"])
  }

  @Test func `that has never taken an event loses none to a wrong address`() throws {
    let desk = try Desk()
    try desk.script(events: ["404", "410", "404"])
    let dispatcher = try dispatcher(desk)
    try dispatcher.append(arrivals(1), at: moment(1))
    #expect(try dispatcher.finish(draining: 20).unacknowledged == 0)
    #expect(try desk.state().ids.count == 1)
    #expect(notices.reasons.first?.contains("check the dispatcher's address") == true)
    #expect(try dispatcher.errors() == [])
  }

  @Test func `is left alone for as long as it asks`() throws {
    let desk = try Desk()
    try desk.script(events: ["503:2"])
    let dispatcher = try dispatcher(desk)
    let begin = ContinuousClock.now
    try dispatcher.append(arrivals(1), at: moment(1))
    #expect(try dispatcher.finish(draining: 20).unacknowledged == 0)
    #expect(ContinuousClock.now - begin > .seconds(2))
    #expect(try desk.state().posts.count == 2)
  }

  @Test func `gets the events of other assets while one makes it fail`() throws {
    let desk = try Desk()
    // Three failures of the batch, then of its first event alone.
    try desk.script(events: ["500", "500", "500", "500"])
    let dispatcher = try dispatcher(desk) { $0.longestPause = 0.3 }
    try dispatcher.append(arrivals(4, of: 2), at: moment(1))
    #expect(try dispatcher.finish(draining: 20).unacknowledged == 0)
    let state = try desk.state()
    #expect(state.posts.prefix(4).map(\.count) == [4, 4, 4, 1])
    #expect(state.ids.first == "van 1#1")
    #expect(state.violations == [])
  }

  @Test func `gets what was left at the next start`() throws {
    let gone = try Desk()
    let url = gone.base
    var settings = try gone.settings(folder)
    try gone.script(events: Array(repeating: "500", count: 1000))
    var dispatcher: Dispatcher? = try Dispatcher(settings, tell: notices.add)
    try dispatcher?.append(arrivals(30), at: moment(1))
    #expect(try dispatcher?.finish(draining: 0.3).unacknowledged == 30)
    dispatcher = nil
    #expect(url == settings.base)
    let desk = try Desk()
    settings = try desk.settings(folder)
    dispatcher = try Dispatcher(settings, tell: notices.add)
    #expect(try dispatcher?.append(arrivals(31), at: moment(1)).compactMap { $0 } == [11])
    #expect(try dispatcher?.finish(draining: 20).unacknowledged == 0)
    #expect(try desk.state().ids.count == 31)
  }

  @Test func `that is not there costs nothing but time`() throws {
    var settings = try DispatchSettings(base: "http://127.0.0.1:9/v1", spoolPath: folder.path("spool"))
    settings.firstPause = 0.05
    let dispatcher = try Dispatcher(settings, tell: notices.add)
    try dispatcher.append(arrivals(3), at: moment(1))
    let begin = ContinuousClock.now
    #expect(try dispatcher.finish(draining: 0.2).unacknowledged == 3)
    #expect(ContinuousClock.now - begin < .seconds(20))
    #expect(notices.reasons.contains { $0.contains("127.0.0.1") })
  }

  // MARK: Who may know the token

  @Test func `is told the token, and nobody else is`() throws {
    let desk = try Desk("--token", "s3cret-token")
    let other = try Desk()
    try desk.script(events: ["to:\(other.base)/events", "500", "to:\(desk.base)/events"])
    let settings = try desk.settings(folder, token: "s3cret-token")
    #expect("\(settings)".contains("s3cret") == false)
    let dispatcher = try Dispatcher(settings, tell: notices.add)
    try dispatcher.append(arrivals(1), at: moment(1))
    #expect(try dispatcher.finish(draining: 20).unacknowledged == 0)
    let state = try desk.state()
    #expect(state.ids == ["van 0#1"])
    #expect(state.header("authorization", ofPost: 0) == "Bearer s3cret-token")
    #expect(try other.state().requests.isEmpty)
    #expect(notices.reasons.contains { $0.contains("leads to another host") })
    #expect(notices.reasons.allSatisfy { !$0.contains("s3cret") })
  }

  @Test func `that repeats the token in a refusal does not bring it into the reports`() throws {
    let desk = try Desk("--token", "s3cret-token")
    let dispatcher = try Dispatcher(try desk.settings(folder, token: "s3cret-token"), tell: notices.add)
    try desk.script(events: ["400"])
    try dispatcher.append(arrivals(1), at: moment(1))
    #expect(try dispatcher.finish(draining: 20).unacknowledged == 0)
    let faults = try dispatcher.errors()
    #expect(faults.count == 1 && faults[0].reason.contains("Bearer …") && !faults[0].reason.contains("s3cret"))
  }

  @Test func `whose token is wrong keeps all events until it is right`() throws {
    let desk = try Desk("--token", "right")
    var dispatcher: Dispatcher? = try Dispatcher(try desk.settings(folder, token: "wrong"), tell: notices.add)
    try dispatcher?.append(arrivals(5), at: moment(1))
    #expect(try dispatcher?.finish(draining: 0.3).unacknowledged == 5)
    #expect(notices.reasons.first?.contains("status 401") == true)
    dispatcher = nil
    dispatcher = try Dispatcher(try desk.settings(folder, token: "right"), tell: notices.add)
    #expect(try dispatcher?.finish(draining: 20).unacknowledged == 0)
  }

  @Test func `must be who its certificate says`() throws {
    let openssl = Process()
    openssl.executableURL = URL(filePath: "/usr/bin/env")
    openssl.arguments =
      [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
        "-subj",
      ]
      + [
        "/CN=desk", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder.path("key"), "-out",
        folder.path("cert"),
      ]
    openssl.standardError = FileHandle.nullDevice
    try openssl.run()
    openssl.waitUntilExit()
    try #require(openssl.terminationStatus == 0)
    let desk = try Desk("--tls", folder.path("cert"), folder.path("key"))
    var dispatcher: Dispatcher? = try Dispatcher(try desk.settings(folder), tell: notices.add)
    try dispatcher?.append(arrivals(5), at: moment(1))
    #expect(try dispatcher?.finish(draining: 0.5).unacknowledged == 5)
    #expect(notices.reasons.contains { $0.lowercased().contains("certificate") })
    dispatcher = nil
    dispatcher = try Dispatcher(try desk.settings(folder, certificates: folder.path("cert")), tell: notices.add)
    #expect(try dispatcher?.finish(draining: 20).unacknowledged == 0)
  }

  // MARK: Messages

  private func taken(_ dispatcher: Dispatcher, _ count: Int) throws -> [TakenMessage] {
    var all: [TakenMessage] = []
    #expect(
      try eventually {
        all += try dispatcher.take(at: moment(1))
        return all.count >= count
      })
    return all
  }

  @Test(arguments: [[], ["500"], ["503:1", "lose", "plain"], ["drop"], ["401", "404"]])
  func `gives each message once, with its content to the byte`(script: [String]) throws {
    let desk = try Desk("--most", "2")
    try desk.script(messages: script)
    try desk.add(
      #"{"id":"1","type":"message","asset":"a","content": {"x" : 1.50, "y":[ ]} }"#,
      #"{"id":"2","type":"job","job":"j","order":{"lat":1,"lon":2}}"#, #"{"id":"1","type":"message"}"#,
      #"{"id":"3","type":"nonsense"}"#, #"{"id":"4","type":"cancel","job":"j"}"#)
    let dispatcher = try dispatcher(desk)
    var all = try taken(dispatcher, 3)
    try desk.add(#"{"id":"5","type":"message"}"#)
    all += try taken(dispatcher, 1)
    #expect(all.map(\.message.id) == ["1", "2", "4", "5"])
    #expect(all[0].message.content == Array(#"{"x" : 1.50, "y":[ ]}"#.utf8))
    let faults = try dispatcher.errors()
    #expect(faults.map(\.id) == ["3"] && faults[0].kind == .badMessage)
    #expect(faults[0].body == Array(#"{"id":"3","type":"nonsense"}"#.utf8))
    _ = try dispatcher.finish(draining: 0)
  }

  @Test func `is not asked for what it has given, not even by the next run`() throws {
    let desk = try Desk()
    try desk.add(#"{"id":"1","type":"message"}"#)
    var dispatcher: Dispatcher? = try dispatcher(desk)
    if let dispatcher { #expect(try taken(dispatcher, 1).count == 1) }
    #expect(try eventually { try desk.state().questions.contains { $0["headers"]?["if-none-match"] != nil } })
    _ = try dispatcher?.finish(draining: 0)
    dispatcher = nil
    let before = try desk.state().questions.count
    try desk.add(#"{"id":"2","type":"message"}"#)
    dispatcher = try self.dispatcher(desk)
    let all = try dispatcher.map { try taken($0, 2) } ?? []
    #expect(all.map(\.message.id) == ["1", "2"] && all.map(\.isTakenAgain) == [true, false])
    let questions = try desk.state().questions[before...]
    #expect(questions.first?["path"]?.text == "/v1/messages?after=1&wait=1")
  }

  // MARK: Other protocols

  @Test func `of another protocol gets each event by its rule`() throws {
    let desk = try Desk()
    let mapping = try Mapping(
      Array(
        #"""
        {"version": 1, "events": [
          {"types": ["tracemill.job.arrived"], "method": "PUT", "path": "jobs/{/subject}/at?v={/assetid}",
           "headers": {"X-Time": {"$": "/time", "as": "s_from_time"}}, "body": {"lat": {"$": "/data/lat"}}},
          {"types": ["tracemill.job.left"], "path": "jobs/{/data/missing}"}
        ]}
        """#.utf8), path: "m.json")
    let dispatcher = try Dispatcher(try desk.settings(folder, mapping: mapping), tell: notices.add)
    var left = arrival("a", "2")
    left.type = "left"
    try desk.script(events: ["500", "ok", "404"])
    try dispatcher.append([arrival("a", "j/1"), update("a", "1", at: 1), left, arrival("a", "3")], at: moment(1))
    let end = try dispatcher.finish(draining: 20)
    #expect(end.unacknowledged == 0 && end.leftOut == 1)
    let requests = try desk.state().requests
    #expect(
      requests.map { $0["path"]?.text }
        == ["/jobs/j%2F1/at?v=a", "/jobs/j%2F1/at?v=a", "/jobs/3/at?v=a"].map { "/v1" + $0 })
    #expect(requests[0]["headers"]?["x-time"]?.text == "1777000000")
    #expect(requests[0]["headers"]?["content-type"]?.text == "application/json")
    #expect(requests[0]["body"]?.text == #"{"lat":54.5}"#)
    let faults = try dispatcher.errors()
    #expect(faults.map(\.id) == ["a#3", "a#4"])
    #expect(faults.map(\.reason).first == "a pointer of its path leads to no text")
  }
}

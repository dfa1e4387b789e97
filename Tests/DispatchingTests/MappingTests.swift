import Foundation
import Moments
import RandomNumbers
import Records
import TestSupport
import Testing

@testable import Dispatching

private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

private let document = """
  {"id": 7, "name": "x y", "flag": true, "none": null, "half": 1.5, "whole": 3.0, "list": [10, [20]], "a/b": {"~": "s"},
   "time": "2026-04-24T05:06:40.250+02:00", "ms": 1777000000250, "text": "90s", "digits": "12.50"}
  """

@Suite struct `A template` {
  @Test(arguments: [
    (#"{"$":"/id"}"#, "7"), (#"{"$":"/list/1/0"}"#, "20"), (#"{"$":"/list/01"}"#, nil), (#"{"$":"/a~1b/~0"}"#, #""s""#),
    (#"{"$":"/none"}"#, nil), (#"{"$":"/none","else":1}"#, "1"), (#"{"$":"/no/where"}"#, nil),
    (#"{"$":"/id","map":{"7":"seven"}}"#, #""seven""#), (#"{"$":"/whole","map":{"3":[]}}"#, "[]"),
    (#"{"$":"/flag","map":{"true":1},"else":2}"#, "1"), (#"{"$":"/half","map":{"1.5":1},"else":2}"#, "1"),
    (#"{"$":"/name","map":{},"else":2}"#, "2"), (#"{"$":"/id","map":{"7":null},"else":2}"#, nil),
    (#"{"$text":"{/id}@{/name}{{{/half}}}"}"#, #""7@x y{1.5}""#), (#"{"$text":"{/list}"}"#, nil),
    (#"{"$text":"{/none}"}"#, nil), (#"{"$text":""}"#, #""""#),
    (#"{"$text":"a","b":{"$":"/id"}}"#, #"{"$text":"a","b":7}"#),
    (#"{"a":{"$":"/none"},"b":{"$":"/id"}}"#, #"{"b":7}"#), (#"{"a":{"$":"/none"}}"#, nil), ("{}", "{}"),
    (#"{"a":{}}"#, #"{"a":{}}"#), (#"[1,{"$":"/id"}]"#, "[1,7]"), (#"[1,{"$":"/none"}]"#, nil), ("null", "null"),
    (#"{"$set":[{"$":"/id"}]}"#, #"{"$set":[7]}"#), (#"{"$":"/id","as":"text"}"#, #""7""#),
    (#"{"$":"/whole","as":"text"}"#, #""3""#), (#"{"$":"/ms","as":"time_from_ms"}"#, #""2026-04-24T03:06:40.250Z""#),
    (#"{"$":"/id","as":"time_from_s"}"#, #""1970-01-01T00:00:07.000Z""#),
    (#"{"$":"/time","as":"ms_from_time"}"#, "1777000000250"), (#"{"$":"/time","as":"s_from_time"}"#, "1777000000"),
    (#"{"$":"/half","as":"seconds_from_minutes"}"#, "90"), (#"{"$":"/text","as":"seconds_from_text"}"#, "90"),
    (#"{"$":"/digits","as":"number"}"#, "12.5"), (#"{"$":"/none","as":"number","else":"x"}"#, #""x""#),
  ]) func `is filled from a document`(template: String, expected: String?) throws {
    let filled = try Template(json(template), at: "").filled(from: json(document))
    #expect(filled.map { String(decoding: $0.line(), as: UTF8.self) } == expected)
  }

  @Test(arguments: [
    (#"{"$":"/name","as":"time_from_ms"}"#, #""x y" at /name is no number that is a time"#),
    (#"{"$":"/id","as":"ms_from_time"}"#, "7 at /id is no time with a zone"),
    (#"{"$":"/name","as":"number"}"#, #""x y" at /name is no text that is a number"#),
    (#"{"$":"/list","as":"text"}"#, "[10,[20]] at /list is no text, number or flag"),
    (#"{"$":"/digits","as":"seconds_from_text"}"#, #""12.50" at /digits is no number of seconds, such as 90s"#),
    (#"[{"a":{"$":"/flag","as":"seconds_from_minutes"}}]"#, "true at /flag is no number"),
  ]) func `says which value does not fit its conversion`(template: String, reason: String) throws {
    let template = try Template(json(template), at: "")
    let value = try json(document)
    let error = #expect(throws: BadMessage.self) { try template.filled(from: value) }
    #expect(error?.reason == reason)
  }
}

@Suite struct `A mapping file` {
  @Test(arguments: [
    ("{", "", "is not JSON: line 1, column 2: a name in quotes is missing"),
    ("[]", "", "is no object"), ("{}", "/version", "is missing"),
    (#"{"version":2}"#, "/version", "is no version that this program knows; it knows 1"),
    (#"{"version":1,"event":[]}"#, "/event", "is no member of a mapping here. Did you mean events?"),
    (#"{"version":1,"events":{}}"#, "/events", "is no list of rules"),
    (#"{"version":1,"events":[{"path":"x"}]}"#, "/events/0/types", "is missing"),
    (
      #"{"version":1,"events":[{"types":[],"path":"x"}]}"#, "/events/0/types",
      "is no list of types such as \"tracemill.job.arrived\""
    ),
    (
      #"{"version":1,"events":[{"types":["a"],"path":"/x"}]}"#, "/events/0/path",
      "begins with /; it is a path below the dispatcher's address"
    ),
    (
      #"{"version":1,"events":[{"types":["a"],"path":"a/../x"}]}"#, "/events/0/path",
      "leads out of the dispatcher's address"
    ),
    (
      #"{"version":1,"events":[{"types":["a"],"path":"a/%2e%2E/x"}]}"#, "/events/0/path",
      "leads out of the dispatcher's address"
    ),
    (
      #"{"version":1,"events":[{"types":["a"],"path":"http://x"}]}"#, "/events/0/path",
      "has a scheme; it is a path below the dispatcher's address"
    ),
    (
      #"{"version":1,"events":[{"types":["a"],"path":"{x}"}]}"#, "/events/0/path",
      "has \"{x}\", which is no JSON pointer such as {/id}"
    ),
    (#"{"version":1,"events":[{"types":["a"],"path":"{/x"}]}"#, "/events/0/path", "has a { without }"),
    (
      #"{"version":1,"events":[{"types":["a"],"path":"x","method":"GET"}]}"#, "/events/0/method",
      "is none of POST, PUT and PATCH"
    ),
    (
      #"{"version":1,"events":[{"types":["a"],"path":"x","final":[9]}]}"#, "/events/0/final",
      "has what is neither a status such as 409 nor \"2xx\""
    ),
    (
      #"{"version":1,"events":[{"types":["a"],"path":"x","headers":{"a b":1}}]}"#, "/events/0/headers/a b",
      "is no name of a header"
    ),
    (
      #"{"version":1,"events":[{"types":["a"],"path":"x","body":[{"$":"id"}]}]}"#, "/events/0/body/0/$",
      "is no JSON pointer, such as \"/id\""
    ),
    (
      #"{"version":1,"events":[{"types":["a"],"path":"x","body":{"a":{"$text":"}"}}}]}"#, "/events/0/body/a/$text",
      "has a } without {; a brace itself is written }}"
    ),
    (
      #"{"version":1,"messages":{"path":"x","list":"","message":{"id":{"$":"/id","maps":{}}}}}"#,
      "/messages/message/id/maps", "is no member beside $. Did you mean map?"
    ),
    (
      #"{"version":1,"messages":{"path":"x","list":"x","message":{}}}"#, "/messages/list",
      "is no JSON pointer, such as \"/jobs\" or \"\""
    ),
    (
      #"{"version":1,"messages":{"path":"x","list":"","message":{},"next":"y"}}"#, "/messages/next",
      "needs \"cursor\" beside it"
    ),
    (#"{"version":1,"messages":{"path":"x","list":"","message":[]}}"#, "/messages/message", "is no object"),
    (
      #"{"version":1,"messages":{"path":"x","list":"","message":{},"since_s":-1}}"#, "/messages/since_s",
      "is no number of seconds from 0 to 1000000000"
    ),
  ]) func `that makes no sense is refused with the place`(text: String, pointer: String, reason: String) {
    #expect(throws: DispatchError.badMapping(path: "m.json", pointer: pointer, reason: reason)) {
      try Mapping(Array(text.utf8), path: "m.json")
    }
  }

  @Test func `names the conversions that there are`() {
    let text = #"{"version":1,"events":[{"types":["a"],"path":"x","body":{"$":"/id","as":"txt"}}]}"#
    let error = #expect(throws: DispatchError.self) { try Mapping(Array(text.utf8), path: "m.json") }
    let sentence = error?.description ?? ""
    #expect(
      sentence.hasPrefix("m.json: at /events/0/body/as is no conversion. Did you mean text? There are time_from_ms"))
    #expect(sentence.hasSuffix("number. Nothing was sent."))
  }

  @Test func `with damaged bytes gives a mapping or a fault, and its answers messages or faults`() throws {
    var random = SplitMix64(seed: 5)
    let whole = Array(Self.jobs.utf8)
    let answer = Array(#"{"jobs":[{"id":5,"changed":1,"state":"open","place":[1.5],"more":{}}],"nextPage":12}"#.utf8)
    func damaged(_ bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      let signs = Array(#"{}[]":,/$~+0a\"#.utf8)
      for _ in 0...(random.next() % 3) {
        bytes[Int(random.next() % UInt64(bytes.count))] = signs[Int(random.next() % UInt64(signs.count))]
      }
      return bytes
    }
    var (mappings, readings) = (0, 0)
    for _ in rounds(5000) {
      guard let mapping = try? Mapping(damaged(whole), path: "m.json") else { continue }
      mappings += 1
      let settings = try DispatchSettings(base: "http://desk.example", spoolPath: "x", mapping: mapping)
      guard let wire = PollWire(settings) else { continue }
      _ = try? wire.question(cursor: "x", now: moment(0))
      for bytes in [answer, damaged(answer)] {
        if (try? wire.reading(bytes, asked: nil, now: moment(0))) != nil { readings += 1 }
      }
    }
    #expect(mappings > 50 && readings > 50)
  }

  /// The mappings that the project has for others' protocols.
  @Test func `of the project is read`() throws {
    let folder = projectRoot.appending(path: "Tests/dispatcher/mappings")
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] where name.hasSuffix(".json")
    {
      _ = try Mapping(path: folder.appending(path: name).path)
    }
  }

  /// Cases that the reference dispatcher is tested by, too.
  private static let cases = projectRoot.appending(path: "Tests/dispatcher/mapping-cases.json")

  @Test(.enabled(if: FileManager.default.fileExists(atPath: cases.path), "Tests/dispatcher is not there"))
  func `gives what the page of mappings says`() throws {
    let cases = try JSONValue(parsing: Array(Data(contentsOf: Self.cases)))
    let document = try #require(cases["document"])
    for one in cases["templates"]?.list ?? [] {
      let filled = try Template(one["template"] ?? .null, at: "").filled(from: document)
      #expect(filled?.line() == one["result"]?.line(), "\(one)")
    }
    for one in cases["conversions"]?.list ?? [] {
      let template = try Template(.object(["$": .text("/v"), "as": one["as"]]), at: "")
      let document: JSONValue = .object(["v": one["value"]])
      if one["bad"] != nil {
        #expect(throws: BadMessage.self, "\(one)") { try template.filled(from: document) }
      } else {
        #expect(try template.filled(from: document)?.line() == one["result"]?.line(), "\(one)")
      }
    }
    for one in cases["paths"]?.list ?? [] {
      let rule: JSONValue = .object(["types": .list([.text("t")]), "path": one["path"]])
      let mapping: JSONValue = .object(["version": .integer(1), "events": .list([rule])])
      let url = try? Mapping(mapping.line(), path: "m.json").rules.first.map {
        try mappedURL($0.path, from: one["document"] ?? .null, base: "")
      }
      #expect(url == one["result"]?.text.map { "/" + $0 }, "\(one)")
    }
    #expect((cases["paths"]?.list ?? []).count > 5)
  }

  @Test func `that is cut off anywhere is refused`() throws {
    let whole = Array(Self.jobs.utf8)
    _ = try Mapping(whole, path: "m.json")
    for count in 0..<(whole.count - 1) {
      #expect(throws: DispatchError.self) { try Mapping(Array(whole.prefix(count)), path: "m.json") }
    }
    #expect(throws: DispatchError.self) { try Mapping(path: "/no/such/file") }
  }

  private static let jobs = #"""
    {"version": 1, "comment": ["jobs"], "messages": {
      "path": "jobs?since={/since}", "next": "jobs?page={/cursor}&x={+/cursor}", "list": "/jobs", "cursor": "/nextPage", "since_s": 60,
      "headers": {"X-Wait": {"$": "/wait"}, "X-None": {"$": "/cursor"}},
      "message": {
        "id": {"$text": "{/id}@{/changed}"}, "type": {"$": "/state", "map": {"open": "job", "withdrawn": "cancel"}},
        "asset": {"$": "/vehicle", "as": "text"}, "job": {"$": "/id", "as": "text"},
        "order": {"lat": {"$": "/place/0"}, "type": "delivery"}, "content": {"$": "/more"}}}}
    """#

  private func wire() throws -> PollWire {
    let mapping = try Mapping(Array(Self.jobs.utf8), path: "m.json")
    let settings = try DispatchSettings(base: "http://desk.example/v1/", spoolPath: "x", mapping: mapping)
    return try #require(PollWire(settings))
  }

  @Test func `says what is asked first, and with a cursor`() throws {
    let wire = try wire()
    let first = try wire.question(cursor: nil, now: moment(60))
    #expect(first.url == "http://desk.example/v1/jobs?since=2026-04-24T03%3A06%3A40Z")
    #expect(first.headers == ["X-Wait: 10"])
    let next = try wire.question(cursor: "a/b&c", now: moment(60))
    #expect(next.url == "http://desk.example/v1/jobs?page=a%2Fb%26c&x=a/b%26c")
    #expect(next.headers == ["X-Wait: 10", "X-None: a/b&c"])
  }

  @Test func `makes messages of items`() throws {
    let answer = """
      {"jobs": [{"id": 5, "changed": 1, "state": "open", "vehicle": "a", "place": [1.5, 2], "more": { "z": 1.0 }},
        {"id": 6, "changed": 1, "state": "withdrawn"}, {"id": 7, "changed": 2, "state": "done"},
        {"id": 8, "changed": 3, "state": "open", "vehicle": []}], "nextPage": 12}
      """
    let reading = try wire().reading(Array(answer.utf8), asked: nil, now: moment(0))
    let order = DispatchMessage(
      id: "5@1", asset: "a", kind: .job, job: "5", order: Array(#"{"lat":1.5,"type":"delivery"}"#.utf8),
      content: Array(#"{ "z": 1.0 }"#.utf8))
    #expect(reading.messages == [order, DispatchMessage(id: "6@1", kind: .cancel, job: "6")])
    #expect(reading.faults.map(\.reason) == ["[] at /vehicle is no text, number or flag"])
    #expect(reading.cursor == "12" && reading.isMore)
  }

  @Test(arguments: [
    (#"{"jobs":[{"state":"x"}],"nextPage":"b"}"#, "a", "b", true), (#"{"jobs":[],"nextPage":"b"}"#, "a", "b", false),
    (#"{"jobs":[{"state":"x"}],"nextPage":"a"}"#, "a", "a", false), (#"{"jobs":[{"state":"x"}]}"#, "a", nil, false),
    (#"{"jobs":[],"nextPage":""}"#, "a", nil, false), ("{}", nil, nil, false),
  ]) func `says where the next question begins`(answer: String, asked: String?, cursor: String?, isMore: Bool) throws {
    let reading = try wire().reading(Array(answer.utf8), asked: asked, now: moment(0))
    #expect(reading.cursor == cursor && reading.isMore == isMore)
  }

  @Test(arguments: ["", "{", #"{"jobs":{}}"#]) func `cannot make sense of every answer`(answer: String) throws {
    let wire = try wire()
    #expect(throws: BadMessage.self) { try wire.reading(Array(answer.utf8), asked: nil, now: moment(0)) }
  }

  @Test(arguments: ["..", ".", "a/../b"]) func `never leads out of the base`(subject: String) throws {
    let path = try TextTemplate("jobs/{+/subject}", isPath: true)
    let event: JSONValue = .object(["subject": .text(subject)])
    #expect(throws: BadMessage.self) { try mappedURL(path, from: event, base: "http://desk.example") }
  }
}

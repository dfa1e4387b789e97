import Moments
import RandomNumbers
import Records
import TestSupport
import Testing

@testable import Dispatching

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Suite struct `An event` {
  @Test func `is a structured CloudEvent, always with the same bytes`() {
    let event = AssetEvent(
      asset: "van/7 ü", type: "arrived", job: "j \"1\"", time: Timestamp(millisecondsSince1970: 1_777_000_000_250),
      once: true,
      data: .object([
        "asset": .text("another"), "lat": .number(54.5), "eta": .null, "late_s": .integer(-3), "content": .text("old"),
      ]), content: Array("{\"a\" : 1.50}".utf8))
    let expected =
      #"{"specversion":"1.0","id":"van/7 ü#12","source":"/assets/van%2F7%20%C3%BC","type":"tracemill.job.arrived","#
      + #""subject":"j \"1\"","time":"2026-04-24T03:06:40.250Z","datacontenttype":"application/json","#
      + #""assetid":"van/7 ü","sequence":"12","data":{"asset":"van/7 ü","job":"j \"1\"","lat":54.5,"late_s":-3,"#
      + #""content":{"a" : 1.50}}}"#
    #expect(text(event.cloudEvent(sequence: 12)) == expected)
    #expect(event.cloudEvent(sequence: 12) == event.cloudEvent(sequence: 12))
  }

  @Test func `of no job has no subject`() {
    let event = AssetEvent(asset: "a", family: .asset, type: "start", job: "", time: moment(0), once: false)
    let expected =
      #"{"specversion":"1.0","id":"a#1","source":"/assets/a","type":"tracemill.asset.start","#
      + #""time":"2026-04-24T03:06:40Z","datacontenttype":"application/json","assetid":"a","sequence":"1","#
      + #""data":{"asset":"a"}}"#
    #expect(text(event.cloudEvent(sequence: 1)) == expected)
  }

  @Test func `stands in a batch as it stands alone`() throws {
    let events = (1...3).map { arrival("a", "\($0)").cloudEvent(sequence: $0) }
    let batch = try JSONValue(parsing: AssetEvent.batch(of: events)).list
    #expect(try batch == events.map { try JSONValue(parsing: $0) })
    #expect(text(AssetEvent.batch(of: [])) == "[]")
  }

  @Test(arguments: [("a-Z_0.9~", "a-Z_0.9~"), ("", ""), ("a b/c#?%", "a%20b%2Fc%23%3F%25"), ("é\n", "%C3%A9%0A")])
  func `has its asset percent-encoded in its source`(asset: String, encoded: String) {
    #expect(percentEncoded(asset) == encoded)
  }
}

@Suite struct `A message` {
  private func message(_ text: String) throws(BadMessage) -> DispatchMessage {
    guard let value = try? JSONValue(parsing: Array(text.utf8)) else { throw BadMessage(reason: "the test is wrong") }
    let raw = RawJSON(parsed: Array(text.utf8))
    return try DispatchMessage(value, order: raw["order"]?.text, content: raw["content"]?.text)
  }

  @Test func `has all that the dispatcher says, its content to the byte`() throws {
    let read = try message(
      """
      {"id": "m1", "time": "2026-04-24T05:06:40+02:00", "asset": "a", "dispatcher": "d", "type": "job", "job": "j",
       "order": {"lat": 1.0, "name":"x"} , "content" : [1.50, {"content": 1e2 , "\\u0061":"]}\\""}] }
      """)
    let expected = DispatchMessage(
      id: "m1", time: moment(0), asset: "a", dispatcher: "d", kind: .job, job: "j",
      order: Array(#"{"lat": 1.0, "name":"x"}"#.utf8),
      content: Array(#"[1.50, {"content": 1e2 , "\u0061":"]}\""}]"#.utf8))
    #expect(read == expected)
    #expect(try message(#"{"id":"1","type":"message","content":null}"#).content == Array("null".utf8))
    #expect(try message(#"{"id":"1","type":"message","asset":null}"#).content == nil)
  }

  @Test(arguments: [
    ("7", "it is no object"), ("{}", "it has no text \"id\""), (#"{"id":7}"#, "it has no text \"id\""),
    (#"{"id":"1"}"#, "it has no text \"type\""),
    (#"{"id":"1","type":"jobs"}"#, "its type \"jobs\" is none of job, cancel and message"),
    (#"{"id":"1","type":"cancel"}"#, "it has no \"job\""),
    (#"{"id":"1","type":"job","job":"j"}"#, "it has no \"order\""),
    (#"{"id":"1","type":"job","job":"j","order":[]}"#, "its \"order\" is no object"),
    (#"{"id":"1","type":"job","job":5,"order":{}}"#, "its \"job\" is no text"),
    (#"{"id":"1","type":"message","asset":["a"]}"#, "its \"asset\" is no text"),
    (
      #"{"id":"1","type":"message","time":"2026-04-24 10:00"}"#,
      "its time \"2026-04-24 10:00\" is no time with a zone, such as 2026-03-02T08:00:00Z"
    ),
  ]) func `that makes no sense is refused with the reason`(text: String, reason: String) {
    let error = #expect(throws: BadMessage.self) { try message(text) }
    #expect(error?.reason == reason)
  }
}

/// A random value, written with random blanks.
private func written(_ random: inout SplitMix64, depth: Int = 0) -> String {
  func blanks() -> String {
    String(repeating: [" ", "\n", "\t"][Int(random.next() % 3)], count: Int(random.next() % 3))
  }
  let texts = [#""""#, #""a""#, #""\"]}""#, #""\\""#, #""ü,:{""#, #""\u0041""#]
  switch random.next() % (depth < 4 ? 6 : 4) {
  case 0: return ["null", "true", "false"][Int(random.next() % 3)]
  case 1: return ["0", "-1.50", "1e5", "12345678901234567890", "0.10"][Int(random.next() % 5)]
  case 2, 3: return texts[Int(random.next() % 6)]
  case 4:
    let values = (0..<(random.next() % 4)).map { _ in blanks() + written(&random, depth: depth + 1) + blanks() }
    return "[" + (values.isEmpty ? blanks() : values.joined(separator: ",")) + "]"
  default:
    var fields: [String] = []
    for number in 0..<(random.next() % 4) {
      fields.append("\(blanks())\"n\(number)\"\(blanks()):\(blanks())\(written(&random, depth: depth + 1))\(blanks())")
    }
    return "{" + (fields.isEmpty ? blanks() : fields.joined(separator: ",")) + "}"
  }
}

@Suite struct `A value in a text` {
  private func check(_ raw: RawJSON, _ value: JSONValue) throws {
    #expect(try JSONValue(parsing: raw.text) == value)
    #expect(raw.text.first.map { $0 > 0x20 } == true && raw.text.last.map { $0 > 0x20 } == true)
    #expect(raw.elements.count == value.list?.count ?? 0)
    for (element, value) in zip(raw.elements, value.list ?? []) { try check(element, value) }
    for field in value.fields ?? [] { try check(#require(raw[field.name]), field.value) }
    #expect(raw["missing"] == nil)
  }

  @Test func `is cut out to the byte, whatever stands around it`() throws {
    var random = SplitMix64(seed: 3)
    for _ in rounds(2000) {
      let text = Array((" \n" + written(&random) + " ").utf8)
      try check(RawJSON(parsed: text), JSONValue(parsing: text))
      try check(RawJSON(parsed: [0xEF, 0xBB, 0xBF] + text), JSONValue(parsing: text))
    }
  }

  @Test func `that is no JSON is cut out without a crash`() {
    var random = SplitMix64(seed: 4)
    let signs = Array("{}[]\",:\\ a1".utf8)
    for _ in rounds(5000) {
      let text = (0..<(random.next() % 12)).map { _ in signs[Int(random.next() % UInt64(signs.count))] }
      let raw = RawJSON(parsed: text)
      _ = (raw.text, raw.elements.map(\.text), raw["a"]?.text)
    }
  }
}

import Foundation
import Jobs
import Moments
import Records
import TestSupport
import Testing

@testable import Requests

private let jobs = "job,type,lat,lon\n7,,47,9\n8,,47,9\n5,pickup,47,9\n6,pickup,47,9\n6,delivery,47,9\npickup:4,,47,9\n"

private func logged(_ log: String, as name: String = "log.csv", date: String? = nil) throws -> JobList {
  try jobList([("jobs.csv", jobs)], log: [(name, log)], date: date)
}

extension JobList {
  /// Events as `event job`.
  fileprivate var events: [String] { log.map { "\($0.kind) \($0.job.map { "\($0.kind):\($0.text)" } ?? "-")" } }
}

@Suite struct `The office's log` {
  @Test func `has a time, an asset, a job and an event in each row`() throws {
    let list = try logged(
      """
      time,asset,job,event,content
      2026-03-02T08:00,van,7,assigned,"a ""quoted"" text, with
      two lines "
      2026-03-02T07:00Z,van,7,Accepted,
      1772438700,,8,finished,ok
      2026-03-02T09:30,van,,custom,  lunch
      """)
    #expect(list.refusals.isEmpty, "\(list.refusals)")
    #expect(list.events == ["assigned job:7", "accepted job:7", "finished job:8", "custom -"])
    #expect(list.log.map(\.content) == ["a \"quoted\" text, with\ntwo lines ", "", "ok", "lunch"])
    #expect(list.log.map(\.asset) == ["van", "van", nil, "van"] && list.log[0].time == list.log[1].time)
  }

  @Test func `keeps contents to the byte`() throws {
    let list = try logged(
      #"""
      {"time":"2026-03-02T08:00Z","event":"custom","content":{ "b" : 1.50, "a":["\u00e4","}"] }, "job":7}
      {"time":"2026-03-02T08:01Z","event":"custom","content":" ä\n\u00e4 "}
      {"time":"2026-03-02T08:02Z","event":"custom","content":1.50}
      {"time":"2026-03-02T08:03Z","event":"custom","content":null}
      {"time":"2026-03-02T08:04Z","event":"custom","n\u006fte":[ ]}
      """#, as: "log.ndjson")
    #expect(list.refusals.isEmpty, "\(list.refusals)")
    #expect(
      list.log.map(\.content) == [#"{ "b" : 1.50, "a":["\u00e4","}"] }"#, " ä\nä ", "1.50", "", "[ ]"],
      "\(list.log.map(\.content))")
  }

  @Test func `names the kind of a job by its type, its id, or the list`() throws {
    let list = try logged(
      """
      time,job,event,type
      2026-03-02T08:00Z,5,accepted,
      2026-03-02T08:01Z,6,accepted,delivery
      2026-03-02T08:02Z,pickup:6,accepted,
      2026-03-02T08:03Z,pickup:4,accepted,
      2026-03-02T08:04Z,6,accepted,
      2026-03-02T08:05Z,7,accepted,pickup
      """)
    #expect(list.events == ["accepted pickup:5", "accepted delivery:6", "accepted pickup:6", "accepted job:pickup:4"])
    #expect(list.complaints == ["6 unknown_job", "7 unknown_job"])
    #expect(list.refusals[0].message.contains("pickup:6 or delivery:6"))
  }

  @Test(arguments: [
    ("replaces: 7", "job:7"), ("Replaces: 7; hurry", "job:7"), ("{\"\"replaces\"\": 7}", "job:7"),
    ("replaces: pickup:6", "pickup:6"), ("it replaces: 7", nil), ("{\"\"other\"\": 7}", nil), ("{", nil),
  ])
  func `says which job an assigned one replaces`(content: String, replaced: String?) throws {
    let list = try logged("time,job,event,content\n2026-03-02T08:00Z,8,assigned,\"\(content)\"\n")
    #expect(list.refusals.isEmpty && list.log.map { $0.replaces.map { "\($0.kind):\($0.text)" } } == [replaced])
  }

  @Test func `keeps a row that replaces an unknown job, and says so`() throws {
    let list = try logged("time,job,event,content\n2026-03-02T08:00Z,8,assigned,replaces: 99\n")
    #expect(list.events == ["assigned job:8"] && list.log[0].replaces == nil && list.complaints == ["2 unknown_job"])
  }

  @Test(arguments: [
    (",7,accepted", "missing_field"), ("2026-03-02T09:00Z,,accepted", "missing_field"),
    ("2026-03-02T09:00Z,7,", "missing_field"), ("soon,7,accepted", "bad_value"), ("08:00,7,accepted", "missing_date"),
    ("2026-03-02T09:00Z,7,teleported", "unknown_event"), ("2026-03-02T09:00Z,99,accepted", "unknown_job"),
    ("2026-03-02T09:00Z,99,custom", "unknown_job"), ("2026-03-02T07:00Z,7,accepted", "out_of_order"),
    ("2026-03-02T09:00Z,7", "bad_row"),
  ])
  func `loses a bad row alone`(row: String, code: String) throws {
    let list = try logged(
      "time,job,event\n2026-03-02T08:00Z,7,assigned\n\(row)\n2026-03-02T10:00Z,7,finished\n2026-03-02T07:00Z,8,assigned\n"
    )
    #expect(list.events == ["assigned job:8", "assigned job:7", "finished job:7"] && list.complaints == ["3 \(code)"])
    #expect(list.refusals.allSatisfy { $0.message.hasSuffix(" The row was left out.") })
  }

  @Test func `in descending order is read backwards`() throws {
    let list = try logged(
      "time,job,event\n2026-03-02T10:00Z,7,finished\n2026-03-02T09:00Z,7,accepted\n2026-03-02T09:00Z,7,received\n")
    #expect(list.refusals.isEmpty && list.events == ["received job:7", "accepted job:7", "finished job:7"])
  }

  @Test func `of several files is in the order of time, and of the files where times are equal`() throws {
    let list = try jobList(
      [("jobs.csv", jobs)],
      log: [
        ("a.csv", "time,job,event,content\n2026-03-02T09:00Z,7,custom,a\n2026-03-02T10:00Z,7,custom,b\n"),
        ("b.csv", "time,job,event,content\n2026-03-02T08:00Z,7,custom,c\n2026-03-02T09:00Z,7,custom,d\n"),
      ])
    #expect(list.refusals.isEmpty && list.log.map(\.content) == ["c", "a", "d", "b"])
  }

  @Test(arguments: [("", "no event in it"), ("time,job\n", "no event"), ("job,event\n", "no time")])
  func `is refused as a whole if it is none`(text: String, sentence: String) throws {
    let error = #expect(throws: ChangeFileError.self) { try logged(text) }
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
  }

  @Test func `and the list have their reasons explained in the documentation`() throws {
    let text = try String(contentsOf: projectRoot.appending(path: "Documentation/Jobs.md"), encoding: .utf8)
    for code in JobReason.allCases.map(\.rawValue) { #expect(text.contains("| `\(code)` |"), "\(code)") }
  }
}

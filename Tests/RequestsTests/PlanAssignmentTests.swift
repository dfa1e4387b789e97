import Foundation
import Moments
import Records
import TestSupport
import Testing

@testable import Requests

private let tours = """
  {"id":"a","waypoints":[{"lat":47.1,"lon":9.5},{"lat":47.2,"lon":9.6}]}
  {"id":"b","waypoints":[{"lat":47.1,"lon":9.5},{"lat":47.3,"lon":9.6}]}
  """

/// The plans that the rows of a file give, beside `tours.ndjson` and `one.ndjson`.
private func assigned(_ rows: String, _ name: String = "plans.csv", known: Bool = false) throws -> PlanAssignments {
  let folder = try TemporaryFolder()
  try folder.write("tours.ndjson", tours)
  try folder.write("one.ndjson", String(tours.prefix { $0 != "\n" }))
  try folder.write("empty.gpx", "<gpx></gpx>")
  let plans = try known ? PlanFile(fileOrHandle: folder.path("tours.ndjson")) { _ in true } : nil
  return try PlanAssignments(path: try folder.write(name, rows), known: plans) { _ in true }
}

extension PlanAssignments {
  /// The id of a trace's plan.
  fileprivate func plan(
    of id: String, part: String? = nil, vehicle: String? = nil, on day: String? = nil, at clock: String = "00:00"
  ) -> String? {
    row(of: names(id, part: part, vehicle: vehicle, on: day, at: clock)).map { entries[rows[$0].entry].id }
  }

  fileprivate func names(
    _ id: String, part: String? = nil, vehicle: String? = nil, on day: String? = nil, at clock: String
  ) -> TraceNames {
    let fields = clock.split(separator: ":").compactMap { Int($0) }
    return TraceNames(
      ids: [part, id].compactMap(\.self), vehicle: vehicle ?? id, day: day.flatMap { CivilDate(iso8601: $0) },
      secondsOfDay: 3600 * fields[0] + 60 * fields[1])
  }
}

@Suite struct `Rows that give traces their plans` {
  @Test(arguments: [
    ("plans.csv", "trace_id,plan,driver\nvan,a,Ann\nbus,tours.ndjson#b,\n"),
    (
      "plans.ndjson",
      #"{"trace_id":"van","plan":"a","driver":7}"# + "\n" + #"{"trace_id":"bus","plan":"tours.ndjson#b"}"#
    ),
  ])
  func `name plans by their ids, and those of files behind a #`(name: String, rows: String) throws {
    let plans = try assigned(rows, name, known: true)
    #expect(plans.refusals.isEmpty && plans.plan(of: "van") == "a" && plans.plan(of: "bus") == "b")
    #expect(plans.plan(of: "other") == nil)
  }

  @Test func `name a part of a trace before the trace, and that before its vehicle and day`() throws {
    let plans = try assigned(
      """
      trace_id,vehicle,date,plan
      van/2,,,tours.ndjson#b
      van,,,one.ndjson
      bus/1,,,one.ndjson
      ,bus,2026-03-02,tours.ndjson#b
      """)
    #expect(plans.plan(of: "van", part: "van/2") == "b" && plans.plan(of: "van", part: "van/1") == "a")
    #expect(plans.plan(of: "bus", part: "bus/1", on: "2026-03-02") == "a")
    #expect(plans.plan(of: "bus", part: "bus/2", on: "2026-03-02") == "b")
  }

  @Test func `name the only plan of a file, or the vehicle and its day`() throws {
    let plans = try assigned(
      """
      trace_id,vehicle,date,plan
      ,van,2026-03-02,tours.ndjson#b
      ,van,2026-03-03,one.ndjson
      van#1.2,,,tours.ndjson#b
      """)
    #expect(plans.refusals.isEmpty && plans.entries.count == 2)
    #expect(plans.plan(of: "van", on: "2026-03-02") == "b" && plans.plan(of: "van", on: "2026-03-03") == "a")
    #expect(plans.plan(of: "van", on: "2026-03-04") == nil && plans.plan(of: "van") == nil)
    // The row of the trace itself goes first.
    #expect(plans.plan(of: "van#1.2", vehicle: "van", on: "2026-03-03") == "b")
  }

  @Test(arguments: [
    (",,,a", "missing_field", "the row names neither a trace nor a vehicle"),
    ("van,,,", "missing_field", "the row names no plan"),
    (",van,,a", "missing_field", "the row names a vehicle without a date"),
    (",van,2026-02-29,a", "bad_value", "date is a day such as 2026-03-02, not '2026-02-29'"),
    (",van,2/3/2026,a", "bad_value", "date is a day such as 2026-03-02, not '2/3/2026'"),
    ("van,van,2026-03-02,a", "bad_value", "the row names a trace and a vehicle"),
    ("first,,,a", "repeated", "line 2 gives trace 'first' a plan already"),
    (",bus,2026-03-02,a", "repeated", "line 3 gives vehicle 'bus' on 2026-03-02 a plan already"),
    ("van,,,c", "unknown_plan", "plan 'c' is neither the id of a plan of --plan, nor a file beside this one"),
    ("van,,,tours.ndjson#c", "unknown_plan", "the file has no plan of the id 'c'"),
    ("van,,,tours.ndjson", "ambiguous_plan", "has 2 plans; name one by its id behind a #, such as #a"),
    ("van,,,empty.gpx", "bad_plan", "empty.gpx"),
    ("van,,a", "bad_row", "the row has 3 fields, expected 4"),
  ])
  func `are refused with line, code and sentence, and the others count`(
    row: String, code: String, sentence: String
  ) throws {
    let plans = try assigned(
      "trace_id,vehicle,date,plan\nfirst,,,a\n,bus,2026-03-02,b\n\(row)\nlast,,,b\n", known: true)
    let refusal = try #require(plans.refusals.first)
    #expect(plans.refusals.count == 1 && refusal.line == 4 && refusal.reason == code)
    #expect(refusal.message.contains(sentence) && refusal.message.hasSuffix(". The row was skipped."), "\(refusal)")
    #expect(plans.rows.count == 3 && plans.plan(of: "last") == "b")
  }

  @Test(arguments: ["[]", "not JSON", #"{"trace_id":["van"],"plan":"a"}"#])
  func `are refused where a line is no object of texts`(line: String) throws {
    let plans = try assigned(#"{"trace_id":"van","plan":"a"}"# + "\n\(line)\n", "plans.ndjson", known: true)
    #expect(plans.refusals.map(\.line) == [2] && plans.plan(of: "van") == "a")
  }

  @Test(arguments: [
    ("", "there is no row in it"), ("trace_id,route\n", "the header has no plan"),
    ("driver,plan\n", "the header has no trace_id, nor vehicle and date"), ("[{}]", "one row per line"),
  ])
  func `cannot be read at all without their columns`(text: String, sentence: String) throws {
    #expect { try assigned(text) } throws: { "\($0)".contains(sentence) }
  }

  @Test func `have their reasons explained in the documentation`() throws {
    let text = try String(contentsOf: projectRoot.appending(path: "Documentation/Plans.md"), encoding: .utf8)
    for code in PlanRowReason.allCases.map(\.rawValue) { #expect(text.contains("| `\(code)` |"), "\(code)") }
  }
}

@Suite struct `Rows for the tours of one vehicle on one day` {
  private func assigned(_ times: [String]) throws -> PlanAssignments {
    let rows = zip(times, ["a", "b", "a"]).map { "van,2026-03-02,\($0),\($1)" }
    return try RequestsTests.assigned("vehicle,date,time,plan\n" + rows.joined(separator: "\n"), known: true)
  }

  @Test(arguments: [
    // The nearest departure.
    (["08:00", "14:00"], "07:00", "a"), (["08:00", "14:00"], "10:59", "a"), (["08:00", "14:00"], "11:01", "b"),
    (["8:00:00", "14:00"], "23:59", "b"),
    // The window that holds the first fix.
    (["06:00-12:00", "12:00-18:00"], "11:59", "a"), (["06:00-12:00", "12:00-18:00"], "12:00", "b"),
    // A window, and a departure for the rest of the day.
    (["06:00–07:00", "12:00"], "06:30", "a"), (["06:00–07:00", "12:00"], "07:30", "b"),
    // One tour alone has all drives of its day.
    (["08:00"], "20:00", "a"), ([""], "20:00", "a"), (["20:00-24:00"], "20:00", "a"),
  ])
  func `are told apart by a departure or a window`(times: [String], begin: String, plan: String) throws {
    let plans = try assigned(times)
    #expect(plans.refusals.isEmpty && plans.plan(of: "van", on: "2026-03-02", at: begin) == plan)
    #expect(plans.plan(of: "van", on: "2026-03-03", at: begin) == nil)
  }

  @Test(arguments: [
    (["08:00", "14:00"], "11:00", "The trace begins midway between the departures of lines 2 and 3."),
    (["06:00-09:00", "12:00-18:00"], "10:00", "in none of the time windows"),
  ])
  func `leave a drive without a plan that may be of either, and say why`(
    times: [String], begin: String, sentence: String
  ) throws {
    let plans = try assigned(times)
    let names = plans.names("van", on: "2026-03-02", at: begin)
    #expect(plans.row(of: names) == nil && plans.whyNone(for: names).contains(sentence))
  }

  @Test(arguments: [
    (["", ""], "repeated"), (["08:00", ""], "repeated"), (["", "08:00"], "repeated"),
    (["08:00", "8:00:00"], "repeated"),
    (["06:00-12:00", "11:59-18:00"], "repeated"), (["06:00-12:00", "08:00"], "repeated"),
    (["08:00", "noon"], "bad_value"), (["08:00", "18:00-06:00"], "bad_value"), (["08:00", "24:01"], "bad_value"),
    (["08:00", "8"], "bad_value"), (["08:00", "08:60"], "bad_value"),
  ])
  func `are refused where nothing tells them apart`(times: [String], code: String) throws {
    let plans = try assigned(times)
    let refusal = try #require(plans.refusals.first)
    #expect(plans.refusals.count == 1 && refusal.reason == code && refusal.line == 3, "\(plans.refusals)")
    #expect(refusal.message.contains(code == "repeated" ? "a column time" : "a departure such as 08:00"), "\(refusal)")
  }
}

@Suite struct `Plans of one file with the same id` {
  private static let places = #""waypoints":[{"lat":47.1,"lon":9.5},{"lat":47.2,"lon":9.6}]"#

  private func read(_ name: String, _ text: String) throws -> PlanFile {
    let folder = try TemporaryFolder()
    return try PlanFile(fileOrHandle: try folder.write(name, text)) { _ in true }
  }

  @Test(arguments: [
    ("plans.ndjson", "{\"id\":\"a\",\(places)}\n\n{\"id\":\"b\",\(places)}\n{\"id\":\"a\",\(places)}\n", 4),
    (
      "plans.csv",
      "id,from_lat,from_lon,to_lat,to_lon\na,47.1,9.5,47.2,9.6\nb,47.1,9.5,47.2,9.6\na,47.1,9.5,47.2,9.6\n", 4
    ),
    (
      "routes.ndjson",
      "{\"id\":\"a\",\"handle\":\"x\",\(places)}\n{\"id\":\"b\",\"handle\":\"x\",\(places)}\n\n"
        + "{\"id\":\"a\",\"handle\":\"y\",\(places)}", 4
    ),
  ])
  func `are refused but for the first, with file and line`(name: String, text: String, line: Int) throws {
    let plans = try read(name, text)
    #expect(plans.entries.map(\.id) == ["a", "b"] && !plans.isSingle)
    let refusal = try #require(plans.refusals.first)
    #expect(plans.refusals.count == 1 && refusal.reason == "repeated" && refusal.line == line)
    #expect(refusal.file.hasSuffix(name))
    #expect(
      refusal.message == "plan 3 has the id 'a' again; the one of line 1 counts. It was left out."
        || name == "plans.csv" && refusal.message.contains("the one of line 2 counts"), "\(refusal)")
  }

  @Test func `do not make the file one of a single plan for all traces`() throws {
    let twice = "{\"id\":\"a\",\(Self.places)}\n"
    let one = try read("one.ndjson", twice)
    #expect(one.isSingle && one.entry(of: ["van"]) == nil && one.entry(of: ["a"]) == 0)
    let plans = try read("two.ndjson", twice + twice)
    #expect(!plans.isSingle)
    #expect(plans.entry(of: ["van"]) == nil && plans.entry(of: ["a"]) == 0)
  }

  @Test func `are refused in the files that rows name as well, each once`() throws {
    let folder = try TemporaryFolder()
    try folder.write("tours.ndjson", tours + "\n" + tours)
    let rows = try folder.write("plans.csv", "trace_id,plan\nvan,tours.ndjson#a\nbus,tours.ndjson#b\n")
    let plans = try PlanAssignments(path: rows, known: nil) { _ in true }
    #expect(plans.refusals.map(\.line) == [3, 4] && plans.rows.count == 2)
    #expect(TracePlans.assigned(plans).refusals.count == 2)
  }
}

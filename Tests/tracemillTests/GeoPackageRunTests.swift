import Foundation
import SQLite
import TestSupport
import Testing

private func match(_ arguments: [String]) throws -> ProgramRun {
  try ProgramRun(["match", "Traces", "--map", try SampleTown.map.get(), "--quiet"] + arguments)
}

/// The fields of a CSV file without quotes in names; enough for tables of the program.
private func records(_ text: String) -> [[String?]] {
  var records: [[String?]] = []
  var (record, field, isQuoted, wasQuoted): ([String?], String, Bool, Bool) = ([], "", false, false)
  func value() -> String? { field.isEmpty && !wasQuoted ? nil : field }
  for character in text {
    switch character {
    case "\"":
      if !isQuoted, wasQuoted { field.append("\"") }
      isQuoted.toggle()
      wasQuoted = true
    case "," where !isQuoted, "\n" where !isQuoted:
      record.append(value())
      (field, wasQuoted) = ("", false)
      if character == "\n" {
        records.append(record)
        record = []
      }
    default: field.append(character)
    }
  }
  return records
}

/// Whether a value of a database is what a field of CSV says.
private func isEqual(_ value: StoredValue?, _ field: String?) -> Bool {
  switch (value, field) {
  case (.null, nil): true
  case (.integer(let number), let field?): field == "\(number)" || field == (number == 1 ? "true" : "false")
  case (.real(let number), let field?): Double(field) == number
  case (.text(let text), let field?): text == field || text == field.replacing("Z", with: ".000Z")
  case (.text(let text), nil): text.isEmpty  // a list of no words is nothing in CSV
  default: false
  }
}

@Suite struct `A report as GeoPackage` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `has in every table what CSV has`() throws {
    let more = ["--table", "+crossings", "--table", "+doubts", "--alternatives", "2", "--positions", "rate=5"]
    #expect(try match(more + ["-o", folder.path("csv/")]).exitCode == 0)
    #expect(try match(more + ["-o", folder.path("t.gpkg")]).exitCode == 0)
    let database = try Database(path: folder.path("t.gpkg"), for: .reading)
    let files = FileManager.default.enumerator(atPath: folder.path("csv"))?.compactMap { $0 as? String } ?? []
    let tables = files.filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }
    #expect(tables.count == 10)
    for table in tables {
      let csv = records(try folder.text("csv/\(table).csv"))
      let names = csv[0].compactMap(\.self)
      let rows = try database.rows("SELECT * FROM \"\(table)\" ORDER BY fid")
      #expect(rows.count == csv.count - 1, "\(table)")
      for (row, record) in zip(rows, csv.dropFirst()) {
        let different = zip(names, record).filter { name, field in !isEqual(row[name], field) }
        #expect(different.isEmpty && record.count == names.count, "\(table): \(different) in \(row)")
      }
    }
  }

  @Test func `has the same bytes with one worker and with eight, and is replaced by the next run`() throws {
    #expect(try match(["-o", folder.path("t.gpkg"), "-j", "1"]).exitCode == 0)
    let one = folder.bytes("t.gpkg")
    #expect(try match(["-o", folder.path("t.gpkg"), "-j", "8"]).exitCode == 0)
    #expect(one != nil && folder.bytes("t.gpkg") == one && folder.names == ["t.gpkg"])
  }

  @Test func `fills a directory, with its true size in the manifest`() throws {
    #expect(try match(["-o", folder.path("d/"), "--format", "gpkg"]).exitCode == 0)
    let outputs = try #require(try jsonObject(try folder.text("d/manifest.json"))["outputs"] as? [[String: Any]])
    #expect(outputs.map { $0["name"] as? String } == ["trips.gpkg"])
    #expect(outputs[0]["bytes"] as? Int == folder.bytes("d/trips.gpkg")?.count)
  }

  @Test func `has the routes of requests and those that were refused`() throws {
    let run = try ProgramRun(
      "route", "--map", try SampleTown.map.get(), "--requests", "Traces/requests.ndjson", "-o", folder.path("r.gpkg"),
      "--quiet")
    #expect(run.exitCode == 0, "\(run.errors)")
    let database = try Database(path: folder.path("r.gpkg"), for: .reading)
    let counts: [Int] = try ["routes", "waypoints", "rejects"].map {
      try database.value("SELECT count(*) FROM \($0)") ?? 0
    }
    #expect(counts.allSatisfy { $0 > 0 }, "\(counts)")
  }

  @Test func `has only the tables that are chosen`() throws {
    #expect(try match(["-o", folder.path("t.gpkg"), "--table", "events", "--table", "points"]).exitCode == 0)
    let database = try Database(path: folder.path("t.gpkg"), for: .reading)
    let names = try database.rows("SELECT table_name FROM gpkg_contents ORDER BY table_name")
    #expect(names.map { $0[0] } == ["events", "points"])
  }

  @Test func `is refused where it cannot be`() throws {
    for (arguments, words) in [
      (["--format", "gpkg"], "cannot be streamed"), (["-o", folder.path("t.gpkg.gz")], "cannot be compressed"),
      (["-o", folder.path("d/"), "--format", "gpkg.zst"], "cannot be compressed"),
      (["-o", "/dev/null", "--format", "gpkg"], "cannot be streamed"),
    ] {
      let run = try match(arguments)
      #expect(run.exitCode != 0 && run.errors.contains(words), "\(run.errors)")
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `of another program is not replaced`() throws {
    try Database(path: folder.path("t.gpkg")).execute(
      "CREATE TABLE gpkg_contents (description TEXT); INSERT INTO gpkg_contents VALUES ('mine')")
    let run = try match(["-o", folder.path("t.gpkg")])
    #expect(run.exitCode == 4 && run.errors.contains("tracemill did not write"), "\(run.errors)")
  }
}

@Suite struct `Columns chosen with --select` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `are those of a GeoPackage, with geometry and index`() throws {
    let tables = ["--table", "+doubts", "--positions", "rate=5"]
    let more = tables + ["--select", "events=rule_doubtful,seq", "--select", "positions=seq"]
    #expect(try match(more + ["-o", folder.path("t.gpkg")]).exitCode == 0)
    #expect(try match(tables + ["-o", folder.path("all.gpkg")]).exitCode == 0)
    func values(_ name: String, _ sql: String) throws -> [[StoredValue]] {
      try Database(path: folder.path(name), for: .reading).rows(sql).map(\.values)
    }
    for sql in [
      "SELECT fid, geom, rule_doubtful, seq FROM events", "SELECT fid, geom, seq FROM positions",
      "SELECT * FROM rtree_events_geom", "SELECT * FROM edges",
    ] {
      #expect(try values("t.gpkg", sql) == values("all.gpkg", sql) && !values("t.gpkg", sql).isEmpty, "\(sql)")
    }
    #expect(try values("t.gpkg", "SELECT * FROM events")[0].count == 4)
  }

  @Test func `are in the manifest, and refusals have theirs`() throws {
    let run = try match(["-o", folder.path("d/"), "--select", "rejects=reason,file", "--select", "points=time"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try folder.text("d/rejects.csv").hasPrefix("reason,file\nbad_"))
    #expect(try folder.text("d/manifest.json").contains("\"select\": \"rejects=reason,file points=time\""))
    #expect(try folder.text("d/points.csv").hasPrefix("time\n2026-"))
  }

  @Test func `are refused where they are not applied`() throws {
    for (arguments, words) in [
      (["--select", "way"], "--table"), (["--select", "a,,b", "--table", "edges"], "list of columns"),
      (["--select", "tripz=a"], "The table of --select is one of"),
      (["--select", "trip", "--table", "edges"], "has no column trip"),
    ] {
      let run = try match(arguments)
      #expect(run.exitCode == 2 && run.errors.contains(words), "\(run.errors)")
    }
  }
}

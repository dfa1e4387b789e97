import Foundation
import Records
import TestSupport
import Testing

@testable import Traces

struct TraceFilesTests {
  @Test func `a directory stands for its trace files, sorted, hidden ones left out`() throws {
    let folder = try TemporaryFolder()
    for name in ["b.csv", "a/2.gpx", "a/10.GPX.gz", "Z.tsv", ".hidden.csv", "notes.txt", "c.csv.gz", "map.osm"] {
      _ = try folder.write(name, "x")
    }
    let files = try traceFiles(in: [folder.path + "/", "-", folder.path("notes.txt")])
    let names = files.map { $0.replacingOccurrences(of: folder.path + "/", with: "") }
    #expect(names == ["Z.tsv", "a/10.GPX.gz", "a/2.gpx", "b.csv", "c.csv.gz", "-", "notes.txt"])
  }

  @Test func `every format that is read is found in a directory, requests for routes are not`() throws {
    let folder = try TemporaryFolder()
    let found = [
      "a.kml", "b.TCX", "c.nmea", "d.geojson", "e.ndjson", "f.jsonl.zst", "g.csv.xz", "h.gpx.bz2", "i.zip", "j.tar.gz",
      "k.tgz",
    ]
    for name in found + ["package.json", "tar.gz", "x.zst", "readme.txt"] { try folder.write(name, "x") }
    try folder.write("requests.ndjson", "{\"id\":\"a\",\"waypoints\":[{\"lat\":1,\"lon\":2}]}\n")
    let names = try traceFiles(in: [folder.path]).map { $0.replacingOccurrences(of: folder.path + "/", with: "") }
    #expect(names == found)
  }

  /// The superuser may list everything.
  @Test(.enabled(if: geteuid() != 0))
  func `a directory below that cannot be listed is refused as a file that cannot be read`() throws {
    let folder = try TemporaryFolder()
    for name in ["a/1.gpx", "b/2.gpx"] { _ = try folder.write(name, "x") }
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path("a"))
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("a")) }
    let names = try traceFiles(in: [folder.path]).map {
      $0.replacingOccurrences(of: folder.path + "/", with: "")
    }
    #expect(names == ["a", "b/2.gpx"])
    #expect(throws: TraceFileError.self) { try traceFiles(in: [folder.path("a")]) }
  }

  @Test func `a missing path is an error that says what to name`() {
    let error = #expect(throws: TraceFileError.missing(path: "/no/such")) { try traceFiles(in: ["-", "/no/such"]) }
    #expect(error?.description.hasPrefix("/no/such: no such file or directory; name a trace file") == true)
  }

  @Test(arguments: [
    ("drives/van.gpx", "van"), ("van.csv.gz", "van"), ("VAN.GPX", "VAN"), ("van.2024.csv", "van.2024"), ("-", "stdin"),
    ("van", "van"), (".gpx", ".gpx"), ("van.txt", "van"), ("van.ndjson.zst", "van"), ("a/day.zip:van-12.csv", "van-12"),
    ("day.tar.gz:a/b/van.gpx", "van"), ("-:van.nmea", "van"), ("12:30.gpx", "12:30"), ("day.kmz", "day"),
  ])
  func `a trace file's stem is its name without its endings`(path: String, stem: String) {
    #expect(traceFileStem(path) == stem)
  }
}

import Foundation
import Records
import Storage
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

  @Test func `what would hold up a run is skipped with a word, and links to files are read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a/drive.gpx", "x")
    for name in ["pipe.csv", "pipe.txt"] {
      let made = unsafe mkfifo(folder.path(name), 0o600)
      #expect(made == 0)
    }
    for (link, target) in [
      ("loop.csv", "loop.csv"), ("there.gpx", "back.gpx"), ("back.gpx", "there.gpx"), ("link.gpx", "a/drive.gpx"),
      ("folder.gpx", "a"), ("up", "."), ("zero.csv", "/dev/zero"), ("gone.csv", "nowhere"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
    }
    let found = try TraceFiles(in: [folder.path])
    let begin = folder.path + "/"
    #expect(found.files.map { $0.dropFirst(begin.count) } == ["a/drive.gpx", "gone.csv", "link.gpx"])
    #expect(
      found.skipped.map { "\($0.file.dropFirst(begin.count)) \($0.reason) \($0.message.prefix(20))" } == [
        "back.gpx no_file this is a link that ", "loop.csv no_file this is a link that ",
        "pipe.csv no_file this is a named pipe", "there.gpx no_file this is a link that ",
        "zero.csv no_file this is a device and",
      ])
  }

  @Test func `a name that is no UTF-8 is found and read`() throws {
    let folder = try TemporaryFolder()
    let gpx = "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>"
    for name in ["caf\\xE9.gpx", "caf\\xFF/\\xE9.gpx", "plain\\x5CxE9.gpx"] {
      let path = pathBytes(folder.path(name))
      let parent = path[..<(path.lastIndex(of: 0x2F) ?? 0)].map { CChar(bitPattern: $0) } + [0]
      unsafe mkdir(parent, 0o700)
      let file = unsafe open(path.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT, 0o600)
      let count = unsafe write(file, gpx, gpx.utf8.count)
      #expect(file >= 0 && count == gpx.utf8.count)
      close(file)
    }
    let files = try traceFiles(in: [folder.path])
    #expect(
      files.map { $0.dropFirst(folder.path.count + 1) } == ["caf\\xE9.gpx", "caf\\xFF/\\xE9.gpx", "plain\\x5CxE9.gpx"])
    for file in files {
      guard case .trace(let trace) = TraceReader(path: file).next() else {
        Issue.record("\(file) has no trace")
        continue
      }
      #expect(trace.fixes.count == 1 && trace.source.file == file)
    }
    #expect(try traceFiles(in: files) == files)
  }

  @Test(arguments: [
    ("t/north/drive.gpx", "north/drive"), ("t/drive.csv.gz", "drive"), ("t//a/b.c.csv", "a/b.c"),
    ("t/day.zip:x/van.csv", "day/x/van"), ("day.zip:x/van.csv", "x/van"), ("elsewhere/drive.gpx", "drive"),
    ("tt/drive.gpx", "drive"), ("-", "stdin"), ("t/.gpx", ".gpx"),
  ])
  func `the id of a file is its path in the folder that was named`(path: String, id: String) {
    #expect(traceFileID(path, within: ["t"]) == id && traceFileID(path, within: ["other", "t/"]) == id)
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

import Foundation
import Geodesy
import Moments
import Testing

@testable import SampleTown

@Suite("The files of the sample town")
struct SampleFileTests {
  static let samples = SampleFile.all(of: .quillmere)
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func `the checked-in files are what the generator writes`() throws {
    for sample in Self.samples {
      let checkedIn = try Data(contentsOf: Self.root.appending(path: "Traces/\(sample.name)"))
      #expect(checkedIn == Data(sample.bytes), "\(sample.name) differs; see what `make samples` changes")
    }
  }

  @Test func `the folder holds no other files`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Traces").path)
    #expect(Set(names.filter { !$0.hasSuffix(".partial") }) == Set(Self.samples.map(\.name)))
  }

  @Test func `a second run gives the same bytes`() {
    #expect(SampleFile.all(of: .quillmere).map(\.bytes) == Self.samples.map(\.bytes))
  }

  @Test func `no file exceeds 100 kilobytes`() {
    for sample in Self.samples { #expect(sample.bytes.count < 100_000, "\(sample.name)") }
  }

  @Test func `the guide tells the streets of every drive in order`() throws {
    let guide = try String(contentsOf: Self.root.appending(path: "Documentation/Architecture.md"), encoding: .utf8)
    let words = guide.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for sample in Self.samples.flatMap(\.drives) {
      let streets = sample.drive.course.streets.joined(separator: " → ")
      #expect(words.contains(streets + "."), "\(sample.vehicle): \(streets)")
    }
  }

  @Test func `the map names nodes before the ways that use them, ids ascending within each district`() throws {
    let map = try #require(Self.samples.first { $0.name == "town.osm" })
    let text = String(decoding: map.bytes, as: UTF8.self)
    let kinds = text.matches(of: #/\n  <(node|way|relation) /#).map { String($0.output.1) }
    let order = ["node", "way", "relation"]
    #expect(kinds == kinds.sorted { order.firstIndex(of: $0) ?? 3 < order.firstIndex(of: $1) ?? 3 })
    for kind in order {
      let ids = try text.matches(of: Regex("<\(kind) id=\"(\\d+)\"")).map { try #require(Int($0[1].substring ?? "")) }
      #expect(!ids.isEmpty && ids == ids.sorted(), "\(kind)s")
    }
  }

  @Test(
    arguments: [
      (12, ",547.0"), (18, ",east"), (24, "12:00:39Z"), (30, ",,"), (36, ",yesterday,"), (47, "12:01:12Z"),
      (53, "12:01:28Z"), (59, ",0.0000000,0.0000000"), (65, ",54.742"),
    ])
  func `the faults of bad-records.csv stand where the guide says`(line: Int, text: String) throws {
    let rows = try lines(of: "bad-records.csv")
    #expect(rows[line - 1].contains(text))
    let guide = try String(contentsOf: Self.root.appending(path: "Documentation/Architecture.md"), encoding: .utf8)
    #expect(guide.contains("| \(line) |"))
  }

  @Test func `the tunnel swallows more than a minute and 700 metres`() throws {
    let sample = try #require(Self.samples.first { $0.name == "tunnel.gpx" })
    let text = String(decoding: sample.bytes, as: UTF8.self)
    let pattern = #/lat="([\d.]+)" lon="([\d.]+)"><time>([^<]+)</#
    let fixes = try text.matches(of: pattern).map { match in
      let place = Place(
        latitude: try #require(Double(match.output.1)), longitude: try #require(Double(match.output.2)))
      return (place: place, time: try Date(String(match.output.3), strategy: .iso8601))
    }
    let longest = zip(fixes, fixes.dropFirst()).max {
      $0.1.time.timeIntervalSince($0.0.time) < $1.1.time.timeIntervalSince($1.0.time)
    }
    let (before, after) = try #require(longest)
    #expect(after.time.timeIntervalSince(before.time) > 60)
    #expect(groundDistance(before.place, after.place) > 700)
  }

  @Test func `the fixes of the fleet come in by time, mixed`() throws {
    let rows = try lines(of: "sparse.csv").dropFirst().map { $0.split(separator: ",") }
    let times = try rows.map { try #require(Int($0[1])) }
    #expect(times == times.sorted())
    #expect(Set(rows.map { $0[0] }).count == 4)
    #expect(zip(rows, rows.dropFirst()).contains { $0[0] != $1[0] && $0[0] == "van-2" })
  }

  @Test(
    arguments: [(0, 7, "0.0000000"), (547_000_000, 7, "54.7000000"), (-5, 7, "-0.0000005"), (-1234, 1, "-123.4")])
  func `decimal numbers are exact`(units: Int, digits: Int, text: String) {
    #expect(decimal(units, digits: digits) == text)
  }

  @Test func `times are those of May 2026, in UTC and in summer time`() {
    let time = Timestamp.may(13, 22, 15)
    #expect(time.iso8601 == "2026-05-13T22:15:00Z")
    #expect(time.inSummerTime == "2026-05-14T00:15:00+02:00")
  }

  @Test func `a gzip file has no time, no name, and the check sum of its content`() {
    let file = gzipped(Array("123456789".utf8))
    #expect(file.prefix(10) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
    #expect(file.dropFirst(10).prefix(5) == [1, 9, 0, 0xF6, 0xFF])
    #expect(file.suffix(8) == [0x26, 0x39, 0xF4, 0xCB, 9, 0, 0, 0])  // 0xCBF43926, the check value of CRC-32
  }

  @Test(arguments: [0, 1, 65535, 65536, 131_070, 200_000])
  func `a gzip file of any size is whole`(size: Int) {
    let blocks = max(1, (size + 65534) / 65535)
    #expect(gzipped([UInt8](repeating: 7, count: size)).count == 10 + 5 * blocks + size + 8)
  }

  private func lines(of name: String) throws -> [String] {
    let sample = try #require(Self.samples.first { $0.name == name })
    return String(decoding: sample.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

import Foundation
import Moments
import TestSupport
import Testing

@Suite struct `The clock of a zone by its name` {
  /// A zone file: the changes of the clocks in seconds since 1970, each with the offset from then on in seconds.
  private func file(_ rule: String, before: Int = 0, _ changes: [(second: Int64, offset: Int)] = []) -> [UInt8] {
    let offsets = [before] + changes.map(\.offset)
    func bytes(_ number: Int64, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) }
    }
    func header(_ times: Int, _ types: Int) -> [UInt8] {
      var header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
      for count in [0, 0, 0, times, types, 4] { header += bytes(Int64(count), 4) }
      return header
    }
    let letters = Array("ABC\0".utf8)
    var file = header(0, 1) + bytes(Int64(before), 4) + [0, 0] + letters
    file += header(changes.count, offsets.count)
    for change in changes { file += bytes(change.second, 8) }
    for number in changes.indices { file.append(UInt8(number + 1)) }
    for offset in offsets { file += bytes(Int64(offset), 4) + [0, 0] }
    return file + letters + Array("\n\(rule)\n".utf8)
  }

  private func zone(_ bytes: [UInt8]) throws -> ZoneFile {
    let folder = try TemporaryFolder()
    _ = try folder.write("Zone", bytes)
    return try ZoneFile(of: "Zone", in: folder.path(""))
  }

  private let rule = "CET-1CEST,M3.5.0,M10.5.0/3"

  private func offset(_ clock: LocalClock, _ time: String) throws -> Int {
    clock.time(try #require(ZonedTime(iso8601: time)).moment).offsetInMinutes
  }

  @Test func `has the rule in the last line of its file`() throws {
    let zone = try zone(file(rule))
    #expect(zone.rule == rule && zone.clock == LocalClock(rule))
  }

  @Test func `has the offsets of the past before that rule`() throws {
    let changes: [(second: Int64, offset: Int)] = [(-1000, 1800), (0, 7200), (1_000_000_000, 3600)]
    let clock = try zone(file(rule, before: -2670, changes)).clock
    #expect(try offset(clock, "1960-01-01T00:00:00Z") == -44, "44.5 minutes")
    #expect(try offset(clock, "1969-12-31T23:59:59Z") == 30)
    #expect(try offset(clock, "1970-01-01T00:00:00Z") == 120)
    #expect(try offset(clock, "2001-09-09T01:46:39Z") == 120)
    #expect(try offset(clock, "2001-09-09T01:46:40Z") == 120, "summer by the rule")
    #expect(try offset(clock, "2001-12-01T00:00:00Z") == 60, "winter by the rule")
  }

  /// Laws that changed, as everybody can look them up.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: ZoneFile.folder + "/Europe/Moscow")),
    arguments: [
      ("Europe/Moscow", "2010-12-01T00:00:00Z", 180), ("Europe/Moscow", "2012-12-01T00:00:00Z", 240),
      ("Europe/Moscow", "2016-07-01T00:00:00Z", 180), ("America/New_York", "2006-03-20T12:00:00Z", -300),
      ("America/New_York", "2007-03-20T12:00:00Z", -240), ("Europe/Istanbul", "2015-12-01T00:00:00Z", 120),
      ("Europe/Istanbul", "2017-12-01T00:00:00Z", 180), ("America/Sao_Paulo", "2018-12-01T00:00:00Z", -120),
      ("America/Sao_Paulo", "2020-12-01T00:00:00Z", -180), ("Pacific/Apia", "2011-12-30T09:59:59Z", -600),
      ("Pacific/Apia", "2011-12-30T10:00:00Z", 840), ("Europe/Berlin", "1979-07-01T00:00:00Z", 60),
      ("Europe/Berlin", "2026-07-01T00:00:00Z", 120), ("Asia/Kathmandu", "2026-07-01T00:00:00Z", 345),
    ])
  func `follows the law of the time`(name: String, time: String, offset expected: Int) throws {
    #expect(try offset(try ZoneFile(of: name).clock, time) == expected)
  }

  @Test func `reads local times by the law of the time`() throws {
    let clock = try zone(file("MSK-3", before: 10800, [(1_301_180_400, 14400), (1_414_274_400, 10800)])).clock
    let local = Int64(1_338_508_800_000)  // 2012-06-01 00:00
    #expect(clock.moments(showing: local).map(\.millisecondsSince1970) == [local - 4 * 3_600_000])
  }

  @Test func `is refused where its file is cut or has absurd numbers, and never crashes`() throws {
    let whole = file(rule, [(0, 7200), (1_000_000_000, 3600)])
    for end in 0..<whole.count - 30 {
      let cut = Array(whole[..<end]) + Array("\n\(rule)\n".utf8)
      _ = try? zone(cut)
    }
    for place in 0..<whole.count - 30 {
      for byte: UInt8 in [0, 0x7F, 0x80, 0xFF] {
        var damaged = whole
        damaged[place] = byte
        if let clock = try? zone(damaged).clock { _ = clock.time(Timestamp(millisecondsSince1970: 0)) }
      }
    }
    #expect(throws: ZoneError.self) { try zone(file(rule, [(10, 3600), (5, 7200)])) }
  }

  @Test(arguments: ["../secret", "/etc/passwd", "Europe//Vaduz", "", "Europe/.hidden", "CET-1CEST,M3.5"])
  func `needs a name`(name: String) throws {
    #expect(throws: ZoneError.noName(name)) { try ZoneFile(of: name) }
  }

  @Test func `needs a file with a rule`() throws {
    let folder = try TemporaryFolder()
    for (name, bytes) in [
      ("Old", Array("TZif\0body\n".utf8)), ("Text", Array("Europe\n".utf8)), ("Empty", file("")), ("Odd", file("X")),
    ] { _ = try folder.write(name, bytes) }
    func path(_ name: String) -> String { folder.path("") + "/" + name }
    for name in ["Old", "Text", "Empty", "Odd"] {
      #expect(throws: ZoneError.noRule(name, path: path(name))) { try ZoneFile(of: name, in: folder.path("")) }
    }
    #expect(throws: ZoneError.noFile("Gone", path: path("Gone"))) { try ZoneFile(of: "Gone", in: folder.path("")) }
  }
}

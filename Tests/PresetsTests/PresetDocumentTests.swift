import Foundation
import Geodesy
import Moments
import Records
import TestSupport
import Testing
import Traces

@testable import Presets

struct PresetDocumentTests {
  private static let columns = "\n[columns]\nlat = \"Y\"\nlon = \"X\"\ntime = \"T\"\n"

  /// The rows of a text, read with a preset.
  private func rows(_ text: String, _ preset: String, adding change: (inout TraceReadingSettings) -> Void = { _ in })
    throws
    -> [String]
  {
    var settings = TraceReadingSettings()
    change(&settings)
    try Preset(parsing: preset, path: "mine.toml").apply(to: &settings)
    let reader = TraceReader(Array(text.utf8), path: "van.csv", settings: settings)
    var found: [String] = []
    while let item = reader.next() {
      switch item {
      case .refusal(let refusal): found.append("\(refusal.reason): \(refusal.message)")
      case .trace(let trace):
        found += trace.fixes.map { fix in
          fix.refusal?.rawValue ?? "\(trace.id) \(fix.time?.iso8601 ?? "-") \(fix.place?.latitude ?? 0)"
            + " \(fix.speed.map { "\(Int(($0 * 3.6).rounded()))" } ?? "-")"
        }
      }
    }
    return found
  }

  @Test func `a preset reads what it names and nothing else`() throws {
    let text = "id,T,Y,X,speed_kmh\nv1,2026-05-08T07:05:21Z,47.14,9.52,36\n"
    #expect(try rows(text, Self.columns) == ["van 2026-05-08T07:05:21Z 47.14 -"])
    #expect(
      try rows(text, Self.columns + "trace = \"id\"\nspeed = [\"velocity\", \"speed_kmh\"]\n")
        == ["v1 2026-05-08T07:05:21Z 47.14 36"])
  }

  @Test func `options of the user count more than the preset`() throws {
    let text = "T,Y,X,v\n2026-05-08T07:05:21Z,47.14,9.52,36\n"
    let preset = "speed-unit = \"km/h\"" + Self.columns + "speed = \"v\"\n"
    #expect(try rows(text, preset) == ["van 2026-05-08T07:05:21Z 47.14 36"])
    #expect(try rows(text, preset) { $0.speedUnit = .metresPerSecond } == ["van 2026-05-08T07:05:21Z 47.14 130"])
    #expect(
      try rows(text, preset) { $0.columns.byColumn[.speed] = .absent } == ["van 2026-05-08T07:05:21Z 47.14 -"])
  }

  @Test func `a file without a column that the preset needs is refused with the columns there are`() throws {
    let found = try rows("when,Y,X\n2026-05-08T07:05:21Z,47.14,9.52\n", Self.columns)
    #expect(found.count == 1)
    #expect(
      found[0].hasPrefix(
        "columns_unknown: the preset mine looks for the time in 'T', and the columns are 'when', 'Y', 'X': --columns "
          + "time=NAME names another"))
    let cured = try rows("when,Y,X\n2026-05-08T07:05:21Z,47.14,9.52\n", Self.columns) {
      $0.columns.byColumn[.time] = .name("when")
    }
    #expect(cured == ["van 2026-05-08T07:05:21Z 47.14 -"])
  }

  @Test func `numbers for what is unknown, words of bad rows and rows of other kinds are data`() throws {
    let preset = """
      speed-unit = "km/h"
      [columns]
      lat = "Y"
      lon = "X"
      time = "T"
      speed = "v"
      valid = "q"
      [unknown]
      speed = [99.9]
      [valid]
      bad = ["2", "lost"]
      [only]
      column = "kind"
      good = ["gps"]
      """
    let text = """
      kind,T,Y,X,v,q
      gps,2026-05-08T07:05:21Z,47.14,9.52,99.9,1
      gps,2026-05-08T07:05:22Z,47.15,9.52,36,Lost
      door,2026-05-08T07:05:23Z,,,,
      gps,2026-05-08T07:05:24Z,47.16,9.52,36,1
      """
    let found = try rows(text, preset).filter { !$0.contains("says 'Lost'") }
    #expect(
      found == ["van 2026-05-08T07:05:21Z 47.14 -", "invalid_fix", "van 2026-05-08T07:05:24Z 47.16 36"], "\(found)")
  }

  @Test(arguments: [
    ("speed-unti = \"km/h\"", "mine.toml:1: a preset has no key speed-unti. Did you mean speed-unit?"),
    ("speed-unit = \"furlongs\"", "mine.toml:1: speed-unit is one of m/s, km/h, mph"),
    ("[columns]\nlatt = \"Y\"", "mine.toml:2: there is no column latt. Did you mean lat?"),
    ("[unknown]\nspeed = [\"none\"]", "mine.toml:2: the values of unknown are numbers"),
    ("time-format = \"%Q\"", "mine.toml:1: time-format is '%Q' has %Q"),
    ("time-zone = \"Mars/Olympus\"", "mine.toml:1: time-zone: "),
    ("skip = \"few\"", "mine.toml:1: skip is a number of lines"),
    ("[colums]\nlat = \"Y\"", "mine.toml:2: a preset has the tables columns, unknown, valid and only, not colums"),
    ("about = \"nothing\"", "mine.toml: a preset has a table [columns], or items, or skip"),
    ("about = ", "mine.toml:1: "),
  ])
  func `a document that makes no sense is refused with its line`(text: String, sentence: String) throws {
    do throws(PresetError) {
      _ = try Preset(parsing: text, path: "mine.toml")
      Issue.record("it was read")
    } catch {
      #expect(error.description.hasPrefix(sentence), "\(error.description)")
    }
  }

  @Test func `a name that is neither a preset nor a file is refused with the nearest one`() {
    do throws(PresetError) {
      _ = try Preset(named: "tracar")
      Issue.record("it was read")
    } catch {
      #expect(
        error.description
          == "there is no preset and no file 'tracar'. Did you mean traccar? tracemill preset lists the presets")
    }
  }
}

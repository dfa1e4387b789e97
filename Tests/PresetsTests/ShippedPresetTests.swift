import Foundation
import Geodesy
import Moments
import Records
import TestSupport
import Testing
import Traces

@testable import Presets

private let folder = projectRoot.appending(path: "Tests/PresetsTests/Samples")
private let files = projectRoot.appending(path: "Sources/Presets/Files")

/// The sample of a preset as `trace time latitude longitude m/s degrees`; refused records as their reason.
func rows(of file: String, _ preset: Preset, clock: LocalClock? = nil, items path: String = "") -> [String] {
  items(of: file, preset, clock: clock, items: path).flatMap { item in
    switch item {
    case .refusal(let refusal): ["\(refusal.reason): \(refusal.message)"]
    case .trace(let trace): trace.fixes.filter { $0.refusal == nil }.map { text($0, of: trace.id) }
    }
  }
}

private func items(
  of file: String, _ preset: Preset, clock: LocalClock? = nil, items path: String = ""
) -> [TraceItem] {
  var settings = TraceReadingSettings()
  settings.clock = clock
  settings.items = JSONPath.names(path)
  preset.apply(to: &settings)
  let reader = TraceReader(path: file, settings: settings)
  var items: [TraceItem] = []
  while let item = reader.next() { items.append(item) }
  return items
}

private func text(_ fix: Fix, of trace: String) -> String {
  let place = fix.place.map { String(format: "%.6f %.6f", $0.latitude, $0.longitude) } ?? "?"
  let speed = fix.speed.map { String(format: "%.2f", $0) } ?? "-"
  let course = fix.bearing.map { String(format: "%.0f", $0) } ?? "-"
  return "\(trace) \(fix.time?.iso8601 ?? "-") \(place) \(speed) \(course)"
}

/// A sample that every preset with speeds and courses reads alike: 10 m/s to the east, and then 5 m/s to the south.
private func two(_ trace: String) -> [String] {
  [
    "\(trace) 2026-05-08T07:05:21Z 47.140000 9.520000 10.00 90",
    "\(trace) 2026-05-08T07:05:26Z 47.140000 9.521000 5.00 180",
  ]
}

struct ShippedPresetTests {
  private static let invalid = "invalid_fix: column "

  /// For each preset what its sample gives; of refusals the beginning.
  private static let expected: [String: [String]] = [
    "geolife": [
      "geolife 2026-05-08T07:05:21Z 47.140001 9.520001 - -",
      "geolife 2026-05-08T07:05:26Z 47.140101 9.520001 - -",
    ],
    "traccar": [
      "\(invalid)'valid' says 'false'", "7 2026-05-08T07:05:21Z 47.140000 9.520000 5.14 0",
      "8 2026-05-08T07:05:26Z 47.150000 9.530000 10.29 90",
    ],
    "owntracks": two("owntracks/anna/phone"),
    "flespi": [
      "\(invalid)'position.valid' says 'false'",
      "350000000000001 2026-05-08T07:05:21.500Z 47.140000 9.520000 10.00 90",
    ],
    "teltonika": [
      "\(invalid)'GPSelement.Satellites' says '0'", "350000000000002 2026-05-08T07:05:21Z 47.140000 9.520000 10.00 90",
    ],
    "wialon": two("wialon"), "wialon-wln": two("wialon-wln"),
    "samsara": [
      "281 2026-05-08T07:05:21Z 47.140000 9.520000 4.47 90", "281 2026-05-08T07:05:26Z 47.140000 9.521000 8.94 180",
      "282 2026-05-08T07:05:21Z 47.150000 9.530000 0.00 0",
    ],
    "navixy": ["\(invalid)'gsm_lbs' says 'true'", "navixy 2026-05-08T07:05:21Z 47.140000 9.520000 10.00 90"],
    "geotab": [
      "b1 2026-05-08T07:05:21Z 47.140000 9.520000 10.00 -", "b1 2026-05-08T07:05:26Z 47.140000 9.521000 5.00 -",
    ],
    "fit-csv": [
      "fit-csv 2026-05-08T07:05:21Z 47.140000 9.520000 10.00 -",
      "fit-csv 2026-05-08T07:05:26Z 47.140075 9.520073 5.00 -",
    ],
    "ais-marinecadastre": [
      "211000001 2026-05-08T07:05:21Z 47.620000 9.200000 5.14 90",
      "211000001 2026-05-08T07:05:31Z 47.620000 9.200000 - -", "211000001 2026-05-08T07:05:41Z 47.620000 9.200000 - -",
      "211000001 2026-05-08T07:05:51Z 47.620000 9.200000 5.14 -",
    ],
    "ais-denmark": [
      "bad_position: latitude 91.0 is outside", "211000001 2026-05-08T07:05:21Z 55.620000 12.200000 5.14 90",
    ],
    "google-timeline": [
      "google-timeline 2026-05-08T07:05:21Z 47.140000 9.520000 - -",
      "google-timeline 2026-05-08T07:05:26Z 47.140000 9.521000 - -",
    ],
    "google-timeline-ios": [
      "google-timeline-ios 2026-05-08T07:05:00Z 47.140000 9.520000 - -",
      "google-timeline-ios 2026-05-08T07:06:00Z 47.140000 9.521000 - -",
      "google-timeline-ios 2026-05-08T10:00:00Z 47.150000 9.530000 - -",
    ],
    "google-timeline-raw": [
      "google-timeline-raw 2026-05-08T07:05:21Z 47.140000 9.520000 10.00 -",
      "google-timeline-raw 2026-05-08T07:05:26Z 47.140000 9.521000 5.00 -",
    ],
    "google-takeout": [
      "-7 2026-05-08T07:05:21.123Z 47.140000 9.520000 10.00 90", "-7 2026-05-08T07:05:26.123Z 47.140000 9.521000 - -",
    ],
    "sumo": [
      "relative_times: times count from 0.00", "v0 1970-01-01T00:00:01Z 47.140000 9.520000 10.00 90",
      "v0 1970-01-01T00:00:02Z 47.140000 9.520100 5.00 180",
    ],
    "gtfs-rt": two("bus-3"), "mds-telemetry": two("d-1"), "rfms": two("VF1SAMPLE0000001"),
    "mds-trips": [
      "t-1 2026-05-08T07:05:21Z 47.140000 9.520000 - -", "t-1 2026-05-08T07:05:26Z 47.140000 9.521000 - -",
    ],
    "elasticsearch": [
      "van-1 2026-05-08T07:05:21Z 47.140000 9.520000 10.00 -", "van-1 2026-05-08T07:05:26Z 47.140000 9.521000 5.00 -",
    ],
    "ved": [
      "706 2017-11-01T12:00:00Z 42.277558 -83.698750 10.00 -",
      "706 2017-11-01T12:00:01.500Z 42.277558 -83.698650 5.00 -",
      "shared_trace_id: ", "9/706 2017-11-01T12:00:00Z 42.287558 -83.708750 10.00 -",
    ],
  ]

  @Test(arguments: Preset.shipped.map(\.name))
  func `a shipped preset reads its sample: ids, times in UTC, places, speeds in metres per second, courses`(
    name: String
  ) throws {
    let expected = try #require(Self.expected[name], "a preset has a sample and what it gives")
    let samples = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let sample = try #require(samples.first { $0.hasPrefix(name + ".") })
    let preset = try Preset(named: name)
    #expect(preset.about.count > 10)
    let found = rows(of: folder.appending(path: sample).path, preset)
    #expect(found.count == expected.count, "\(found)")
    for want in expected { #expect(found.contains { $0.hasPrefix(want) }, "no \(want) in \(found)") }
  }

  @Test(arguments: [
    (
      "ais-marinecadastre-2025.csv", "ais-marinecadastre", "",
      [
        "211000001 2026-05-08T07:05:21Z 47.620000 9.200000 5.14 90",
        "211000001 2026-05-08T07:05:31Z 47.620000 9.200000 - -",
      ]
    ),
    (
      "traccar-export.csv", "traccar", "",
      [
        "7 2026-05-08T07:05:21Z 47.140000 9.520000 5.14 90", "7 2026-05-08T07:05:26Z 47.140000 9.521000 10.29 180",
      ]
    ),
    (
      "gtfs-rt-labels.json", "gtfs-rt", "",
      [
        "11-3 2026-05-08T07:05:21Z 47.140000 9.520000 10.00 90", "11-4 2026-05-08T07:05:21Z 47.150000 9.530000 - -",
      ]
    ),
    (
      "geotab-feed.json", "geotab", "result.data",
      [
        "b1 2026-05-08T07:05:21Z 47.140000 9.520000 10.00 -", "b1 2026-05-08T07:05:26Z 47.140000 9.521000 - -",
      ]
    ),
  ])
  func `other forms of an exporter are read too, times of the user's zone with that zone`(
    file: String, preset: String, items: String, expected: [String]
  ) throws {
    // Of these only the export of Traccar has times that follow the zone.
    let zurich = try #require(LocalClock("+02:00"))
    let found = rows(of: folder.appending(path: file).path, try Preset(named: preset), clock: zurich, items: items)
    #expect(found == expected)
  }

  @Test(arguments: [
    ("traccar-export.csv", "traccar", [4, nil] as [Double?]), ("navixy.json", "navixy", [12]),
    ("mds-trips.json", "mds-trips", [20, 20]),
  ])
  func `accuracies are read in metres, and what stands for none is none`(
    file: String, preset: String, expected: [Double?]
  ) throws {
    let found = items(of: folder.appending(path: file).path, try Preset(named: preset)).flatMap { item -> [Double?] in
      guard case .trace(let trace) = item else { return [] }
      return trace.fixes.filter { $0.refusal == nil }.map(\.accuracy)
    }
    #expect(found == expected)
  }

  @Test(arguments: Preset.shipped.map(\.name))
  func `a shipped preset names its public source in a comment`(name: String) throws {
    let first = try Preset(named: name).text.split(separator: "\n").first
    #expect(first?.hasPrefix("# Source: ") == true)
  }

  @Test func `every file of presets is shipped under its name`() throws {
    let there = try FileManager.default.contentsOfDirectory(atPath: files.path).sorted()
    #expect(there == Preset.shipped.map { $0.name + ".toml" }.sorted())
    for shipped in Preset.shipped {
      let file = try String(contentsOf: files.appending(path: shipped.name + ".toml"), encoding: .utf8)
      #expect(String(decoding: shipped.text, as: UTF8.self) == file)
    }
  }

  @Test func `times that a preset calls UTC do not follow the clock of the place`() throws {
    let zurich = try #require(LocalClock("+02:00"))
    let file = folder.appending(path: "geolife.plt").path
    #expect(rows(of: file, try Preset(named: "geolife"), clock: zurich).first?.contains("T07:05:21Z") == true)
    let local = folder.appending(path: "navixy.json").path
    #expect(rows(of: local, try Preset(named: "navixy"), clock: zurich).last?.contains("T05:05:21Z") == true)
  }

  @Test(arguments: Preset.shipped.map(\.name))
  func `the page of presets lists every one of them`(name: String) throws {
    let page = try String(contentsOf: projectRoot.appending(path: "Documentation/Reading.md"), encoding: .utf8)
    #expect(page.contains("| `\(name)` |"))
  }
}

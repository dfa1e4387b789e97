import Geodesy
import RandomNumbers
import Testing

@testable import Traces

private func settings(_ names: String...) -> TraceReadingSettings {
  var settings = TraceReadingSettings()
  settings.keep = names
  return settings
}

extension ReadFile {
  /// For each trace the kept values of its fixes.
  fileprivate var kept: [[[String]]] {
    traces.map { trace in trace.fixes.map { fix in trace.kept?.texts(of: fix) ?? [] } }
  }
}

@Suite struct `Columns of the input` {
  private let table = #"""
    id,time,lat,lon,driver,customer
    van,2026-05-04T07:00:00Z,47.1000,9.5000,Anna,"Müller, ""Sons"""
    van,2026-05-04T07:00:10Z,47.1001,9.5000,Anna,
    bus,2026-05-04T07:00:00Z,47.2000,9.5000,,
    van,2026-05-04T07:00:20Z,47.1002,9.5000,Ben,"Müller, ""Sons"""
    bus,2026-05-04T07:00:10Z,47.2001,x,Cleo,7
    """#

  @Test func `are kept for each record, also a refused one`() {
    let file = ReadFile(table, as: "fleet.csv", settings("customer", "driver"))
    let sons = #"Müller, "Sons""#
    #expect(file.traces.map(\.id) == ["van", "bus"])
    #expect(file.kept == [[[sons, "Anna"], ["", "Anna"], [sons, "Ben"]], [["", ""], ["7", "Cleo"]]])
    #expect(file.traces[0].kept?.names == ["customer", "driver"])
    let summaries = file.traces.map { $0.kept?.summaries(of: $0.fixes) ?? [] }
    #expect(summaries[0] == [.init(first: sons, count: 1), .init(first: "Anna", count: 2)])
    #expect(summaries[1] == [.init(first: "7", count: 1), .init(first: "Cleo", count: 1)])
  }

  @Test func `are not kept if nobody asks`() {
    #expect(ReadFile(table, as: "fleet.csv").traces.allSatisfy { $0.kept == nil })
  }

  @Test func `may be those that are read as well`() {
    let file = ReadFile(table, as: "fleet.csv", settings("id", "lat"))
    #expect(file.kept[0].map(\.last) == ["47.1000", "47.1001", "47.1002"])
    #expect(file.kept[0].allSatisfy { $0[0] == "van" })
  }

  @Test func `have numbers in a file without a header`() {
    let rows = table.split(separator: "\n").dropFirst().joined(separator: "\n")
    var settings = settings("5")
    settings.columns = CSVColumnChoices("trace=1,time=2,lat=3,lon=4") ?? settings.columns
    #expect(ReadFile(rows, as: "fleet.csv", settings).kept[0] == [["Anna"], ["Anna"], ["Ben"]])
    settings.keep = ["driver"]
    let refused = ReadFile(rows, as: "fleet.csv", settings)
    #expect(refused.traces.isEmpty)
    #expect(
      refused.complaints == [
        "- kept_column_unknown: there is no 'driver' to --keep: the file has no header; columns are named by their "
          + "numbers, 1 to 6. The file was skipped."
      ])
  }

  @Test func `that do not exist are refused with the names that do`() {
    let file = ReadFile(table, as: "fleet.csv", settings("driver", "Driver"))
    #expect(file.traces.isEmpty)
    #expect(
      file.complaints == [
        "- kept_column_unknown: there is no 'Driver' to --keep: the names are 'id', 'time', 'lat', 'lon', 'driver', "
          + "'customer'. The file was skipped."
      ])
  }

  @Test(arguments: [
    ("a.gpx", "<gpx><trk><trkseg><trkpt lat=\"47\" lon=\"9\"/></trkseg></trk></gpx>"),
    ("a.nmea", "$GPRMC,070000,A,4708.000,N,00930.000,E,0.0,0.0,040526,,*14\n"),
  ])
  func `of formats without columns are refused`(name: String, text: String) {
    let file = ReadFile(text, as: name, settings("driver"))
    #expect(file.traces.isEmpty && file.counts == ["kept_column_unknown": 1])
  }

  @Test func `are the members of JSON`() {
    let rows = """
      {"id": "van", "ts": "2026-05-04T07:00:00Z", "location": {"lat": 47.1, "lon": 9.5}, "job": {"customer": 7}}
      {"id": "van", "ts": "2026-05-04T07:00:10Z", "location": {"lat": 47.2, "lon": 9.5}, "job": {"customer": null}}
      """
    let file = ReadFile(rows, as: "fleet.ndjson", settings("job.customer"))
    #expect(file.kept == [[["7"], [""]]])
    let refused = ReadFile(rows, as: "fleet.ndjson", settings("customer"))
    #expect(refused.traces.isEmpty && refused.counts == ["kept_column_unknown": 1])
    #expect(refused.complaints[0].contains("'job.customer'"))
  }

  @Test func `are the properties of lines of GeoJSON`() {
    func line(_ properties: String) -> String {
      #"{"type":"Feature","properties":{\#(properties)},"#
        + #""geometry":{"type":"LineString","coordinates":[[9.5,47.1],[9.5,47.2]]}}"#
    }
    let file = ReadFile(line(#""driver":"Anna""#) + "\n" + line(""), as: "fleet.geojsonl", settings("driver"))
    #expect(file.kept == [[["Anna"], ["Anna"]], [[""], [""]]])
    let refused = ReadFile(line(#""driver":"Anna""#), as: "fleet.geojson", settings("customer"))
    #expect(refused.traces.isEmpty && refused.counts == ["kept_column_unknown": 1])
  }

  @Test func `stay with their records through sorting, interleaving and temporary files`() {
    var random = SplitMix64(seed: 7)
    for bufferedRows in [1, 3, 1000] {
      let rows = (0..<200).map { number in
        let trace = Int.random(in: 0..<5, using: &random)
        let time = String(10 + (number * 37) % 50)
        let value = Int.random(in: 0..<40, using: &random)
        return "t\(trace),2026-05-04T07:\(time):\(time)Z,47.\(1000 + number),9.5,v\(value)-\(number)"
      }
      var settings = settings("note")
      settings.bufferSize = bufferedRows * MemoryLayout<Fix>.stride
      settings.rows = .interleaved
      let file = ReadFile("id,time,lat,lon,note\n" + rows.joined(separator: "\n"), as: "fleet.csv", settings)
      #expect(file.fixes.count == 200)
      for (trace, kept) in zip(file.traces, file.kept) {
        for (fix, texts) in zip(trace.fixes, kept) {
          #expect(rows[Int(fix.line) - 2].hasSuffix("," + texts[0]) && rows[Int(fix.line) - 2].hasPrefix(trace.id))
        }
      }
    }
  }

  @Test func `cost a fix no memory`() { #expect(MemoryLayout<Fix>.stride == 40) }
}

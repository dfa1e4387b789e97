import Testing

@testable import Traces

@Suite struct `A header in a comment` {
  @Test(arguments: [
    "#lat,lon,time\n", "# lat, lon, time\n", "# made by a logger\n# latitude, longitude, time\n",
    "sep=,\n#lat,lon,time\n",
    "## lat,lon,time\r\n", "\u{FEFF}#lat,lon,time\n",
  ])
  func `names the columns`(head: String) {
    let end = head.hasSuffix("\r\n") ? "\r\n" : "\n"
    let file = ReadFile(head + "47.1,9.5,2026-05-04T07:00:00Z\(end)47.2,9.5,2026-05-04T07:00:01Z\(end)")
    #expect(file.rows == ["2026-05-04T07:00:00Z 47.1 9.5", "2026-05-04T07:00:01Z 47.2 9.5"], "\(file.complaints)")
    #expect(file.fixes.map(\.line).first == UInt32(head.split(whereSeparator: \.isNewline).count + 1))
    #expect(file.refusals.isEmpty)
  }

  @Test func `decides which column is the latitude`() {
    let file = ReadFile("# lon;lat\n9.5123;47.1234\n9.6123;47.2234\n")
    #expect(file.rows == ["47.1234 9.5123", "47.2234 9.6123"])
  }

  @Test(arguments: [
    "# written by lat, lon\nlat,lon,time\n", "# lat,lon\nlat,lon,time\n", "#\nlat,lon,time\n",
    "# 1,2,3\nlat,lon,time\n",
  ])
  func `does not stand in for the one of the table`(head: String) {
    let file = ReadFile(head + "47.1,9.5,2026-05-04T07:00:00Z\n")
    #expect(file.rows == ["2026-05-04T07:00:00Z 47.1 9.5"] && file.refusals.isEmpty)
  }

  @Test func `with other fields than the rows is passed over`() {
    let file = ReadFile("# lat, lon\n2026-05-04T07:00:00Z,9.512,47.123\n2026-05-04T07:00:01Z,9.513,47.124\n")
    #expect(file.traces.isEmpty && file.counts.keys.sorted() == ["columns_unknown"])
  }
}

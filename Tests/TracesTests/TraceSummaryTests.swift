import Records
import Testing

@testable import Traces

struct TraceSummaryTests {
  private func summary(_ text: String, as path: String = "van.csv") -> TraceSummary {
    let reader = TraceReader(Array(text.utf8), path: path)
    var summary = TraceSummary(file: path)
    while let item = reader.next() { summary.add(item) }
    summary.format = reader.format
    summary.complete(with: reader.refusedByReason)
    return summary
  }

  private let table = """
    trip;time;lat;lon
    a;2026-01-02T03:04:05Z;47,5;9,5
    a;2026-01-02T03:04:07Z;-47,6;9,4
    b;2026-01-02T03:04:06Z;47,5;-0,0000001
    b;2026-01-02T03:04:16.5Z;481;9,5
    b;2026-01-02T03:04:16.5Z;47,5;9,5
    junk

    """

  @Test func `a table's summary reads at a glance`() {
    #expect(
      summary(table).text == """
        van.csv: CSV, semicolon, header; trace=trip lat=lat lon=lon time=time
          times: dates with a time of day
          2 traces, 5 fixes, every 2 s
          2026-01-02T03:04:05Z … 2026-01-02T03:04:16.500Z
          -47.6000000,-0.0000001 … 47.5000000,9.5000000
          refused: bad_position 1
          notices: bad_record 1

        """)
  }

  @Test func `the same as one line of JSON`() {
    #expect(
      summary(table).jsonLine == """
        {"file":"van.csv","format":"csv","delimiter":"semicolon","header":true,\
        "columns":{"lat":3,"lon":4,"time":2,"trace":1},"unused_columns":[],"coordinates":"degrees",\
        "time_format":"iso","local_times":false,\
        "traces":2,"fixes":5,"refused_fixes":{"bad_position":1},\
        "notices":{"bad_record":1},"begin_time":"2026-01-02T03:04:05.000Z","end_time":"2026-01-02T03:04:16.500Z",\
        "bbox":[-0.0000001,-47.6000000,9.5000000,47.5000000],"median_period_s":2}

        """)
  }

  @Test func `a file that was not read says only why`() {
    #expect(summary("", as: "a \"b\".gpx").text == "a \"b\".gpx: not read\n  notices: empty_file 1\n")
    #expect(
      summary("", as: "a \"b\"\n.gpx").jsonLine
        == "{\"file\":\"a \\\"b\\\"\\u000a.gpx\",\"traces\":0,\"fixes\":0,\"refused_fixes\":{},\"notices\":{\"empty_file\":1}}\n"
    )
  }

  @Test func `refusals beyond the limit told are counted`() {
    let summary = summary("trip,lat,lon\na,1,2\n" + String(repeating: "junk\n", count: 300))
    #expect(summary.notices == ["bad_record": 300])
    #expect(summary.refusedFixes == [:])
  }

  @Test(
    arguments: [
      ([100, 100, 250], 0.1), ([10_000, 60_000, 61_500], 60), ([3_600_000, 7_200_000, 7_200_000], 3600), ([994], 0.99),
    ] as [([Int], Double)])
  func `the median period is the middle one`(milliseconds: [Int], expected: Double) {
    var time = 1_767_225_600_000
    var text = "time,lat,lon\n\(time),1,2\n"
    for period in milliseconds {
      time += period
      text += "\(time),1,2\n"
    }
    #expect(summary(text).medianSamplingPeriod == expected)
  }
}

import Testing

@testable import Traces

@Suite struct `Polylines in a table` {
  private let porto = """
    "TRIP_ID","CALL_TYPE","ORIGIN_CALL","ORIGIN_STAND","TAXI_ID","TIMESTAMP","DAY_TYPE","MISSING_DATA","POLYLINE"
    "1372636858620000589","C","","",20000589,1372636858,"A","False","[[-8.618643,41.141412],[-8.618499,41.141376]]"
    "1372637303620000596","B","","7",20000596,1372637303,"A","True","[[-8.639847,41.159826],[-8.640351,41.159871]]"
    "1372636951620000320","C","","",20000320,1372636951,"A","False","[]"
    "8","C","","",1,1372636951,"A","False","[[-8.6,41.1],[200,41.1],[-8.6,41.2]]"
    "9","C","","",1,1372636951,"A","False","_p~iF~ps|U"

    """

  @Test func `are traces, with times only if their interval is known`() {
    var settings = TraceReadingSettings()
    settings.interval = 15
    let file = ReadFile(porto, as: "porto.csv", settings)
    #expect(
      file.traces.map { "\($0.id) \($0.namedVehicle ?? "-") \($0.fixes.count)" } == [
        "1372636858620000589 20000589 2", "1372637303620000596 20000596 2", "8 1 3",
      ])
    #expect(
      file.rows == [
        "2013-07-01T00:00:58Z 41.141412 -8.618643", "2013-07-01T00:01:13Z 41.141376 -8.618499",
        "41.159826 -8.639847", "41.159871 -8.640351",
        "2013-07-01T00:02:31Z 41.1 -8.6", "bad_position", "2013-07-01T00:03:01Z 41.2 -8.6",
      ])
    #expect(file.fixes.map(\.line) == [2, 2, 3, 3, 5, 5, 5])
    #expect(file.counts == ["no_interval": 1, "empty_segment": 1, "bad_position": 1, "bad_record": 1])
  }

  @Test func `have no times without an interval, and say so once`() {
    let file = ReadFile(porto, as: "porto.csv")
    #expect(file.traces.count == 3 && file.fixes.allSatisfy { $0.time == nil })
    #expect(file.counts["no_interval"] == 1)
  }

  @Test func `take the interval of a column`() {
    let file = ReadFile("id;polyline;time;interval\n7;[[9.5,47.1],[9.6,47.1]];2026-05-04T07:00:00Z;2.5\n")
    #expect(file.rows == ["2026-05-04T07:00:00Z 47.1 9.5", "2026-05-04T07:00:02.500Z 47.1 9.6"])
  }
}

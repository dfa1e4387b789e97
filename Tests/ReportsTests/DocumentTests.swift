import Foundation
import Geodesy
import Matching
import RoadGraph
import TestSupport
import Testing
import Trips

@testable import Reports

@Suite struct DocumentTests {
  let sketch: RoadSketch
  let report: TripReport

  init() throws {
    sketch = try ReportDrawing.sketch()
    report = ReportDrawing.report(on: sketch)
  }

  @Test func `the table of points has a row for every fix, readable or not`() throws {
    #expect(
      try written([report], .csv, [.points]) == """
        trip_id,trace_id,vehicle,index,time,lat,lon,status,reason,matched_lat,matched_lon,edge,way,offset_m,distance_m,\
        confidence,wrong_way,speed_mps,bearing_deg,line,runner_up_edge,runner_up_confidence,altitude_m
        van-1,van-1,,0,2026-01-01T00:00:00.000Z,47.5000000,9.5002655,matched,,47.5000000,9.5002655,\(edge("AB")),1,20.00,\
        0.13,0.9877,false,12.35,90.0,2,\(edge("BC")),0.0123,
        van-1,van-1,,1,2026-01-01T00:00:02.500Z,47.4998201,9.5005309,matched,,47.4998201,9.5005309,\(edge("BC")),1,\
        20.00,0.13,0.9877,false,,,3,,,
        van-1,van-1,,2,2026-01-01T00:00:05.000Z,47.4996402,9.5007964,matched,,47.4996402,9.5007964,\(edge("CD")),2,20.00,\
        0.13,0.9877,false,0.00,,4,,,
        van-1,van-1,,3,2026-01-01T00:00:07.500Z,,,rejected,bad_position,,,,,,,,,,,5,,,
        van-1,van-1,,4,2026-01-01T00:00:10.000Z,47.4998201,9.5013273,off_road,no_road_near,,,,,,,,,,,6,,,

        """)
  }

  @Test func `the table of edges tells the road`() throws {
    let records = csvRecords(try written([report], .csv, [.edges]))
    let name = try #require(records[0].firstIndex(of: "name"))
    #expect(records[1][name..<(name + 6)] == ["High \"Street\", old", "B 1", "residential", nil, nil, nil])
    #expect(records[3][name..<(name + 6)] == ["CD Street", nil, "residential", nil, nil, "bridge toll"])
  }

  @Test(
    arguments: [
      (SpeedLimit(kmh: 50, source: .tag), ["50", "tag"]),
      (SpeedLimit(kmh: 30, source: .defaultOfClass), ["30", "default"]),
      (SpeedLimit(kmh: nil, source: .tag), [nil, "tag"]), (nil, [nil, nil]),
    ] as [(SpeedLimit?, [String?])])
  func `a road without limit differs from one whose limit is unknown`(limit: SpeedLimit?, fields: [String?]) throws {
    let sketch = try ReportDrawing.sketch { network in
      for segment in network.segments.indices { network.segments[segment].forward.speedLimit = limit }
    }
    let records = csvRecords(try written([ReportDrawing.report(on: sketch)], .csv, [.edges]))
    let column = try #require(records[0].firstIndex(of: "speed_limit_kmh"))
    #expect(Array(records[1][column...(column + 1)]) == fields)
  }

  @Test func `an edge driven against its way's order has its nodes in the order driven`() throws {
    let report = ReportDrawing.report(on: sketch) { $0.edges[0].stretch.edge = sketch.edge("BA") }
    let row = try jsonObject(try #require(try written([report], .ndjson, [.edges]).split(separator: "\n").first))
    #expect(row["direction"] as? String == "backward")
    #expect(row["from_node"] as? Int == 2)
    #expect(row["to_node"] as? Int == 1)
  }

  @Test func `the trip document begins with its schema and groups what belongs together`() throws {
    let document = try written([report], .ndjson)
    let head = try #require(document.split(separator: ",\"points\":").first)
    func coordinates(of digit: Character, _ name: String) -> String {
      let place = sketch.place(digit)
      let (latitude, longitude) = (
        String(format: "%.7f", place.latitude), String(format: "%.7f", place.longitude)
      )
      return #""\#(name)_lat":\#(latitude),"\#(name)_lon":\#(longitude)"#
    }
    #expect(
      head == """
        {"schema":"tracemill/trip/1","trip_id":"van-1","trace_id":"van-1",\
        "source":{"file":"vans.gpx","track":1,"segment":2,"part":null,"begun_by":null,"split_by":null},\
        "map":{"id":"sketch","version":"\(sketch.graph.version)","data_time":null},\
        "mode":"car","status":"partial","reason":"off_road",\
        "summary":{"fixes":5,"matched":3,"dropped_by_reason":{"bad_position":1,"no_road_near":1},\
        "begin_time":"2026-01-01T00:00:00.000Z","end_time":"2026-01-01T00:00:10.000Z","duration_s":10.000,"length_m":80.00,\
        "wrong_way_length_m":0.00,"coverage":0.7500,"confidence":0.9877,"legs":1,"gaps":0,"stops":0,"edges":3,\
        "maneuvers":1,"events":2,"speeding_suppressed":{},\(coordinates(of: "1", "origin")),\
        \(coordinates(of: "3", "destination")),"idle_time_s":0.000,"moving_time_s":5.000,"mean_speed_mps":16.00,\
        "top_speed_mps":16.00},"vehicle":null,"track_name":null
        """)
    #expect(document.hasSuffix("}]}\n"))
    #expect(document.split(separator: "\n").count == 1)
  }

  @Test func `events and maneuvers stand in the document without the ids of the trip`() throws {
    let document = try written([report], .ndjson)
    let stop = """
      {"seq":1,"type":"stop","begin_time":"2026-01-01T00:00:05.000Z","end_time":"2026-01-01T00:00:05.000Z",\
      "lat":47.4996402,"lon":9.5007964,"edge":\(edge("CD")),"way":2,"length_m":0.00,"confidence":0.5000,\
      "detail":null,"edge_seq":2,"first_fix":2,"last_fix":2,"rule":null,"rule_id":null,"rule_doubtful":null,\
      "place":null}
      """
    let turn = """
      "maneuvers":[{"seq":0,"type":"turn","modifier":"right","exit":null,"lat":47.5000000,"lon":9.5005309,\
      "time":"2026-01-01T00:00:02.500Z","distance_m":20.00,"duration_s":1.250,"road":"High Street","next_road":null,\
      "instruction":"Turn right.","short":"Right",\
      "spoken":"Turn right.","shields":null,"edge_seq":1,"next_m":0.00,"next_s":null,"angle_deg":null,\
      "bearing_before_deg":null,"bearing_after_deg":null,"junctions_passed":0,"next_ref":null,"exit_name":null,\
      "destinations":null,"destination_refs":null,"lanes":null}]
      """
    #expect(document.contains(stop))
    #expect(document.contains(turn))
  }

  @Test(arguments: [0, 1, 3])
  func `JSON is one array of the documents of NDJSON`(count: Int) throws {
    let reports = (0..<count).map { ReportDrawing.report(on: sketch, traceID: "van-\($0)") }
    let array = try #require(try json(try written(reports, .json)) as? [[String: Any]])
    let lines = try written(reports, .ndjson).split(separator: "\n")
    #expect(array.count == count)
    #expect(lines.count == count)
    for (one, line) in zip(array, lines) { #expect(NSDictionary(dictionary: one).isEqual(to: try jsonObject(line))) }
  }

  @Test func `ways beyond 2⁵³ keep every digit`() throws {
    let sketch = try ReportDrawing.sketch { $0.ways[0].id = WayID(9_007_199_254_740_993) }
    let report = ReportDrawing.report(on: sketch)
    #expect(try written([report], .ndjson, [.points]).contains(#""way":"9007199254740993""#))
    #expect(try written([report], .csv, [.points]).contains(",9007199254740993,"))
  }

  @Test func `a trip of which nothing could be read has its points and nothing else`() throws {
    let report = ReportDrawing.unreadable(on: sketch, fixes: 3)
    let document = try jsonObject(try written([report], .ndjson))
    #expect(
      (document["points"] as? [[String: Any]])?.map { $0["status"] as? String }
        == Array(repeating: "rejected", count: 3))
    for name in ["edges", "maneuvers", "events"] { #expect((document[name] as? [Any])?.isEmpty == true) }
    #expect(document["status"] as? String == "rejected")
  }

  @Test func `a trip without fixes is still a row of trips`() throws {
    let report = ReportDrawing.unreadable(on: sketch, fixes: 0)
    #expect(csvRecords(try written([report], .csv, [.trips])).count == 2)
    #expect(csvRecords(try written([report], .csv, [.points])).count == 1)
    #expect((try jsonObject(try written([report], .ndjson))["points"] as? [Any])?.isEmpty == true)
  }

  @Test(arguments: ReportFormat.ofText)
  func `any id survives every format`(format: ReportFormat) throws {
    let id = "a\"b,c\n<d>&\u{1}é"
    let report = ReportDrawing.report(on: sketch, traceID: id)
    let text = try written([report], format, format == .csv ? [.trips] : [])
    switch format {
    case .csv: #expect(csvRecords(text)[1][0] == id)
    case .ndjson: #expect(try jsonObject(text)["trip_id"] as? String == id)
    case .json: #expect((try json(text) as? [[String: Any]])?.first?["trace_id"] as? String == id)
    case .geojson: #expect(text.contains(#""trip_id":"a\"b,c\n<d>&\u0001é""#))
    case .gpkg, .html, .arrow: Issue.record("no text of rows")
    case .gpx: #expect(text.contains("<name>a&quot;b,c&#10;&lt;d&gt;&amp;\u{FFFD}é</name>"))
    }
  }

  private func edge(_ letters: String) -> Int { sketch.edge(letters).index }
}

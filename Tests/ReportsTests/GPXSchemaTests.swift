import Foundation
import Geodesy
import Matching
import TestSupport
import Testing
import Trips

@testable import Reports

@Suite struct `GPX by its schema` {
  private static func document(_ content: String, attributes: String = #"version="1.1" creator="x""#) -> String {
    #"<gpx \#(attributes) xmlns="http://www.topografix.com/GPX/1/1">\#n\#(content)\#n</gpx>"#
  }

  private static func track(_ points: String) -> String { document("<trk><trkseg>\(points)</trkseg></trk>") }

  @Test(arguments: [
    document(""), document("<metadata><name>a</name><time>2026-01-01T00:00:00.25Z</time></metadata>"),
    document("<trk><name/><desc>a</desc><src>b</src><number>1</number><type>c</type><trkseg/></trk><trk/>"),
    track(#"<trkpt lat="90" lon="-180"><ele>-1.5</ele><time>2024-02-29T23:59:59Z</time></trkpt>"#),
    track(#"<trkpt lat="-.5" lon="179.9999999"><extensions><a xmlns="b">c</a></extensions></trkpt>"#),
  ])
  func `a valid document has no fault`(document: String) {
    #expect(gpxFaults(Data(document.utf8)) == [])
  }

  @Test(
    arguments: [
      ("<kml/>", "line 1: kml is not in the namespace of GPX 1.1; line 1: the first element is kml"),
      (document("", attributes: #"version="1.0""#), "line 1: gpx has no creator; line 1: version is 1.0"),
      (document("<trk/><wpt lat=\"1\" lon=\"1\"/>"), "line 2: wpt stands behind trk"),
      (document("<trk><desc/><name/></trk>"), "line 2: name stands behind desc"),
      (document("<trk><name/><name/></trk>"), "line 2: name occurs twice in trk"),
      (document("<trk><trkseg/><type/></trk>"), "line 2: type stands behind trkseg"),
      (document("<trk><trkpt lat=\"1\" lon=\"1\"/></trk>"), "line 2: trk cannot hold trkpt"),
      (document("text"), "line 3: gpx holds text"),
      (track("<trkpt lat=\"1\"/>"), "line 2: trkpt has no lon"),
      (track("<trkpt lat=\"1\" lon=\"1\" speed=\"1\"/>"), "line 2: trkpt cannot have speed"),
      (track("<trkpt lat=\"90.1\" lon=\"180\"/>"), "line 2: lat is 90.1; line 2: lon is 180"),
      (track("<trkpt lat=\"1e1\" lon=\"nan\"/>"), "line 2: lat is 1e1; line 2: lon is nan"),
      (
        track("<trkpt lat=\"1\" lon=\"1\"><time/><ele>1</ele></trkpt>"),
        "line 2: time is ; line 2: ele stands behind time"
      ),
      (
        track("<trkpt lat=\"1\" lon=\"1\"><time>2026-02-29T00:00:00Z</time></trkpt>"),
        "line 2: time is 2026-02-29T00:00:00Z"
      ),
      (
        track("<trkpt lat=\"1\" lon=\"1\"><time>2026-02-01 00:00:00Z</time></trkpt>"),
        "line 2: time is 2026-02-01 00:00:00Z"
      ),
    ])
  func `each fault is found`(document: String, faults: String) {
    #expect(gpxFaults(Data(document.utf8)).joined(separator: "; ") == faults)
  }

  @Test(arguments: ["", "<gpx", "text", "<gpx></kml>", document("<trk>"), document("&nothing;"), document("<a></b>")])
  func `what is not well formed is told`(document: String) {
    #expect(gpxFaults(Data(document.utf8)).last == "it is not well formed")
  }

  @Test func `reports of every kind of trip are valid`() throws {
    let sketch = try ReportDrawing.sketch()
    let reports = [
      ReportDrawing.report(on: sketch), ReportDrawing.report(on: sketch, traceID: "<&\"\u{0}\r>", adjust: withTwoLegs),
      ReportDrawing.unreadable(on: sketch, fixes: 2),
    ]
    #expect(gpxFaults(Data(try written(reports, .gpx).utf8)) == [])
    #expect(gpxFaults(Data(try written([], .gpx).utf8)) == [])
  }

  @Test func `a place on the antimeridian is at -180, since the schema ends before 180`() throws {
    let report = ReportDrawing.report(on: try ReportDrawing.sketch()) { trip in
      trip.matched.fixes[1].position?.place = Place(latitudeE7: 0, longitudeE7: 1_800_000_000)
    }
    let text = try written([report], .gpx)
    #expect(gpxFaults(Data(text.utf8)) == [] && text.contains(#"lat="0.0000000" lon="-180.0000000""#))
  }
}

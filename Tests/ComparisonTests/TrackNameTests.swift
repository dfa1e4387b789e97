import Testing

@testable import Comparison

@Suite struct `The names of GPX tracks` {
  private func names(_ text: String) -> [String]? { trackNames(in: Array("<gpx>\(text)</gpx>".utf8)) }

  @Test func `are those of all tracks, without escapes`() {
    #expect(
      names(
        """
        <metadata><name>file</name></metadata>
        <trk><name>a&amp;b&#10;&lt;c&gt;&#xE9;</name><trkseg><trkpt lat="1" lon="2"><name>p</name></trkpt></trkseg></trk>
        <trk>
          <desc>x</desc><name><![CDATA[ <van> ]]></name>
        </trk>
        """) == ["a&b\n<c>é", "<van>"])
  }

  @Test(arguments: [
    "", "<trk><trkseg><trkpt lat=\"1\" lon=\"2\"><name>p</name></trkpt></trkseg></trk>", "<trk><name/></trk>",
    "<trk><name>a</name></trk><trk><desc>b</desc></trk>", "<trk><name>a</name></trk><trk><name>a</name></trk>",
    "<trk><name> </name></trk>", "<trk><name>a",
  ])
  func `are none unless each track has one of its own`(text: String) { #expect(names(text) == nil) }

  @Test func `pair the tracks of two files, whatever their order`() throws {
    func track(_ name: String, _ longitude: Double) -> String {
      let points = (0..<5).map { "<trkpt lat=\"\(47 + Double($0) / 1000)\" lon=\"\(longitude)\"/>" }
      return "<trk><name>\(name)</name><trkseg>\(points.joined())</trkseg></trk>"
    }
    let comparison = try compared(
      "<gpx>\(track("a", 9))\(track("b", 9.1))</gpx>", "<gpx>\(track("b", 9.1))\(track("c", 9.2))\(track("a", 9))</gpx>"
    )
    #expect(comparison.traces.map(\.id) == ["a", "b", "c"])
    #expect(comparison.traces.prefix(2).allSatisfy { $0.overlap.correctFraction == 1 })
  }
}

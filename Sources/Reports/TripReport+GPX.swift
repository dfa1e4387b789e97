internal import Geodesy
internal import Moments
package import Records
internal import RoadGraph
internal import Traces
internal import Trips

extension TripReport {
  /// A GPX track: one segment per leg with the matched fixes and their times, and between them the bends of the road,
  /// without times.
  ///
  /// - Source: GPX 1.1, https://www.topografix.com/GPX/1/1/gpx.xsd (order of elements in `trkType`).
  package func writeGPX(to bytes: inout ByteWriter) {
    bytes.text("<trk>\n<name>")
    bytes.xmlText(trace.id)
    bytes.text("</name>\n<desc>")
    bytes.xmlText(tripID)
    bytes.text("</desc>\n<src>")
    bytes.xmlText(trace.source.file)
    bytes.text("</src>\n<type>")
    bytes.xmlText(mode.name)
    bytes.text("</type>\n")
    for leg in trip.legs.indices { writeSegment(ofLeg: leg, to: &bytes) }
    bytes.text("</trk>\n")
  }

  private func writeSegment(ofLeg leg: Int, to bytes: inout ByteWriter) {
    bytes.text("<trkseg>\n")
    for point in timedCourse(ofLeg: leg) {
      bytes.trackPoint(place: point.place, time: point.time?.rounded(to: timeStep ?? 1))
    }
    bytes.text("</trkseg>\n")
  }
}

extension ByteWriter {
  fileprivate mutating func trackPoint(place: Place, time: Timestamp?) {
    text("<trkpt lat=\"")
    fixed(Int64(place.latitudeE7), places: 7)
    text("\" lon=\"")
    // The schema's longitudes end before 180, which is the same meridian as -180.
    let longitude = place.longitudeE7 == 1_800_000_000 ? -1_800_000_000 : place.longitudeE7
    fixed(Int64(longitude), places: 7)
    if let time, Timestamp.writable.contains(time) {
      text("\"><time>")
      self.time(time)
      text("</time></trkpt>\n")
    } else {
      text("\"/>\n")
    }
  }
}

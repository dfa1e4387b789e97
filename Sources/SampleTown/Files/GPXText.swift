internal import Geodesy
internal import Moments
internal import Traces

/// A GPX 1.1 file with one track of one or more segments.
///
/// - Source: the schema at http://www.topografix.com/GPX/1/1.
func gpxText(track name: String, segments: [[NotedFix]]) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <gpx version="1.1" creator="sample-town" xmlns="http://www.topografix.com/GPX/1/1">
    <trk>
      <name>\(escaped(name))</name>
  \(segments.map(segmentText).joined(separator: "\n"))
    </trk>
  </gpx>

  """
}

private func segmentText(_ fixes: [NotedFix]) -> String {
  let points = fixes.map { fix in
    #"      <trkpt lat="\#(fix.place.latitudeText)" lon="\#(fix.place.longitudeText)">"#
      + "<time>\(fix.time.iso8601)</time></trkpt>"
  }
  return (["    <trkseg>"] + points + ["    </trkseg>"]).joined(separator: "\n")
}

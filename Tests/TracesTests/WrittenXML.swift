/// Writes GPX, KML and TCX.
struct WrittenXML {
  private let choices: WrittenChoices
  /// Between elements.
  private let gap: String
  private let head: String

  init(_ choices: WrittenChoices) {
    self.choices = choices
    gap = choices.isCompact ? "" : "\n  "
    // A document in UTF-16 would contradict a declaration of UTF-8.
    head = choices.variant % 2 == 0 ? "" : "<?xml version=\"1.0\"?>\n"
  }

  private func element(_ name: String, _ text: String) -> String { "<\(name)>\(text)</\(name)>\(gap)" }

  // MARK: GPX

  func gpx(_ traces: [[WrittenTable.Row]]) -> String {
    let prefix = choices.hasPrefix ? "g:" : ""
    let space = choices.hasPrefix ? "xmlns:g" : "xmlns"
    let isOld = choices.variant % 3 == 0
    let version = isOld ? "1.0" : "1.1"
    // What says nothing of the drive.
    let extras =
      choices.hasExtras
      ? "<\(prefix)wpt lat=\"1\" lon=\"2\"><\(prefix)time>2020-01-01T00:00:00Z</\(prefix)time></\(prefix)wpt>\(gap)"
        + "<\(prefix)rte><\(prefix)rtept lat=\"3\" lon=\"4\"/></\(prefix)rte><!-- <trkpt lat=\"5\" lon=\"6\"/> -->"
      : ""
    let segments = traces.map { rows in
      "<\(prefix)trkseg>" + choices.ordered(rows).map { point($0, prefix, isOld) }.joined() + "</\(prefix)trkseg>"
    }
    let tracks =
      choices.variant % 4 == 0
      ? ["<\(prefix)trk>\(segments.joined(separator: gap))</\(prefix)trk>"]
      : segments.map { "<\(prefix)trk>" + element("\(prefix)name", "a &amp; b &#233;") + $0 + "</\(prefix)trk>" }
    return head + "<\(prefix)gpx version=\"\(version)\" \(space)=\"http://www.topografix.com/GPX/"
      + (isOld ? "1/0" : "1/1") + "\">\(gap)\(extras)\(tracks.joined(separator: gap))</\(prefix)gpx>\n"
  }

  private func point(_ row: WrittenTable.Row, _ prefix: String, _ isOld: Bool) -> String {
    let (lat, lon) = (choices.degrees(row.latitude), choices.degrees(row.longitude))
    let quote = choices.variant % 5 == 0 ? "'" : "\""
    let places = ["lat=\(quote)\(lat)\(quote)", "lon=\(quote)\(lon)\(quote)"]
    let attributes = (choices.variant % 2 == 0 ? places : places.reversed()).joined(separator: " ")
    var text = "<\(prefix)trkpt \(attributes)>\(gap)"
    if choices.hasAltitude { text += element("\(prefix)ele", "430.5") }
    text += element("\(prefix)time", choices.iso(row))
    if choices.hasSpeed { text += speed(row, prefix, isOld) }
    return text + "</\(prefix)trkpt>\(gap)"
  }

  private func speed(_ row: WrittenTable.Row, _ prefix: String, _ isOld: Bool) -> String {
    let speed = decimal(row.speed, 3, false)
    if isOld { return element("\(prefix)speed", speed) }
    return "<\(prefix)extensions>" + "<t:speed xmlns:t=\"x\">\(speed)</t:speed>" + "</\(prefix)extensions>\(gap)"
  }

  // MARK: KML

  func kml(_ traces: [[WrittenTable.Row]]) -> String {
    let tracks = traces.map { track(choices.ordered($0)) }
    let marks =
      choices.variant % 4 == 0
      ? ["<Placemark><gx:MultiTrack>\(tracks.joined(separator: gap))</gx:MultiTrack></Placemark>"]
      : tracks.map { "<Placemark>" + element("name", "x") + $0 + "</Placemark>" }
    let extras = choices.hasExtras ? "<Placemark><Point><coordinates>1,2,3</coordinates></Point></Placemark>" : ""
    return head + "<kml xmlns=\"http://www.opengis.net/kml/2.2\" xmlns:gx=\"http://www.google.com/kml/ext/2.2\">"
      + "\(gap)<Document>\(extras)\(marks.joined(separator: gap))</Document></kml>\n"
  }

  private func track(_ rows: [WrittenTable.Row]) -> String {
    let times = rows.map { element("when", choices.iso($0)) }
    let places = rows.map { row in
      let altitude = choices.hasAltitude ? " 430.5" : ""
      return element("gx:coord", "\(choices.degrees(row.longitude)) \(choices.degrees(row.latitude))\(altitude)")
    }
    let body =
      choices.variant % 3 == 0
      ? zip(times, places).map { $0 + $1 }.joined() : times.joined() + places.joined()
    let arrays =
      choices.hasExtras
      ? "<ExtendedData><SchemaData><gx:SimpleArrayData name=\"when\"><gx:value>7</gx:value></gx:SimpleArrayData>"
        + "</SchemaData></ExtendedData>" : ""
    return "<gx:Track>\(gap)\(body)\(arrays)</gx:Track>"
  }

  // MARK: TCX

  func tcx(_ traces: [[WrittenTable.Row]]) -> String {
    let prefix = choices.hasPrefix ? "n:" : ""
    let space = choices.hasPrefix ? "xmlns:n" : "xmlns"
    let activities = traces.map { activity(choices.ordered($0), prefix) }
    return head + "<\(prefix)TrainingCenterDatabase \(space)="
      + "\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\">\(gap)"
      + "<\(prefix)Activities>\(activities.joined(separator: gap))</\(prefix)Activities>"
      + "</\(prefix)TrainingCenterDatabase>\n"
  }

  private func activity(_ rows: [WrittenTable.Row], _ prefix: String) -> String {
    // A lap in the middle ends no trace.
    let laps = choices.variant % 2 == 0 ? [rows[...]] : [rows[..<5], rows[5...]]
    let texts = laps.map { lap in
      "<\(prefix)Lap StartTime=\"2020-01-01T00:00:00Z\">" + element("\(prefix)TotalTimeSeconds", "9")
        + "<\(prefix)Track>\(lap.map { trackpoint($0, prefix) }.joined())</\(prefix)Track></\(prefix)Lap>"
    }
    return "<\(prefix)Activity Sport=\"Other\">" + element("\(prefix)Id", "2020-01-01T00:00:00Z") + texts.joined()
      + "</\(prefix)Activity>"
  }

  private func trackpoint(_ row: WrittenTable.Row, _ prefix: String) -> String {
    let parts = [
      element("\(prefix)Time", choices.iso(row)),
      "<\(prefix)Position>" + element("\(prefix)LatitudeDegrees", choices.degrees(row.latitude))
        + element("\(prefix)LongitudeDegrees", choices.degrees(row.longitude)) + "</\(prefix)Position>",
      choices.hasAltitude ? element("\(prefix)AltitudeMeters", "430.5") : "",
      choices.hasExtras ? "<\(prefix)HeartRateBpm><\(prefix)Value>140</\(prefix)Value></\(prefix)HeartRateBpm>" : "",
      choices.hasSpeed
        ? "<\(prefix)Extensions><x:TPX xmlns:x=\"x\"><x:Speed>\(decimal(row.speed, 3, false))</x:Speed></x:TPX>"
          + "</\(prefix)Extensions>" : "",
    ]
    return "<\(prefix)Trackpoint>\(gap)\(parts.joined())</\(prefix)Trackpoint>\(gap)"
  }
}

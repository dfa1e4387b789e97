internal import Geodesy
internal import Moments
internal import Storage

/// Turns the elements of a KML document into traces: each `gx:Track`, and each `LineString`, which has no times.
///
/// The first `when` of a track belongs to its first `gx:coord`, and so on. A track with more of one than of the other
/// is refused, since nobody knows which are missing, except at the end of a document that was cut short.
final class KMLContent: XMLContent {
  private var tracks: XMLTracks
  private var depth = 0
  private var track: Track?
  private var trackDepth = 0
  private var lineDepth: Int?
  private var field: Field?
  private var fieldDepth = 0
  private var fieldLine = 0
  private var fieldText: [UInt8] = []
  private var damage: String?
  private var points = 0
  private let longestField = 256

  private enum Field: Equatable { case when, coord, coordinates, name }
  private var placemarkDepth: Int?

  private struct Entry {
    var text: [UInt8]
    var line: Int
    var flaw: String?
  }

  private struct Track {
    let line: Int
    var times: [Entry] = []
    var places: [Entry] = []
  }

  override init(source: String, settings: TraceReadingSettings) {
    tracks = XMLTracks(source: source, settings: settings)
    super.init(source: source, settings: settings)
  }

  override var format: TraceFileFormat { XMLContent.format("kml", "KML") }
  override var rootName: String { "kml" }
  override var resumptions: [String] { ["kml", "placemark", "multitrack", "track", "linestring"] }
  override var hasTraces: Bool { tracks.found > 0 }

  // MARK: What the parser meets

  override func begin(_ element: borrowing XMLElement) {
    depth += 1
    let line = element.line
    switch String(decoding: [UInt8](copying: element.spelled), as: UTF8.self) {
    case "Placemark":
      endAll(isCut: true)
      tracks.beginTrack()
      placemarkDepth = depth
    case "name" where placemarkDepth == depth - 1: begin(.name, line: line)
    case "Track":
      endAll(isCut: true)
      tracks.beginPart()
      track = Track(line: line)
      trackDepth = depth
    case "LineString":
      endAll(isCut: true)
      tracks.beginPart()
      lineDepth = depth
    case "Point": points += 1
    case "when" where track != nil: begin(.when, line: line)
    case "coord" where track != nil: begin(.coord, line: line)
    case "coordinates" where lineDepth != nil: begin(.coordinates, line: line)
    default: break
    }
  }

  private func begin(_ field: Field, line: Int) {
    guard self.field == nil else { return }
    self.field = field
    fieldDepth = depth
    fieldLine = line
    fieldText.removeAll(keepingCapacity: true)
  }

  override func text(_ text: Span<UInt8>) {
    if field == nil { return }
    for index in 0..<text.count {
      let byte = text[index]
      if field == .coordinates, byte <= 0x20 {
        endTuple()
        if byte == 0x0A { fieldLine += 1 }
      } else if fieldText.count < longestField {
        fieldText.append(byte)
      }
    }
  }

  override func end() {
    if field != nil && depth == fieldDepth { endField() }
    if track != nil && depth == trackDepth { endTrack(isCut: false) }
    if lineDepth == depth { endLine() }
    depth -= 1
  }

  override func meetDamage(_ message: String) {
    if field != nil && damage == nil { damage = "the XML is damaged: \(message)" }
  }

  override func resume() {
    endAll(isCut: true)
    depth = 0
    placemarkDepth = nil
  }

  override func finish(isDamaged: Bool) {
    endAll(isCut: isDamaged)
    guard !isDamaged, tracks.found == 0, !isStopped else { return }
    items.note(
      .noTrack, points > 0 ? "the file has places but no track and no line." : "the file has no track and no line.")
  }

  private func endAll(isCut: Bool) {
    if isCut, field != nil, damage == nil { damage = "the XML is cut short" }
    if field != nil { endField() }
    endTrack(isCut: isCut)
    endLine()
  }

  // MARK: Fields

  private func endField() {
    defer {
      field = nil
      damage = nil
      fieldText.removeAll(keepingCapacity: true)
    }
    let entry = Entry(text: Array(fieldText[trimmedRange(fieldText)]), line: fieldLine, flaw: damage)
    switch field {
    case .when: track?.times.append(entry)
    case .coord: track?.places.append(entry)
    case .coordinates: endTuple()
    case .name: tracks.name = trackName(entry.text)
    case nil: break
    }
  }

  /// `9.5,47.5` or `9.5,47.5,430` of a line.
  private func endTuple() {
    guard !fieldText.isEmpty else { return }
    append(Entry(text: fieldText, line: fieldLine, flaw: damage), separator: 0x2C, time: nil)
    damage = nil
    fieldText.removeAll(keepingCapacity: true)
  }

  // MARK: Tracks and lines

  private func endLine() {
    guard lineDepth != nil else { return }
    lineDepth = nil
    tracks.end(&items)
  }

  private func endTrack(isCut: Bool) {
    guard let track else { return }
    self.track = nil
    let (times, places) = (track.times, track.places)
    guard times.count == places.count || isCut || times.isEmpty else {
      items.refuse(
        .badRecord, line: track.line,
        "the track has \(times.count) times and \(places.count) places. The track was skipped.")
      return
    }
    for (index, place) in places.enumerated() {
      append(place, separator: 0x20, time: index < times.count ? times[index] : nil)
    }
    tracks.end(&items)
  }

  /// - Parameter separator: between longitude, latitude and altitude.
  private func append(_ entry: Entry, separator: UInt8, time: Entry?) {
    let parts = entry.text.split(separator: separator).map(Array.init)
    var point = GPXPoint(line: entry.line)
    let (longitude, latitude) = (parts.first ?? [], parts.count > 1 ? parts[1] : [])
    point.take(longitude: longitude.span)
    point.take(latitude: latitude.span)
    if let time { point.take(.time, time.text.span, times) }
    var (fix, complaint) = point.fix(metresPerHDOP: settings.metresPerHDOP)
    if let flaw = entry.flaw ?? time?.flaw, fix.refusal == nil {
      fix.refusal = .badRecord
      complaint = flaw
    }
    tracks.append(fix, complaint, hasLocalTime: point.marks.hasLocalTime, &items)
  }
}

extension TraceFormat {
  static let kml = TraceFormat(
    xml: "kml", root: "kml", endings: [".kml"]
  ) { KMLContent(source: $0, settings: $1) }
}

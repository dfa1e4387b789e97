internal import Storage

/// Turns the elements of a Training Center document into traces, one per `Activity`.
///
/// The tracks and laps of an activity are one trace: pressing the button for a lap ends no drive. A `Course` is a route
/// to follow and is read only where routes are. A point without a position is one that the device had not.
final class TCXContent: XMLContent {
  private var tracks: XMLTracks
  private var depth = 0
  private var point: GPXPoint?
  private var pointDepth = 0
  private var field: Field?
  private var fieldDepth = 0
  private var fieldText: [UInt8] = []
  private var damage: String?
  private var isInCourse = false
  private var courses = 0
  private let longestField = 256

  private enum Field: String {
    case time = "Time"
    case latitude = "LatitudeDegrees"
    case longitude = "LongitudeDegrees"
    case speed = "Speed"
  }

  override init(source: String, settings: TraceReadingSettings) {
    tracks = XMLTracks(source: source, settings: settings)
    super.init(source: source, settings: settings)
  }

  override var format: TraceFileFormat { XMLContent.format("tcx", "TCX") }
  override var rootName: String { "TrainingCenterDatabase" }
  override var resumptions: [String] { ["trainingcenterdatabase", "activity", "course", "track", "trackpoint"] }
  override var hasTraces: Bool { tracks.found > 0 }

  override func begin(_ element: borrowing XMLElement) {
    depth += 1
    switch String(decoding: [UInt8](copying: element.spelled), as: UTF8.self) {
    case "Activity": beginTrack(isCourse: false)
    case "Course": beginTrack(isCourse: true)
    case "Trackpoint" where !isInCourse || settings.readsRoutes: beginPoint(line: element.line)
    case let name where point != nil && field == nil:
      // Extensions have times of their own.
      guard let found = Field(rawValue: name), found != .time || depth == pointDepth + 1 else { break }
      field = found
      fieldDepth = depth
      fieldText.removeAll(keepingCapacity: true)
    default: break
    }
  }

  override func text(_ text: Span<UInt8>) {
    guard field != nil, fieldText.count < longestField else { return }
    fieldText.append(copying: text.extracting(0..<min(text.count, longestField)))
  }

  override func end() {
    if let field, depth == fieldDepth { end(field) }
    if point != nil && depth == pointDepth { endPoint() }
    depth -= 1
  }

  override func meetDamage(_ message: String) {
    if point != nil && damage == nil { damage = message }
  }

  override func resume() {
    endPoint("the point is not closed")
    depth = 0
  }

  override func finish(isDamaged: Bool) {
    endPoint("the point is not closed")
    tracks.end(&items)
    guard !isDamaged, tracks.found == 0 else { return }
    if courses > 0 {
      items.note(.routeOnly, "the file has courses but no activity: it says where to drive, not where somebody drove.")
    } else {
      items.note(.noTrack, "the file has no activity with points.")
    }
  }

  private func beginTrack(isCourse: Bool) {
    endPoint("the point is not closed")
    tracks.end(&items)
    tracks.beginTrack()
    isInCourse = isCourse
    if isCourse { courses += 1 }
  }

  private func beginPoint(line: Int) {
    endPoint("the point is not closed")
    point = GPXPoint(line: line)
    pointDepth = depth
  }

  private func end(_ field: Field) {
    self.field = nil
    let text = Array(fieldText[trimmedRange(fieldText)])
    switch field {
    case .time: point?.take(.time, text.span, times)
    case .speed: point?.take(.speed, text.span, times)
    case .latitude: point?.take(latitude: text.span)
    case .longitude: point?.take(longitude: text.span)
    }
  }

  /// - Parameter flaw: what is wrong with the point, if anything.
  private func endPoint(_ flaw: String? = nil) {
    guard let point else { return }
    let flaw = damage.map { "the point is damaged: \($0)" } ?? flaw
    self.point = nil
    field = nil
    damage = nil
    var (fix, complaint) = point.fix(metresPerHDOP: settings.metresPerHDOP)
    if let flaw, fix.refusal == nil {
      fix.refusal = .badRecord
      complaint = flaw
    }
    tracks.append(fix, complaint, hasLocalTime: point.marks.hasLocalTime, &items)
  }
}

extension TraceFormat {
  static let tcx = TraceFormat(
    xml: "tcx", root: "trainingcenterdatabase", endings: [".tcx"]
  ) { TCXContent(source: $0, settings: $1) }
}

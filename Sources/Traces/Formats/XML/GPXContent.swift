internal import Geodesy
internal import Moments
internal import Storage

/// Turns the elements of a GPX document into traces, one per `trkseg` that has points.
///
/// A point's fields are `time` as its own child, and speed, course and accuracy as descendants of any namespace. This
/// covers GPX 1.0 (`speed`, `course`, `hdop`), Garmin's TrackPointExtension and the plain extensions of phone apps.
/// Points outside a `trkseg` form one segment; if routes are read, so do the points of a `rte`. A value of the device
/// that cannot be read is treated as absent.
final class GPXContent: XMLContent {
  /// The document's own version attribute.
  private(set) var version: String?

  private var depth = 0
  private var track = 0
  private var trackDepth = 0
  private var trackName: String?
  private var segment = 0
  private var routes = 0
  private var tracesFound = 0
  private var emptySegments = 0
  private var fixes: [Fix] = []
  /// The line and depth of the open segment.
  private var segmentLine: Int?
  private var segmentDepth = 0
  private var told = 0
  private var point: GPXPoint?
  private var pointDepth = 0
  /// What is wrong with the XML of the open point.
  private var damage: String?
  private var field: PointField?
  /// The open extension that says whether the position is good.
  private var flag: FixFlag?
  /// What extensions say, by their names; `nil` for extensions that say nothing of positions.
  private var flags: [[UInt8]: FixFlag?] = [:]
  /// Names beyond are looked at each time.
  private static let mostFlags = 1000
  /// The points that a receiver calls bad, by their place in `fixes`.
  private var invalid: [Int] = []
  private var withoutSatellites: [Int] = []
  /// A point of the open segment has a time without an offset.
  private var hasLocalTimes = false
  private var fieldDepth = 0
  private var fieldText: [UInt8] = []
  /// Longer than any number or time.
  private let longestField = 256

  override var format: TraceFileFormat {
    var format = XMLContent.format("gpx", version.map { "GPX \($0)" } ?? "GPX")
    format.version = version
    return format
  }
  override var rootName: String { "gpx" }
  override var resumptions: [String] { ["gpx", "trk", "trkseg", "trkpt", "rte"] }
  override var hasTraces: Bool { tracesFound > 0 }

  // MARK: What the parser meets

  override func begin(_ name: XMLName, spelled: Span<UInt8>, line: Int) {
    depth += 1
    if depth == 1 { return checkRoot(name, spelled, line: line) }
    switch name {
    case .point: beginPoint(line: line)
    case .segment: beginSegment(line: line, depth: depth)
    case .track: beginTrack()
    case .route:
      routes += 1
      if settings.readsRoutes { beginTrack() }
    case .routePoint where settings.readsRoutes: beginPoint(line: line)
    default: if point != nil { beginField(name, spelled) } else if name == .name { beginName() }
    }
  }

  override func wantsAttributes(of name: XMLName) -> Bool {
    name == .point || name == .gpx || name == .routePoint && settings.readsRoutes
  }

  override func attribute(_ name: XMLName, _ value: Span<UInt8>) {
    switch name {
    case .latitude: point?.latitude.replace(with: value)
    case .longitude: point?.longitude.replace(with: value)
    case .version where depth == 1: version = String(decoding: Array(copying: value).prefix(8), as: UTF8.self)
    default: break
    }
  }

  override var wantsText: Bool { (field != nil || flag != nil) && fieldText.count < longestField }

  override func text(_ text: Span<UInt8>) {
    for index in 0..<min(text.count, longestField) { fieldText.append(text[index]) }
  }

  override func end() {
    if field != nil && depth == fieldDepth { endField() }
    if let flag, depth == fieldDepth {
      self.flag = nil
      point?.take(flag, fieldText)
    }
    if point != nil && depth == pointDepth { endPoint() }
    if segmentLine != nil && depth == segmentDepth { endSegment() }
    depth -= 1
  }

  override func meetDamage(_ message: String) {
    if point != nil && damage == nil { damage = message }
  }

  /// The open segment continues until the new outermost element ends.
  override func resume() {
    breakPoint()
    depth = 0
    segmentDepth = 1
  }

  override func finish(isDamaged: Bool) {
    breakPoint()
    if isDamaged && fixes.isEmpty { segmentLine = nil }  // what would have followed is unknown
    endSegment()
    if !isDamaged && tracesFound == 0 && emptySegments == 0 && !isStopped { noteMissingTracks() }
  }

  private func checkRoot(_ name: XMLName, _ spelled: Span<UInt8>, line: Int) {
    guard name != .gpx else { return }
    isStopped = true
    let element = String(decoding: [UInt8](copying: spelled).prefix(40), as: UTF8.self)
    items.note(
      .unknownFormat, line: line,
      "the file is XML but its outermost element is <\(element)> and not <gpx>, <kml>, <TrainingCenterDatabase> or <fcd-export>. "
        + "The file was skipped.")
  }

  private func noteMissingTracks() {
    if routes > 0 {
      items.note(.routeOnly, "the file has routes but no track: it says where to drive, not where somebody drove.")
    } else {
      items.note(.noTrack, "the file has no track.")
    }
  }

  // MARK: Tracks and segments

  private func beginTrack() {
    breakPoint()
    endSegment()
    track += 1
    trackDepth = depth
    trackName = nil
    segment = 0
  }

  private func beginSegment(line: Int, depth: Int) {
    breakPoint()
    endSegment()
    segment += 1
    segmentLine = line
    segmentDepth = depth
  }

  private func endSegment() {
    defer { segmentLine = nil }
    guard !fixes.isEmpty else {
      if let segmentLine { noteEmptySegment(line: segmentLine) }
      return
    }
    refuseInvalid()
    settleRepeatedHours()
    let place = TraceSource(file: source, track: max(1, track), segment: max(1, segment))
    items.append(Trace(id: traceID, source: place, fixes: fixes, trackName: trackName))
    tracesFound += 1
    told = 0
    fixes = []
  }

  /// Refuses the points that the receiver calls bad.
  private func refuseInvalid() {
    let unseen = withoutSatellites.count < fixes.count ? withoutSatellites : []
    for index in Set(invalid + unseen).sorted() where fixes[index].refusal == nil {
      fixes[index].refusal = .invalidFix
      items.refuse(
        .invalidFix, line: Int(fixes[index].line), traceID: traceID, told: &told,
        "the point says that its position is not valid. The point was skipped.")
    }
    (invalid, withoutSatellites) = ([], [])
  }

  private func settleRepeatedHours() {
    let clock = RepeatedHours.clock(settings.clock, hasLocalTimes: hasLocalTimes)
    hasLocalTimes = false
    RepeatedHours.settle(&fixes, by: clock) { line, complaint in
      items.refuse(.repeatedHour, line: line, traceID: traceID, told: &told, "\(complaint). The point was skipped.")
    }
  }

  private func noteEmptySegment(line: Int) {
    emptySegments += 1
    items.note(.emptySegment, line: line, traceID: traceID, "segment \(segment) of track \(track) has no points.")
  }

  /// The file's stem for its first segment, and `stem#track.segment` for the others: the first one is named before it
  /// is known whether others follow.
  private var traceID: String {
    let stem = ownID
    return track <= 1 && segment <= 1 ? stem : "\(stem)#\(max(1, track)).\(max(1, segment))"
  }

  // MARK: Points

  private func beginPoint(line: Int) {
    if point != nil { breakPoint() }
    if segmentLine == nil { beginSegment(line: line, depth: depth - 1) }
    point = GPXPoint(line: line)
    pointDepth = depth
  }

  private func endPoint() {
    if let damage {
      self.damage = nil
      return breakPoint("the point is damaged: \(damage)")
    }
    guard let point else { return }
    self.point = nil
    let (fix, complaint) = point.fix(metresPerHDOP: settings.metresPerHDOP)
    if point.hasLocalTime { hasLocalTimes = true }
    if point.isInvalid { invalid.append(fixes.count) }
    if point.isWithoutSatellites { withoutSatellites.append(fixes.count) }
    keep(fix, complaint)
  }

  /// Refuses a point within which the document ends or another point begins.
  private func breakPoint(_ flaw: String = "the point is not closed") {
    guard let point else { return }
    self.point = nil
    field = nil
    flag = nil
    damage = nil
    var (fix, complaint) = point.fix(metresPerHDOP: settings.metresPerHDOP)
    if fix.refusal == nil {
      fix.refusal = .badRecord
      complaint = flaw
    }
    keep(fix, complaint)
  }

  private func keep(_ fix: Fix, _ complaint: String?) {
    fixes.append(fix)
    guard let reason = fix.refusal, reason != .repeatedHour else { return }
    items.refuse(
      reason, line: Int(fix.line), traceID: traceID, told: &told,
      "\(complaint ?? reason.meaning). The point was skipped.")
  }

  // MARK: Fields

  private func beginField(_ name: XMLName, _ spelled: Span<UInt8>) {
    guard field == nil, flag == nil else { return }
    guard let found = PointField(name) else {
      beginFlag(spelled)
      return
    }
    if found == .time && depth != pointDepth + 1 { return }  // an extension's time is not the fix's
    field = found
    fieldDepth = depth
    fieldText.removeAll(keepingCapacity: true)
  }

  /// An extension that says of the point whether its position is good.
  private func beginFlag(_ spelled: Span<UInt8>) {
    let spelling = [UInt8](copying: spelled)
    let known = flags[spelling] ?? FixFlagRecogniser.flag(ofElement: String(decoding: spelling, as: UTF8.self))
    if flags.count < Self.mostFlags { flags[spelling] = .some(known) }
    guard let known else { return }
    flag = known
    fieldDepth = depth
    fieldText.removeAll(keepingCapacity: true)
  }

  /// Begins the name of a track; other elements have names as well.
  private func beginName() {
    guard field == nil, track > 0, depth == trackDepth + 1 else { return }
    field = .name
    fieldDepth = depth
    fieldText.removeAll(keepingCapacity: true)
  }

  private func endField() {
    guard let field else { return }
    self.field = nil
    if field == .time, point?.takePlain(fieldText, plainTimes) == true { return }
    if field == .name { return trackName = Traces.trackName(fieldText) }
    point?.take(field, fieldText, times)
  }
}

extension [UInt8] {
  init(copying span: Span<UInt8>) {
    self.init()
    replace(with: span)
  }

  mutating func replace(with span: Span<UInt8>) {
    removeAll(keepingCapacity: true)
    for index in 0..<span.count { append(span[index]) }
  }
}

extension TraceFormat {
  static let gpx = TraceFormat(
    xml: "gpx", root: "gpx", endings: [".gpx"], nameOfRecording: "GPX"
  ) { GPXContent(source: $0, settings: $1) }
}

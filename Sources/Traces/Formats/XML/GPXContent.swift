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
  private let fixes = GuardedValue<[Fix]>([])
  /// The line and depth of the open segment.
  private var segmentLine: Int?
  private var segmentDepth = 0
  private var told = 0
  private let point = GuardedValue(GPXOpenPoint())
  /// What extensions say, by their names; `nil` for extensions that say nothing of positions.
  private var flags: [[UInt8]: FixFlag?] = [:]
  /// Names beyond are looked at each time.
  private static let mostFlags = 1000
  /// The points that a receiver calls bad, by their place in `fixes`.
  private var invalid: [Int] = []
  private var withoutSatellites: [Int] = []
  /// A point of the open segment has a time without an offset.
  private var hasLocalTimes = false

  override var format: TraceFileFormat {
    var format = XMLContent.format("gpx", version.map { "GPX \($0)" } ?? "GPX")
    format.version = version
    return format
  }
  override var rootName: String { "gpx" }
  override var resumptions: [String] { ["gpx", "trk", "trkseg", "trkpt", "rte"] }
  override var hasTraces: Bool { tracesFound > 0 }

  // MARK: What the parser meets

  override func begin(_ element: borrowing XMLElement) {
    depth += 1
    if depth == 1 { return beginRoot(element) }
    switch element.name {
    case .point: beginPoint(element)
    case .segment: beginSegment(line: element.line, depth: depth)
    case .track: beginTrack()
    case .route:
      routes += 1
      if settings.readsRoutes { beginTrack() }
    case .routePoint where settings.readsRoutes: beginPoint(element)
    default: if point.value.isOpen { beginField(element) } else if element.name == .name { beginName() }
    }
  }

  override func text(_ text: Span<UInt8>) { point.value.take(text) }

  override func end() {
    switch point.value.end(depth: depth, plainTimes) {
    case .nothing: break
    case .field(let field): point.value.take(field, times)
    case .point: endPoint(isWhole: true)
    case .name: trackName = point.value.name
    }
    if segmentLine != nil && depth == segmentDepth { endSegment() }
    depth -= 1
  }

  override func meetDamage(_ message: String) { point.value.meetDamage(message) }

  /// The open segment continues until the new outermost element ends.
  override func resume() {
    breakPoint()
    depth = 0
    segmentDepth = 1
  }

  override func finish(isDamaged: Bool) {
    breakPoint()
    if isDamaged && fixes.value.isEmpty { segmentLine = nil }  // what would have followed is unknown
    endSegment()
    if !isDamaged && tracesFound == 0 && emptySegments == 0 && !isStopped { noteMissingTracks() }
  }

  private func beginRoot(_ root: borrowing XMLElement) {
    guard root.name != .gpx else {
      root.attributes.forEach { name, value in
        if name == .version { version = String(decoding: [UInt8](copying: value).prefix(8), as: UTF8.self) }
      }
      return
    }
    isStopped = true
    let element = String(decoding: [UInt8](copying: root.spelled).prefix(40), as: UTF8.self)
    items.note(
      .unknownFormat, line: root.line,
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
    guard !fixes.value.isEmpty else {
      if let segmentLine { noteEmptySegment(line: segmentLine) }
      return
    }
    refuseInvalid()
    settleRepeatedHours()
    let place = TraceSource(file: source, track: max(1, track), segment: max(1, segment))
    items.append(Trace(id: traceID, source: place, fixes: fixes.value, trackName: trackName))
    tracesFound += 1
    told = 0
    fixes.value = []
  }

  /// Refuses the points that the receiver calls bad.
  private func refuseInvalid() {
    let unseen = withoutSatellites.count < fixes.value.count ? withoutSatellites : []
    for index in Set(invalid + unseen).sorted() where fixes.value[index].refusal == nil {
      fixes.value[index].refusal = .invalidFix
      items.refuse(
        .invalidFix, line: Int(fixes.value[index].line), traceID: traceID, told: &told,
        "the point says that its position is not valid. The point was skipped.")
    }
    (invalid, withoutSatellites) = ([], [])
  }

  private func settleRepeatedHours() {
    let clock = RepeatedHours.clock(settings.clock, hasLocalTimes: hasLocalTimes)
    hasLocalTimes = false
    RepeatedHours.settle(&fixes.value, by: clock) { line, complaint in
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

  private func beginPoint(_ element: borrowing XMLElement) {
    breakPoint()
    if segmentLine == nil { beginSegment(line: element.line, depth: depth - 1) }
    point.value.begin(line: element.line, depth: depth, element.attributes)
  }

  private func breakPoint() {
    if point.value.isOpen { endPoint(isWhole: false) }
  }

  private func endPoint(isWhole: Bool) {
    let (fix, complaint, marks) = point.value.close(isWhole: isWhole, metresPerHDOP: settings.metresPerHDOP)
    if marks.hasLocalTime { hasLocalTimes = true }
    if marks.isInvalid { invalid.append(fixes.value.count) }
    if marks.isWithoutSatellites { withoutSatellites.append(fixes.value.count) }
    keep(fix, complaint)
  }

  private func keep(_ fix: Fix, _ complaint: String?) {
    fixes.value.append(fix)
    guard let reason = fix.refusal, reason != .repeatedHour else { return }
    items.refuse(
      reason, line: Int(fix.line), traceID: traceID, told: &told,
      "\(complaint ?? reason.meaning). The point was skipped.")
  }

  // MARK: Fields

  private func beginField(_ element: borrowing XMLElement) {
    if point.value.begin(element.name, depth: depth) { return }
    if let flag = flag(element.spelled) { point.value.begin(flag, depth: depth) }
  }

  /// What an extension says of the point's position, if anything.
  private func flag(_ spelled: Span<UInt8>) -> FixFlag? {
    let spelling = [UInt8](copying: spelled)
    if let known = flags[spelling] { return known }
    let found = FixFlagRecogniser.flag(ofElement: String(decoding: spelling, as: UTF8.self))
    if flags.count < Self.mostFlags { flags[spelling] = .some(found) }
    return found
  }

  /// Begins the name of a track; other elements have names as well.
  private func beginName() {
    if track > 0 && depth == trackDepth + 1 { point.value.beginName(depth: depth) }
  }
}

extension TraceFormat {
  static let gpx = TraceFormat(
    xml: "gpx", root: "gpx", endings: [".gpx"], nameOfRecording: "GPX"
  ) { GPXContent(source: $0, settings: $1) }
}

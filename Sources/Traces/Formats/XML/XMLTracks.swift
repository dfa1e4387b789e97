/// The tracks of a document, each with its parts, as traces.
///
/// Their ids are as for GPX: the file's stem, and `stem#track.part` for all but the first.
struct XMLTracks {
  private let source: String
  private let settings: TraceReadingSettings
  private var fixes: [Fix] = []
  private var told = 0
  private var hasLocalTimes = false
  private(set) var found = 0
  private var track = 0
  private var part = 0

  /// The name of the present track.
  var name: String?

  init(source: String, settings: TraceReadingSettings) {
    self.source = source
    self.settings = settings
  }

  mutating func beginTrack() {
    track += 1
    part = 0
    name = nil
  }

  mutating func beginPart() { part += 1 }

  /// - Parameters:
  ///   - complaint: what is wrong with a refused fix.
  ///   - hasLocalTime: whether its time has no offset.
  mutating func append(_ fix: Fix, _ complaint: String?, hasLocalTime: Bool, _ items: inout ReadItems) {
    if hasLocalTime { hasLocalTimes = true }
    fixes.append(fix)
    guard let reason = fix.refusal, reason != .repeatedHour else { return }
    items.refuse(
      reason, line: Int(fix.line), traceID: traceID, told: &told,
      "\(complaint ?? reason.meaning). The point was skipped.")
  }

  /// Hands out the fixes since the last end; an empty part is skipped.
  mutating func end(_ items: inout ReadItems) {
    guard !fixes.isEmpty else { return }
    var settled = fixes
    let clock = RepeatedHours.clock(settings.clock, hasLocalTimes: hasLocalTimes)
    hasLocalTimes = false
    RepeatedHours.settle(&settled, by: clock) { line, complaint in
      items.refuse(.repeatedHour, line: line, traceID: traceID, told: &told, "\(complaint). The point was skipped.")
    }
    let place = TraceSource(file: source, track: max(1, track), segment: max(1, part))
    items.append(Trace(id: traceID, source: place, fixes: settled, trackName: name))
    found += 1
    told = 0
    fixes = []
  }

  var isEmpty: Bool { fixes.isEmpty }

  var traceID: String {
    let stem = settings.ownID(of: source)
    return track <= 1 && part <= 1 ? stem : "\(stem)#\(max(1, track)).\(max(1, part))"
  }
}

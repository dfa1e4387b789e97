internal import Geodesy
internal import Knowledge
internal import Matching
internal import Moments
internal import Records
internal import Reports
internal import RoadGraph
internal import Traces
internal import Trips

extension TracePipeline {
  /// A trip as it may be published; `nil` if nothing of it may be.
  ///
  /// What is hidden is taken out of the matched trace, and all the rest is found anew from what remains. So no table, no
  /// document, no page and no picture can show anything else, and lengths and times do not tell how much there was.
  func hidden(_ report: TripReport, by hiding: Hiding) -> TripReport? {
    let ground = hiding.ground(of: report.trip)
    var matched = report.trip.matched
    if hiding.hidesGround {
      let isVisible = matched.trace.fixes.map { $0.place.map { !ground.contains($0) } ?? true }
      let touched = SegmentMemory(ground, on: graph)
      guard let visible = matched.visible(isVisible, hiding: { touched.contains($0.segment) }) else { return nil }
      matched = visible
    }
    if let names = hiding.names { matched.trace = matched.trace.renamed(names.name) }
    if let step = hiding.timeStep { matched.trace.round(toMilliseconds: step) }
    var hidden = self.report(on: matched, tripID: hiding.names?.name(for: report.tripID) ?? report.tripID)
    hidden.timeStep = hiding.timeStep
    hidden.hidden = hiding.hidesGround ? ground : nil
    return hidden
  }
}

/// Which roads lie on hidden ground; each is asked once.
private final class SegmentMemory {
  private let ground: HiddenGround
  private let graph: RoadGraph
  private var known: [SegmentID: Bool] = [:]

  init(_ ground: HiddenGround, on graph: RoadGraph) {
    self.ground = ground
    self.graph = graph
  }

  func contains(_ segment: SegmentID) -> Bool {
    if let known = known[segment] { return known }
    let isHidden = ground.touches(segment, of: graph)
    known[segment] = isHidden
    return isHidden
  }
}

extension Trace {
  /// Moves the trace in time, so that it begins at a multiple of some milliseconds.
  ///
  /// Rounding each time by itself would not hide them: lengths of time add up to when each was rounded up or down. After
  /// the move, all that they tell is a time that was made up.
  fileprivate mutating func round(toMilliseconds step: Int64) {
    guard let begin = fixes.first(where: { $0.refusal == nil && $0.time != nil })?.time else { return }
    shift(milliseconds: begin.rounded(to: step).millisecondsSince1970 - begin.millisecondsSince1970)
  }
}

extension Outcome {
  /// Of a trip of which nothing may be published.
  init(ofHidden report: TripReport, names: PrivacyKey?) {
    let (id, file) = (report.tripID, report.trip.matched.trace.source.file)
    self.init(id: names?.name(for: id) ?? id, file: names?.name(for: file) ?? file, status: Self.hidden)
  }
}

extension Refusal {
  /// A refusal that does not say where and what.
  ///
  /// Line and text tell of records that are hidden: how many there are, and what was in them.
  func hidden(by hiding: Hiding) -> Refusal {
    guard !hiding.isEmpty else { return self }
    let name = hiding.names.map { names in { (id: String) in names.name(for: id) } }
    return Refusal(
      file: name?(file) ?? file, line: nil, traceID: traceID.map { name?($0) ?? $0 }, reason: reason,
      message: "\(reason): where and what it was is hidden; without --hide, a run says it.")
  }
}

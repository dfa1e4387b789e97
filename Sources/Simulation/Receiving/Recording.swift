internal import Geodesy
internal import Moments
internal import RoadGraph
internal import Traces

/// A drive on its way from motion to records.
struct Recording {
  let course: SimulatedCourse
  let motion: Motion
  let settings: SimulationSettings
  /// The start time.
  let start: Timestamp
  /// The period without fixes, in seconds since the start.
  let silence: ClosedRange<Seconds>?

  /// Fixes at every multiple of the period from the start to the end, except in silences.
  func fixes(drive: Int) -> [SimulatedFix] {
    var receiver = Receiver(settings, drive: drive)
    var fixes: [SimulatedFix] = []
    var phase = 0
    var line = LineRuler(course)
    for number in 0...Int((motion.duration / settings.period).nextUp) {
      let elapsed = Double(number) * settings.period
      if number > 0 { receiver.wait() }
      let moment = motion.moment(at: elapsed, hint: &phase)
      line.move(to: moment.distance)
      if silence?.contains(elapsed) == true || isSilent(line.piece) { continue }
      let point = line.point(at: moment.distance)
      let truth = line.ruler.place(point)
      var fix = SimulatedFix(
        time: start.adding(seconds: elapsed), place: truth, truth: truth,
        road: course.roadPlace(on: line.piece, at: moment.distance), distance: moment.distance,
        trueSpeed: moment.speed)
      receiver.note(&fix, at: point, by: line.ruler, bearing: line.piece.bearing)
      fixes.append(fix)
    }
    return fixes
  }

  private func isSilent(_ piece: CoursePiece) -> Bool { settings.tunnels == .silent && course.isTunnel(piece) }

  /// All stretches in the order of their starts, clipped to the time between the first and the last fix.
  func stretches(between fixes: [SimulatedFix]) -> [Stretch] {
    guard let first = fixes.first, let last = fixes.last else { return [] }
    return stretches().compactMap { clipped($0, from: first, to: last) }
      .sorted { ($0.beginTime, $0.kind.rawValue) < ($1.beginTime, $1.kind.rawValue) }
  }

  private func stretches() -> [TimedStretch] {
    var stretches = course.stretches.map { stretch($0.kind, from: $0.begin, to: $0.end) }
    if settings.tunnels == .silent {
      stretches += course.tunnels.map { stretch(.tunnel, from: $0.begin, to: $0.end) }
    }
    stretches += motion.halts.map { halt in
      TimedStretch(.stop, from: halt.time, halt.distance, to: halt.time + halt.duration, halt.distance)
    }
    if let silence {
      var phase = 0
      let ends = [silence.lowerBound, silence.upperBound].map { motion.moment(at: $0, hint: &phase).distance }
      stretches.append(TimedStretch(.gap, from: silence.lowerBound, ends[0], to: silence.upperBound, ends[1]))
    }
    return stretches
  }

  private func stretch(_ kind: StretchKind, from begin: Metres, to end: Metres) -> TimedStretch {
    TimedStretch(kind, from: motion.time(at: begin, leaving: true), begin, to: motion.time(at: end), end)
  }

  /// `nil` if no part of it is between the two fixes.
  private func clipped(_ stretch: TimedStretch, from first: SimulatedFix, to last: SimulatedFix) -> Stretch? {
    let beginTime = max(start.adding(seconds: stretch.beginTime), first.time)
    let endTime = min(start.adding(seconds: stretch.endTime), last.time)
    guard beginTime < endTime else { return nil }
    let begin = min(max(stretch.begin, first.distance), last.distance)
    let end = min(max(stretch.end, first.distance), last.distance)
    return Stretch(
      kind: stretch.kind, beginTime: beginTime, endTime: endTime, begin: course.place(at: begin),
      end: course.place(at: end), length: end - begin,
      beside: stretch.kind == .wrongWay ? besides((stretch.begin + stretch.end) / 2) : nil)
  }

  /// The distance from a place on the route to the nearest road that runs lawfully beside it.
  private func besides(_ distance: Metres) -> Metres? {
    let bearing = course.pieces[course.piece(at: distance)].bearing
    let turns = LawfulTurns(graph: course.graph, mode: settings.mode)
    return OppositeCarriageway(turns).nearest(to: course.place(at: distance), course: bearing) { _ in true }?.distance
  }
}

/// A stretch in seconds and metres since the start.
private struct TimedStretch {
  var kind: StretchKind
  var beginTime: Seconds
  var begin: Metres
  var endTime: Seconds
  var end: Metres

  init(_ kind: StretchKind, from beginTime: Seconds, _ begin: Metres, to endTime: Seconds, _ end: Metres) {
    (self.kind, self.beginTime, self.begin, self.endTime, self.end) = (kind, beginTime, begin, endTime, end)
  }
}

/// The flat map of the current piece of a drive.
private struct LineRuler {
  private let course: SimulatedCourse
  private var index = 0
  private(set) var ruler: LocalRuler
  private var end: LocalPoint

  init(_ course: SimulatedCourse) {
    self.course = course
    let (from, to) = course.ends(of: course.pieces[0])
    ruler = LocalRuler(at: from)
    end = ruler.point(to)
  }

  var piece: CoursePiece { course.pieces[index] }

  /// - Parameter distance: from the start of the course; not less than in the previous call.
  mutating func move(to distance: Metres) {
    let before = index
    while index + 1 < course.pieces.count, course.pieces[index + 1].distance <= distance { index += 1 }
    guard index != before else { return }
    let (from, to) = course.ends(of: piece)
    ruler = LocalRuler(at: from)
    end = ruler.point(to)
  }

  func point(at distance: Metres) -> LocalPoint {
    let fraction = piece.fraction(at: distance)
    return LocalPoint(x: end.x * fraction, y: end.y * fraction)
  }
}

extension SimulatedCourse {
  /// The pieces of road driven, in order, clipped to the part between the first and the last fix.
  func travelledPieces(between fixes: [SimulatedFix]) -> [TravelledPiece] {
    guard let first = fixes.first?.distance, let last = fixes.last?.distance, first < last else { return [] }
    return pieces.compactMap { piece in
      guard let edge = piece.edge, piece.distance <= last, piece.distance + piece.length >= first else { return nil }
      let begin = piece.distance < first ? piece.fraction(at: first) : piece.beginFraction
      let end = piece.distance + piece.length > last ? piece.fraction(at: last) : piece.endFraction
      guard end - begin >= TravelledPiece.leastShare else { return nil }
      return TravelledPiece(edge: edge, from: source(piece.from), to: source(piece.to), begin: begin, end: end)
    }
  }

  func roadPlace(on piece: CoursePiece, at distance: Metres) -> RoadPlace? {
    piece.edge.map {
      RoadPlace(
        edge: $0, from: source(piece.from), to: source(piece.to), fraction: piece.fraction(at: distance))
    }
  }

  private func source(_ place: Int32) -> SourceNodeID {
    guard let source = graph.shapeSource(at: Int(place)) else { preconditionFailure("a place without a node id") }
    return source
  }
}

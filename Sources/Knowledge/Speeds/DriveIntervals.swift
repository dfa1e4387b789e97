internal import Geodesy
internal import RoadGraph

/// A part of an edge that was driven between two fixes.
struct IntervalPart {
  var edge: EdgeID
  /// The number of the path, and the index of the step in it.
  var path: Int32
  var step: Int32
  /// In metres from the start of the edge; equal where the vehicle waited.
  var begin: Float
  var end: Float
  /// The part begins where the step does, and not at a fix.
  var isEntered: Bool
  /// It ends where the step does.
  var isLeft: Bool
}

/// The usable times between two consecutive fixes of a drive, with the parts of edges between them.
///
/// Shapes, for *n* usable intervals:
///
///     begins, seconds     n, in milliseconds since 1970, and seconds above 0
///     firstPart           n + 1; interval i has the parts firstPart[i] ..< firstPart[i + 1], at least one
///
/// One value is filled again and again, so that it allocates nothing once it has grown.
struct DriveIntervals {
  private(set) var begins: [Int64] = []
  private(set) var seconds: [Float] = []
  private(set) var firstPart: [Int] = [0]
  private(set) var parts: [IntervalPart] = []
  private let longest: Seconds

  init(longest: Seconds) { self.longest = longest }

  var count: Int { begins.count }

  func parts(of interval: Int) -> Range<Int> { firstPart[interval]..<firstPart[interval + 1] }

  /// The parts of several intervals.
  func parts(of intervals: Range<Int>) -> ArraySlice<IntervalPart> {
    parts[firstPart[intervals.lowerBound]..<firstPart[intervals.upperBound]]
  }

  /// Calls `body` with the number of each path that has usable intervals, and these.
  func forEachPath(_ body: (Int, Range<Int>) throws -> Void) rethrows {
    var begin = 0
    while begin < count {
      let path = parts[firstPart[begin]].path
      var end = begin
      while end < count, parts[firstPart[end]].path == path { end += 1 }
      try body(Int(path), begin..<end)
      begin = end
    }
  }

  /// Takes the intervals of a drive in place of those of the last one.
  mutating func take(_ drive: DriveRecord, counts: inout SpeedCounts) {
    begins.removeAll(keepingCapacity: true)
    seconds.removeAll(keepingCapacity: true)
    firstPart.removeLast(firstPart.count - 1)
    parts.removeAll(keepingCapacity: true)
    counts.drives += 1
    for (number, path) in drive.paths.enumerated() where path.fixes.count > 1 {
      take(path, number: Int32(number), stands: drive.stands, counts: &counts)
    }
  }

  /// A doubtful fix on a certain step, such as one at a junction, is doubtful only in which of two edges it lies on, both
  /// of which were driven: it counts. On other steps it is left out, and the time runs from the fix before it to the next.
  ///
  /// Not chosen: to leave out all doubtful fixes. They are a third of all in a city of short edges, most of them where
  /// queues stand; the speeds of a simulated one err by 19 % without them, and by 16 % with them.
  private mutating func take(_ path: DrivenPath, number: Int32, stands: [Stand], counts: inout SpeedCounts) {
    let moving = Self.movingFixes(of: path)
    var (stand, last): (Int, Int?) = (0, nil)
    for index in path.fixes.indices {
      let b = path.fixes[index]
      guard !b.isDoubtful || isCertain(path.steps[Int(b.step)]) else { continue }
      defer { last = index }
      guard let last else {
        if index > 0 { counts.leave(.doubtfulFix, Double(b.time - path.fixes[0].time) / 1000) }
        continue
      }
      let a = path.fixes[last]
      while stand < stands.count, stands[stand].end <= a.time { stand += 1 }
      let isStanding = stand < stands.count && stands[stand].begin < b.time
      let time = Double(b.time - a.time) / 1000
      if let reason = reason(from: a, to: b, on: path, isStanding: isStanding) {
        counts.leave(reason, time)
      } else if index <= moving.lowerBound || last >= moving.upperBound {
        counts.leave(.waitingAtEnd, time)
      } else {
        counts.use(time)
        append(from: a, to: b, on: path, number: number)
      }
    }
    let end = path.fixes.count - 1
    if last != end { counts.leave(.doubtfulFix, Double(path.fixes[end].time - path.fixes[last ?? 0].time) / 1000) }
  }

  /// From the last fix before the vehicle first moves to the first after it last moved.
  private static func movingFixes(of path: DrivenPath) -> ClosedRange<Int> {
    func moves(_ index: Int) -> Bool {
      let (a, b) = (path.fixes[index], path.fixes[index + 1])
      return a.step != b.step || b.offset > a.offset
    }
    let all = 0..<path.fixes.count - 1
    guard let first = all.first(where: moves), let last = all.last(where: moves) else {
      return path.fixes.count...path.fixes.count
    }
    return first...last + 1
  }

  private func reason(
    from a: PathFix, to b: PathFix, on path: DrivenPath, isStanding: Bool
  ) -> SpeedCounts.Reason? {
    if b.time <= a.time || b.step < a.step { return .noTime }
    if Double(b.time - a.time) > longest * 1000 { return .tooLong }
    if !path.steps[Int(a.step)...Int(b.step)].allSatisfy(isCertain) { return .doubtfulPath }
    return isStanding ? .stand : nil
  }

  private func isCertain(_ step: DrivenStep) -> Bool { step.doubts.isDisjoint(with: [.detour, .unlikely, .wrongWay]) }

  private mutating func append(from a: PathFix, to b: PathFix, on path: DrivenPath, number: Int32) {
    begins.append(a.time)
    seconds.append(Float(b.time - a.time) / 1000)
    for index in a.step...b.step {
      let step = path.steps[Int(index)]
      let (isEntered, isLeft) = (index > a.step, index < b.step)
      let begin = isEntered ? step.begin : a.offset
      let end = max(begin, isLeft ? step.end : b.offset)
      // A vehicle that stood at the end of an edge still belongs to it until it has left.
      guard end > begin || !isEntered else { continue }
      parts.append(
        IntervalPart(
          edge: step.edge, path: number, step: index, begin: Float(begin) / 100, end: Float(end) / 100,
          isEntered: isEntered, isLeft: isLeft))
    }
    firstPart.append(parts.count)
  }
}

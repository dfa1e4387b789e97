package import RoadGraph

/// Drives without what is hidden of each, so that tables made of them show nothing of their ends.
///
/// A road in the disc of one drive still counts the drives of others that pass there: to leave it out for all of them
/// would leave nothing of a city, since each place is an end of somebody. Tables of ends themselves, flows and stays, are
/// made of the drives as they are, and are published by ``PublicSupport``.
package struct HiddenDrives<Drives: DriveSource>: DriveSource {
  private let drives: Drives
  private let graph: RoadGraph
  private let hiding: Hiding

  package init(_ drives: Drives, by hiding: Hiding, on graph: RoadGraph) {
    self.drives = drives
    self.hiding = hiding
    self.graph = graph
  }

  package var chunkCount: Int { drives.chunkCount }

  package func forEachDrive(in chunk: Int, _ body: (DriveRecord) throws -> Void) throws {
    try drives.forEachDrive(in: chunk) { drive in
      let ground = hiding.ground(of: drive, on: graph)
      let visible = ground.isEmpty ? drive : drive.visible(outside: ground, on: graph)
      if let visible { try body(visible) }
    }
  }
}

extension DriveRecord {
  /// What is left of a drive without some ground; `nil` if no path is.
  package func visible(outside ground: HiddenGround, on graph: RoadGraph) -> DriveRecord? {
    var drive = self
    var known: [SegmentID: Bool] = [:]
    func isHidden(_ edge: EdgeID) -> Bool {
      if let known = known[edge.segment] { return known }
      let isHidden = ground.touches(edge.segment, of: graph)
      known[edge.segment] = isHidden
      return isHidden
    }
    drive.paths = paths.flatMap { path in path.visible(isHidden) }
    guard let first = drive.paths.first?.fixes.first, let last = drive.paths.last?.fixes.last else { return nil }
    (drive.begin, drive.end) = (first.time, last.time)
    drive.stands = stands.filter { !ground.contains($0.place) && $0.end > first.time && $0.begin < last.time }
    return drive
  }
}

extension DrivenPath {
  /// The parts between hidden edges, each from its first to its last fix.
  fileprivate func visible(_ isHidden: (EdgeID) -> Bool) -> [DrivenPath] {
    var parts: [DrivenPath] = []
    var fix = 0
    while fix < fixes.count {
      let begin = fix
      while fix < fixes.count, isJoined(begin, to: fix, isHidden) { fix += 1 }
      if fix > begin + 1 { parts.append(part(begin..<fix)) }
      fix = max(fix, begin + 1)
    }
    return parts
  }

  /// Whether nothing is hidden from one fix to another.
  private func isJoined(_ begin: Int, to fix: Int, _ isHidden: (EdgeID) -> Bool) -> Bool {
    let first = fix == begin ? fixes[fix].step : fixes[fix - 1].step
    return !steps[Int(first)...Int(fixes[fix].step)].contains { isHidden($0.edge) }
  }

  private func part(_ range: Range<Int>) -> DrivenPath {
    let (first, last) = (fixes[range.lowerBound], fixes[range.upperBound - 1])
    var part = DrivenPath(
      steps: Array(steps[Int(first.step)...Int(last.step)]),
      fixes: fixes[range].map {
        PathFix(step: $0.step - first.step, offset: $0.offset, time: $0.time, isDoubtful: $0.isDoubtful)
      })
    part.steps[0].begin = max(part.steps[0].begin, first.offset)
    part.steps[part.steps.count - 1].end = min(part.steps[part.steps.count - 1].end, last.offset)
    if part.steps.count == 1 { part.steps[0].end = max(part.steps[0].begin, part.steps[0].end) }
    return part
  }
}

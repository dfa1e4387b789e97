package import RoadGraph

/// Drives without what is hidden of each, so that tables made of them show nothing of it.
///
/// A road in the disc of one drive still counts the drives of others that pass there: to leave it out for all of them
/// would leave nothing of a city, since each place is an end of somebody. Flows begin and end where what is left of a
/// drive does, and stays are those on ground that is not hidden.
package struct HiddenDrives: DriveSource {
  private let drives: any DriveSource
  private let graph: RoadGraph
  private let hiding: Hiding

  package init(_ drives: any DriveSource, by hiding: Hiding, on graph: RoadGraph) {
    self.drives = drives
    self.hiding = hiding
    self.graph = graph
  }

  package var chunkCount: Int { drives.chunkCount }

  package func forEachDrive(in chunk: Int, _ body: (DriveRecord) throws -> Void) throws {
    try drives.forEachDrive(in: chunk) { drive in
      let ground = hiding.ground(of: drive, on: graph)
      guard var visible = ground.isEmpty ? drive : drive.visible(outside: ground, on: graph) else { return }
      if let step = hiding.timeStep { visible.beginAtMultiple(of: step) }
      try body(visible)
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
    if first.time > begin || last.time < end {
      (drive.begin, drive.end, drive.isCut) = (first.time, last.time, true)
    }
    drive.stands = stands.filter { !ground.contains($0.place) && $0.end > drive.begin && $0.begin < drive.end }
    return drive
  }

  /// Moves the drive in time, as ``Hiding/timeStep`` does with trips: rounding alone would not hide when it was, since
  /// the lengths of time in tables are exact.
  fileprivate mutating func beginAtMultiple(of step: Int64) {
    let shift = -begin.remainderAbove(multipleOf: step)
    begin += shift
    end += shift
    for path in paths.indices {
      for fix in paths[path].fixes.indices { paths[path].fixes[fix].time += shift }
    }
    for stand in stands.indices {
      stands[stand].begin += shift
      stands[stand].end += shift
    }
  }
}

extension Int64 {
  /// How far it is above the next lower multiple of a positive number, also below 0.
  fileprivate func remainderAbove(multipleOf step: Int64) -> Int64 {
    let rest = self % step
    return rest < 0 ? rest + step : rest
  }
}

extension LearnedTables {
  /// The same with times that are multiples of some milliseconds.
  package func rounded(toMilliseconds step: Int64) -> LearnedTables {
    func rounded(_ time: Int64?) -> Int64? { time.map { $0 - $0.remainderAbove(multipleOf: step) } }
    var tables = self
    tables.use = use?.map { use in
      var use = use
      (use.first, use.last) = (rounded(use.first), rounded(use.last))
      return use
    }
    tables.stays = stays?.map { stay in
      var stay = stay
      (stay.first, stay.last) = (rounded(stay.first), rounded(stay.last))
      return stay
    }
    return tables
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

internal import Geodesy
internal import Moments
internal import PathSearch
internal import RoadGraph
internal import RoadRules

/// Decides oneways in doubt while a trace is being recorded, as ``OnewayJudge`` does for whole traces.
///
/// Decided rows that break a oneway are held back until the fixes of the following minute are known. The fixes of the minute
/// before and after then decide between the drive and lawful paths. Earlier decisions never change, so a lawful path replaces
/// the drive only if it continues from them. Otherwise the posteriors of the drive are lowered to its odds. Drives that are
/// not on the likeliest path are not looked for.
///
/// Memory: the rows and the fixes of a minute, and the rows that are held back.
struct OnlineOnewayJudge: Sendable {
  private let model: MatchingModel
  /// The usable fixes, from a minute before the newest decided row.
  private var fixes: [KeptFix] = []
  /// The decided rows of that minute, if the path leads on from them, with the candidates on it.
  private var past: [PastRow] = []

  private struct PastRow: Sendable {
    var row: LatticeRow
    var candidate: Candidate
  }

  init(_ model: MatchingModel) { self.model = model }

  private var settings: DriftSettings { _read { yield model.settings.drift } }

  mutating func take(_ fix: KeptFix) {
    fixes.append(fix)
    // Where no row is decided for long.
    if fixes.count > Self.mostFixes { fixes.removeFirst(Self.mostFixes / 2) }
  }

  private static let mostFixes = 2048

  /// Judges decided rows, and takes those back for which it is too early.
  ///
  /// - Parameters:
  ///   - pass: with the posteriors of the rows.
  ///   - isSmoothed: white noise has been removed from the fixes; the lattice knows enough then.
  mutating func review(
    _ decided: inout [DecidedRows], of pass: inout ForwardPass, by builder: PathBuilder, isSmoothed: Bool,
    using joining: inout JoiningMemory
  ) {
    for place in decided.indices {
      if !decided[place].continues { past.removeAll() }
      var next = decided[place].rows.startIndex
      while !isSmoothed, let broken = brokenRows(of: decided[place], from: next, pass.lattice) {
        remember(decided[place], next..<broken.lowerBound, pass.lattice)
        next = broken.lowerBound
        if mustWait(behind: broken, decided[place], pass.lattice) {
          hold(&decided[place], from: next, of: &pass)
          break
        }
        judge(broken, in: &decided[place], of: &pass, by: builder, using: &joining)
        remember(decided[place], broken, pass.lattice)
        next = broken.upperBound
      }
      remember(decided[place], next..<decided[place].rows.endIndex, pass.lattice)
    }
    decided.removeAll { $0.rows.isEmpty && !$0.isEnd }
  }

  // MARK: Rows that break a oneway

  /// The positions of the first drive against a oneway, from its first row to its last.
  private func brokenRows(of decided: DecidedRows, from begin: Int, _ lattice: Lattice) -> Range<Int>? {
    var found: Range<Int>?
    for position in begin..<decided.rows.endIndex where isBroken(lattice.candidates[decided.states[position]]) {
      let last = found?.last
      if let last, seconds(from: last, to: position, of: decided, lattice) > settings.longestPause { break }
      found = (found?.lowerBound ?? position)..<position + 1
    }
    return found
  }

  private func isBroken(_ candidate: Candidate) -> Bool {
    candidate.isWrongWay && model.graph.isAgainstOneway(candidate.position.edge, for: model.settings.rules.mode)
  }

  private func seconds(from position: Int, to other: Int, of decided: DecidedRows, _ lattice: Lattice) -> Seconds {
    lattice.seconds(from: decided.rows[position], to: decided.rows[other])
  }

  /// Whether fixes to come will tell more of a drive.
  private func mustWait(behind broken: Range<Int>, _ decided: DecidedRows, _ lattice: Lattice) -> Bool {
    guard !decided.isEnd, decided.rows.endIndex - broken.lowerBound < Self.mostHeldRows, isDense else { return false }
    return seconds(from: broken.upperBound - 1, to: decided.rows.endIndex - 1, of: decided, lattice)
      < settings.longestWait
  }

  /// A bound on memory: a drive is judged by what is known then.
  private static let mostHeldRows = 128

  /// Whether fixes are so near to each other that they tell how errors drift.
  private var isDense: Bool {
    guard fixes.count > 1, let begin = fixes.first?.time, let end = fixes.last?.time else { return false }
    return end.seconds(since: begin) <= settings.longestPeriod * Double(fixes.count - 1)
  }

  private mutating func hold(_ decided: inout DecidedRows, from position: Int, of pass: inout ForwardPass) {
    pass.takeBack(from: decided.rows[position])
    decided.rows = decided.rows[..<position]
    decided.states = decided.states[..<position]
  }

  // MARK: Judging

  private func judge(
    _ broken: Range<Int>, in decided: inout DecidedRows, of pass: inout ForwardPass, by builder: PathBuilder,
    using joining: inout JoiningMemory
  ) {
    let end = decided.rows.indices[broken.upperBound...].first { position in
      pass.lattice.candidates[decided.states[position]].isOffRoad
        || seconds(from: broken.upperBound - 1, to: position, of: decided, pass.lattice) > settings.surroundings
    }
    let positions = broken.lowerBound..<(end ?? decided.rows.endIndex)
    let first = pass.lattice.rows[decided.rows[broken.lowerBound]].fix
    let begin = past.firstIndex { !Self.isEarlier($0.row.fix, than: first, by: settings.surroundings) }
    let past = past[(begin ?? past.count)...]
    let rows = past.map(\.row) + decided.rows[positions].map { pass.lattice.rows[$0] }
    let candidates = past.map(\.candidate) + decided.states[positions].map { pass.lattice.candidates[$0] }
    guard
      let verdict = OnewayJudge(model).verdict(
        on: rows, through: candidates, fixes, like: pass, by: builder,
        withFarRoads: !past.isEmpty || positions != broken, using: &joining)
    else { return }
    if let lawful = verdict.dropped {
      if agrees(lawful, with: candidates, behind: past.count) {
        take(lawful.numbers.dropFirst(past.count), at: positions, of: &decided, pass.lattice)
      } else {
        setOdds(verdict.odds, at: positions, of: decided, &pass.lattice)
      }
    } else if let odds = verdict.farOdds ?? (verdict.isSure(settings) || isDoubtful(verdict) ? verdict.odds : nil) {
      setOdds(odds, at: positions, of: decided, &pass.lattice)
    }
  }

  /// A live run knows less about the accuracy of the fixes than a run over the whole trace, so its lattice is trusted less.
  private func isDoubtful(_ verdict: OnewayJudge.Verdict) -> Bool { verdict.odds < settings.leastLiveOdds }

  /// Whether a lawful sequence leads on from the rows that were decided before, and to those that follow.
  private func agrees(
    _ lawful: OnewayJudge.LawfulSequence, with candidates: [Candidate], behind count: Int
  ) -> Bool {
    let isJoinedBefore = count == 0 || lawful.edges[count - 1] == candidates[count - 1].position.edge
    return isJoinedBefore && lawful.edges.last == candidates.last?.position.edge
  }

  private func take(
    _ numbers: ArraySlice<Int>, at positions: Range<Int>, of decided: inout DecidedRows, _ lattice: Lattice
  ) {
    for (position, number) in zip(positions, numbers) {
      let candidates = lattice.rows[decided.rows[position]].candidates
      if number < candidates.count { decided.states[position] = candidates.lowerBound + number }
    }
  }

  private func setOdds(_ odds: Double, at positions: Range<Int>, of decided: DecidedRows, _ lattice: inout Lattice) {
    let share = probability(ofLogOdds: odds)
    for position in positions where lattice.candidates[decided.states[position]].isWrongWay {
      lattice.setShareAgainstOneways(of: decided.rows[position], to: share, restIsOffRoad: true)
    }
  }

  // MARK: The minute before

  private mutating func remember(_ decided: DecidedRows, _ positions: Range<Int>, _ lattice: Lattice) {
    guard let newest = positions.last.map({ lattice.rows[decided.rows[$0]].fix }) else { return }
    if past.isEmpty { past.reserveCapacity(Self.mostPastRows + Self.leastForgotten) }
    for position in positions {
      let candidate = lattice.candidates[decided.states[position]]
      if candidate.isOffRoad {
        past.removeAll()
      } else {
        past.append(PastRow(row: lattice.rows[decided.rows[position]], candidate: candidate))
      }
    }
    let reach = settings.surroundings
    let rows = past.firstIndex { !Self.isEarlier($0.row.fix, than: newest, by: reach) } ?? 0
    if rows >= Self.leastForgotten { past.removeFirst(rows) }
    if past.count >= Self.mostPastRows + Self.leastForgotten { past.removeFirst(past.count - Self.mostPastRows) }
    let fixes = fixes.firstIndex { !Self.isEarlier($0, than: newest, by: reach) } ?? 0
    if fixes >= Self.leastForgotten { self.fixes.removeFirst(fixes) }
  }

  /// A bound on memory, since every live trace keeps as many.
  private static let mostPastRows = 32
  /// Moving the rows that stay costs as much for one row as for several.
  private static let leastForgotten = 8

  private static func isEarlier(_ fix: KeptFix, than newest: KeptFix, by reach: Seconds) -> Bool {
    guard let begin = fix.time, let end = newest.time else { return fix.number < newest.number }
    return end.seconds(since: begin) > reach
  }
}

extension ForwardPass {
  /// Makes the decided rows of the last chain undecided again, from one on.
  fileprivate mutating func takeBack(from row: Int) {
    guard let chain = chains.last, let place = chain.rows.firstIndex(of: row) else { return }
    firstUndecided = chain.rows[max(place, 1) - 1]
    chains[chains.count - 1].isBegun = place > 0
  }
}

internal import Geodesy
internal import Moments
internal import PathSearch
internal import RoadGraph
internal import RoadRules

/// Decides once more, by errors that drift, where the lattice finds a oneway in doubt.
///
/// The lattice knows the distances of fixes from roads, but not that fixes a few seconds apart err in the same way. A
/// vehicle whose fixes go over to the other carriageway has changed it; one whose fixes were beside the road all the time
/// has not. So the likeliest path that breaks the oneway is compared with the likeliest ones that break none, by
/// the likelihood of all fixes from a minute before to a minute after (``PathLikelihood``), and by the prices of what the
/// paths do.
///
/// Where no lawful path leads through the candidates, or fixes are too few, the lattice is believed.
struct OnewayJudge {
  private let model: MatchingModel
  private var settings: DriftSettings { _read { yield model.settings.drift } }

  /// Whether a lawful path over roads farther away was likelier than a drive against a oneway.
  private(set) var needsFarCandidates = false

  init(_ model: MatchingModel) { self.model = model }

  /// Replaces the states of decided rows where another path is likelier, and the posteriors where the odds are sure.
  ///
  /// - Parameter pass: with the posteriors of the rows.
  mutating func judge(
    _ decided: inout DecidedRows, of pass: inout ForwardPass, by builder: PathBuilder,
    using joining: inout JoiningMemory
  ) {
    let doubts = doubts(in: decided, of: pass.lattice)
    for (number, doubt) in doubts.enumerated() {
      let before = doubts[..<number].last { $0.broken != nil }?.broken?.upperBound ?? decided.rows.startIndex
      let after = doubts[(number + 1)...].first { $0.broken != nil }?.broken?.lowerBound ?? decided.rows.endIndex
      let scope = before..<max(before, after)
      guard scope.contains(doubt.peak) else { continue }
      let dispute =
        doubt.broken.map { accused(by: $0, within: scope, in: decided, of: &pass, by: builder, using: &joining) }
        ?? missed(at: doubt, within: scope, in: decided, of: pass.lattice, by: builder, using: &joining.search)
      guard let dispute, dispute.isWon else { continue }
      settle(dispute, &decided, &pass.lattice)
    }
  }

  // MARK: Doubts

  /// Decided rows with a likely candidate against a oneway.
  private struct Doubt {
    /// Positions among the decided rows.
    var positions: Range<Int>
    /// The position of the likeliest such candidate, and the candidate.
    var peak: Int
    var state: Int
    /// From the first to the last row at which the likeliest path breaks the oneway.
    var broken: Range<Int>?

    mutating func add(_ position: Int, isBroken: Bool) {
      positions = positions.lowerBound..<position + 1
      if isBroken { broken = (broken?.lowerBound ?? position)..<position + 1 }
    }
  }

  private func doubts(in decided: DecidedRows, of lattice: Lattice) -> [Doubt] {
    var doubts: [Doubt] = []
    let least = settings.leastDoubt
    for position in decided.rows.indices {
      let candidates = lattice.rows[decided.rows[position]].candidates
      guard let state = candidateInDoubt(among: candidates, atLeast: least, lattice) else { continue }
      if doubts.last.map({ !continues($0, at: position, in: decided, of: lattice) }) ?? true {
        doubts.append(Doubt(positions: position..<position + 1, peak: position, state: state))
      }
      let last = doubts.count - 1
      doubts[last].add(position, isBroken: lattice.candidates[decided.states[position]].isWrongWay)
      guard lattice.posteriors[state] > lattice.posteriors[doubts[last].state] else { continue }
      (doubts[last].peak, doubts[last].state) = (position, state)
    }
    return doubts
  }

  /// The likeliest candidate against a oneway.
  private func candidateInDoubt(among candidates: Range<Int>, atLeast least: Double, _ lattice: Lattice) -> Int? {
    var (best, state) = (least, Int?.none)
    for i in candidates where lattice.posteriors[i] >= best && lattice.candidates[i].isWrongWay {
      (best, state) = (lattice.posteriors[i], i)
    }
    return state
  }

  private func continues(_ doubt: Doubt, at position: Int, in decided: DecidedRows, of lattice: Lattice) -> Bool {
    if doubt.positions.upperBound == position { return true }
    let last = decided.rows[doubt.positions.upperBound - 1]
    return lattice.seconds(from: last, to: decided.rows[position]) <= settings.longestPause
  }

  // MARK: Disputes

  /// A sequence through some rows.
  private struct Dispute {
    /// Positions among the decided rows.
    var positions: Range<Int>
    /// One for each row.
    var states: [Int]
    /// Whether it becomes the decided sequence, with posteriors from the odds.
    var isWon: Bool
    /// The log odds that the oneway was broken.
    var odds: Double
  }

  /// The likeliest sequence breaks a oneway; the others are the likeliest ones where no oneway may be broken.
  private mutating func accused(
    by broken: Range<Int>, within scope: Range<Int>, in decided: DecidedRows, of pass: inout ForwardPass,
    by builder: PathBuilder, using joining: inout JoiningMemory
  ) -> Dispute? {
    let positions = surroundings(of: broken, settings.surroundings, within: scope, in: decided, of: pass.lattice)
    let states = Array(decided.states[positions])
    guard states.contains(where: { pass.lattice.candidates[$0].isWrongWay }) else { return nil }
    let rows = decided.rows[positions].map { pass.lattice.rows[$0] }
    // Where the oneway is broken from the first fix to the last, nothing tells how far off they are.
    guard
      let verdict = verdict(
        on: rows, through: states.map { pass.lattice.candidates[$0] }, usable(in: rows, by: builder), like: pass,
        by: builder, withFarRoads: positions != broken && !needsFarCandidates, using: &joining)
    else { return nil }
    if let lawful = verdict.dropped, zip(rows, lawful.numbers).allSatisfy({ $0.candidates.count > $1 }) {
      let states = zip(rows, lawful.numbers).map { $0.candidates.lowerBound + $1 }
      return Dispute(positions: positions, states: states, isWon: true, odds: verdict.odds)
    }
    if verdict.farOdds != nil { needsFarCandidates = true }
    return Dispute(positions: positions, states: states, isWon: verdict.isSure(settings), odds: verdict.odds)
  }

  private func usable(in rows: [LatticeRow], by builder: PathBuilder) -> ArraySlice<KeptFix> {
    guard let first = rows.first?.fix.number, let last = rows.last?.fix.number else { return [] }
    return builder.usable(from: first, through: last)
  }

  /// What lawful paths say of a drive against a oneway.
  struct Verdict {
    /// The least log odds that it was driven, against paths through near candidates; infinite without one.
    var odds: Double
    /// The path for which it is dropped.
    var dropped: LawfulSequence?
    /// The same log odds against paths over farther roads, if it is dropped for one of these.
    var farOdds: Double?

    func isSure(_ settings: DriftSettings) -> Bool { odds.isFinite && odds >= settings.sureOdds }
  }

  /// `nil` where the lattice is believed: the drive is not against a oneway for long, has a break, or has too few fixes.
  ///
  /// - Parameters:
  ///   - candidates: one of each row, on the likeliest path.
  ///   - usable: the usable fixes of the rows.
  ///   - pass: what learned how exact the fixes are.
  func verdict(
    on rows: [LatticeRow], through candidates: [Candidate], _ usable: some Collection<KeptFix>,
    like pass: borrowing ForwardPass, by builder: PathBuilder, withFarRoads: Bool, using joining: inout JoiningMemory
  ) -> Verdict? {
    guard let evidence = DriftEvidence(rows, usable, model) else { return nil }
    let ways = builder.ways(through: candidates, of: rows, using: &joining.search)
    guard ways.count == 1, evidence.isBroken(by: ways[0]) else { return nil }
    var suspected = SuspectedPath(ways[0], by: evidence)
    var verdict = odds(
      of: &suspected, against: lawful(rows, like: pass, model.lawful, using: &joining), by: evidence)
    let isFarOpen = withFarRoads && evidence.period <= settings.longestPeriodOfFarRoads
    guard verdict.dropped == nil, isFarOpen else { return verdict }
    let far = odds(
      of: &suspected, against: lawful(rows, like: pass, model.lawful.withFarCandidates, using: &joining), by: evidence)
    verdict.farOdds = far.dropped == nil ? nil : far.odds
    return verdict
  }

  private func odds(
    of suspected: inout SuspectedPath, against lawful: [LawfulSequence], by evidence: DriftEvidence
  ) -> Verdict {
    var odds = Double.infinity
    for (rank, sequence) in lawful.enumerated() {
      if rank > 0, suspected.glance(at: sequence.path) == .likelier { continue }
      guard let other = suspected.odds(against: sequence.path) else { continue }
      let least =
        settings.leastOdds(every: evidence.period, lasting: other.lasting) - (rank > 0 ? settings.rivalMargin : 0)
      odds = min(odds, other.log)
      if other.log < least { return Verdict(odds: odds, dropped: sequence) }
    }
    return Verdict(odds: odds)
  }

  /// The likeliest sequence of candidates where no oneway may be broken, or one of the next.
  struct LawfulSequence {
    fileprivate var path: [EdgeStretch]
    /// One candidate of each row, counted from the first. The rules do not change which candidates a row has.
    var numbers: [Int]
    /// The edges of these candidates.
    var edges: [EdgeID]
  }

  /// The likeliest sequences by a lawful model, the likeliest first.
  private func lawful(
    _ rows: [LatticeRow], like laid: borrowing ForwardPass, _ model: MatchingModel, using joining: inout JoiningMemory
  ) -> [LawfulSequence] {
    var pass = ForwardPass(model, pace: laid.pace)
    pass.errorMemory = laid.errorMemory
    for row in rows where pass.take(row.fix, using: &joining) != nil { return [] }
    guard pass.chains.count == 1, pass.chains[0].rows.count == rows.count else { return [] }
    let states = pass.lattice.likeliestStates(of: pass.chains[0].rows)
    let lawful = pass.lattice.rows
    guard states.count == rows.count else { return [] }
    let window = LatticeWindow(rows: pass.chains[0].rows, states: states, begin: .open, end: .open)
    let builder = PathBuilder(model)
    return ([states] + rivals(in: window, of: pass.lattice, model) { _ in true }).compactMap { states in
      path(states, of: lawful, pass.lattice, by: builder, using: &joining.search).map { path in
        LawfulSequence(
          path: path, numbers: zip(lawful, states).map { $1 - $0.candidates.lowerBound },
          edges: states.map { pass.lattice.candidates[$0].position.edge })
      }
    }
  }

  /// The likeliest sequence breaks no oneway there; the other one is the likeliest through a candidate that does.
  private func missed(
    at doubt: Doubt, within scope: Range<Int>, in decided: DecidedRows, of lattice: Lattice, by builder: PathBuilder,
    using search: inout PathSearch
  ) -> Dispute? {
    let positions = surroundings(
      of: doubt.peak..<doubt.peak + 1, 2 * settings.surroundings, within: scope, in: decided, of: lattice)
    let rows = decided.rows[positions].map { lattice.rows[$0] }
    guard let evidence = DriftEvidence(rows, usable(in: rows, by: builder), model) else { return nil }
    let window = window(positions, of: decided)
    let (first, last) = (positions.lowerBound, positions.upperBound - 1)
    let states = lattice.likeliestStates(of: decided.rows[positions], leastWay: model.leastWay) { position, state in
      let isEnd = position == first && window.begin == .closed || position == last && window.end == .closed
      if isEnd { return state == decided.states[position] }
      return !lattice.candidates[state].isOffRoad && (position != doubt.peak || state == doubt.state)
    }
    guard let states, let broken = path(states, of: rows, lattice, by: builder, using: &search),
      let own = path(window.states, of: rows, lattice, by: builder, using: &search)
    else { return nil }
    var suspected = SuspectedPath(broken, by: evidence)
    guard var odds = logOdds(of: &suspected, against: own), odds >= settings.sureOdds else { return nil }
    let rivals = rivals(in: window, of: lattice, model) { deviation in
      deviation.positions.contains { states[$0] != window.states[$0] }
        && !deviation.states.contains { lattice.candidates[$0].isWrongWay }
    }
    for rival in rivals where odds >= settings.sureOdds {
      guard let path = path(rival, of: rows, lattice, by: builder, using: &search) else { continue }
      odds = min(odds, logOdds(of: &suspected, against: path) ?? odds)
    }
    return Dispute(positions: positions, states: states, isWon: odds >= settings.sureOdds, odds: odds)
  }

  /// Infinite where a glance is enough; `nil` if the path is not against a oneway.
  private func logOdds(of suspected: inout SuspectedPath, against lawful: [EdgeStretch]) -> Double? {
    switch suspected.glance(at: lawful) {
    case .notBroken: nil
    case .lessLikely: -.infinity
    case .likelier: .infinity
    case .open: suspected.odds(against: lawful)?.log
    }
  }

  /// The next sequences through a window, the likeliest first: the likeliest may be wrong in other ways than by a oneway.
  private func rivals(
    in window: LatticeWindow, of lattice: Lattice, _ model: MatchingModel, where isWanted: (RunnerUps.Deviation) -> Bool
  ) -> [[Int]] {
    var runnerUps = RunnerUps(window, of: lattice, mostMargin: settings.mostRivalMargin, leastWay: model.leastWay)
    var rivals: [[Int]] = []
    while rivals.count < settings.mostRivals, let deviation = runnerUps.nextDeviation() {
      guard isWanted(deviation) else { continue }
      var rival = window.states
      rival.replaceSubrange(deviation.positions, with: deviation.states)
      rivals.append(rival)
    }
    return rivals
  }

  /// Rows with the likeliest sequence, which others leave and join unless a chain begins or ends there.
  private func window(_ positions: Range<Int>, of decided: DecidedRows) -> LatticeWindow {
    let isBegin = positions.lowerBound == decided.rows.startIndex && !decided.continues
    let isEnd = positions.upperBound == decided.rows.endIndex && decided.isEnd
    return LatticeWindow(
      rows: Array(decided.rows[positions]), states: Array(decided.states[positions]), begin: isBegin ? .open : .closed,
      end: isEnd ? .open : .closed)
  }

  /// The rows around others, as long as the likeliest path is on roads and has no break.
  private func surroundings(
    of core: Range<Int>, _ reach: Seconds, within scope: Range<Int>, in decided: DecidedRows, of lattice: Lattice
  ) -> Range<Int> {
    func isNear(_ position: Int, _ row: Int) -> Bool {
      abs(lattice.seconds(from: row, to: decided.rows[position])) <= reach
        && !lattice.candidates[decided.states[position]].isOffRoad
    }
    let (first, last) = (decided.rows[core.lowerBound], decided.rows[core.upperBound - 1])
    var (begin, end) = (core.lowerBound, core.upperBound)
    while begin > scope.lowerBound, isNear(begin - 1, first), isJoined(begin, in: decided, of: lattice) { begin -= 1 }
    while end < scope.upperBound, isNear(end, last), isJoined(end, in: decided, of: lattice) { end += 1 }
    return begin..<end
  }

  /// Whether the likeliest path leads from the row before to this one.
  private func isJoined(_ position: Int, in decided: DecidedRows, of lattice: Lattice) -> Bool {
    let (row, before) = (lattice.rows[decided.rows[position]], lattice.rows[decided.rows[position - 1]])
    let (state, last) = (decided.states[position], decided.states[position - 1])
    let line = row.transitions + (last - before.candidates.lowerBound) * row.candidates.count
    return lattice.transitions[line + state - row.candidates.lowerBound]
      > model.leastWay(row, lattice.candidates[state])
  }

  /// `nil` if the path has a break.
  private func path(
    _ states: [Int], of rows: [LatticeRow], _ lattice: Lattice, by builder: PathBuilder, using search: inout PathSearch
  ) -> [EdgeStretch]? {
    let ways = builder.ways(through: states, of: rows, lattice, using: &search)
    return ways.count == 1 ? ways[0] : nil
  }

  // MARK: Verdicts

  private func settle(_ dispute: Dispute, _ decided: inout DecidedRows, _ lattice: inout Lattice) {
    let share = probability(ofLogOdds: dispute.odds)
    for (position, state) in zip(dispute.positions, dispute.states)
    where decided.states[position] != state || lattice.candidates[state].isWrongWay {
      decided.states[position] = state
      lattice.setShareAgainstOneways(of: decided.rows[position], to: share)
    }
  }
}

extension MatchingModel {
  /// The model of a vehicle that stays on roads and breaks no oneway.
  fileprivate var lawful: MatchingModel {
    var settings = settings
    settings.rules.wrongWayEntry = Self.never
    settings.transition.leavingRoad = Self.never
    settings.breaks.outlierMargin = .infinity
    return MatchingModel(graph: graph, settings: settings)
  }

  fileprivate var withFarCandidates: MatchingModel {
    MatchingModel(graph: graph, settings: settings.withFarCandidates)
  }

  /// Dearer than any path.
  private static var never: Double { 1000 }
}

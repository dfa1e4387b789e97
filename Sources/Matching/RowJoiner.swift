internal import Geodesy
internal import PathSearch
internal import RoadGraph
internal import Storage

/// Scratch memory for joining rows, reused from row to row and from trace to trace.
struct JoiningMemory: ~Copyable, Sendable {
  var search = PathSearch()
  /// With its origin at the second row.
  fileprivate var rowRuler = LocalRuler(at: Place(latitudeE7: 0, longitudeE7: 0))
  /// The candidates of the first row, likeliest first.
  fileprivate var sources = GrowingArray<JoinSource>()
  /// The candidates of the second row that are on a road.
  fileprivate var targets = GrowingArray<JoinTarget>()
  /// The targets that need a search.
  fileprivate var openTargets = GrowingArray<OpenTarget>()
  /// The log probability of reaching each target from a road where the map has no path.
  fileprivate var unseen = GrowingArray<Double>()
  /// The transitions: a line for each candidate of the first row, an entry for each of the second.
  fileprivate var logs = GrowingArray<Double>()
  /// A lower bound on the cost of what the time between the rows says.
  fileprivate var durations: DurationBound?
  /// The log probability of the likeliest candidate of the second row so far, including its emission.
  fileprivate var best = -Double.infinity
  /// The greatest emission of the targets.
  fileprivate var greatestEmission = -Double.infinity
  /// The expected duration of the likeliest path to the likeliest candidate of the second row; `nil` off the road.
  var likeliestDuration: Seconds?
  /// The number of edges that the searches for one fix have settled so far.
  private var settledEdges = 0
  /// The greatest number of edges settled for any fix so far.
  private(set) var mostSettledEdges = 0
  /// Whether the bound ended a search for the fix, so that a path to it may have been missed.
  private(set) var metBound = false

  /// Begins the searches for a fix, which together have a bound.
  mutating func beginFix() { (settledEdges, metBound) = (0, false) }

  /// Runs the search within what is left of the bound.
  fileprivate mutating func runSearch() {
    search.run()
    settledEdges += search.settledCount
    metBound = metBound || search.metBound
    mostSettledEdges = max(mostSettledEdges, settledEdges)
  }

  /// The limit of a step's searches, with no more edges than are left for this fix.
  fileprivate func limit(of step: TransitionStep) -> SearchLimit {
    var limit = step.limit
    limit.edges = max(0, limit.edges - settledEdges)
    return limit
  }

  /// Records a likelier transition from a source to a target.
  fileprivate mutating func improve(_ k: Int, from source: JoinSource, by path: FoundPath, _ logOfPath: Double) {
    let log = logOfPath - source.turning
    guard log > logs[source.line + k] else { return }
    logs[source.line + k] = log
    let score = source.score + log
    guard score > targets[k].score else { return }
    targets[k].score = score
    targets[k].duration = path.duration
    best = max(best, score + targets[k].candidate.logEmission)
  }
}

/// Finds the transitions between the candidates of two rows.
///
/// A class, because its settings are 2 kB that a value would copy with every call of its methods.
final class RowJoiner: Sendable {
  private let graph: RoadGraph
  private let settings: MatchingSettings
  let transition: Transition

  init(graph: RoadGraph, settings: MatchingSettings) {
    self.graph = graph
    self.settings = settings
    transition = Transition(graph: graph, settings: settings)
  }

  /// Fills in the transitions between two rows, the likeliest candidate of the first row first: what it reaches bounds
  /// the searches of the others.
  ///
  /// - Parameter ruler: with its origin at the second row.
  func join(
    _ row: Int, to previous: Int, _ step: TransitionStep, by ruler: LocalRuler, in lattice: inout Lattice,
    using memory: inout JoiningMemory
  ) {
    let from = lattice.rows[previous].candidates
    let to = lattice.rows[row].candidates
    memory.rowRuler = ruler
    memory.durations = step.time?.bound(metres: step.beta)
    memory.search.open(on: graph, rules: settings.rules)
    findTargets(to.dropLast(), step, in: lattice, &memory)
    findSources(from, in: lattice, &memory)
    joinOffRoad(from, step, in: lattice, &memory)
    let unseen = memory.best
    for i in 0..<memory.sources.count where !memory.sources[i].candidate.isOffRoad {
      joinOnRoad(memory.sources[i], step, &memory)
    }
    if memory.best <= unseen { turnRound(step, &memory) }
    let first = lattice.transitions.count
    memory.logs.append(to: &lattice.transitions)
    lattice.join(row, to: previous, transitions: first)
    let likeliest = lattice.best(in: row).map { $0 - to.lowerBound } ?? memory.targets.count
    memory.likeliestDuration = likeliest < memory.targets.count ? memory.targets[likeliest].duration : nil
  }

  private func findSources(_ from: Range<Int>, in lattice: Lattice, _ memory: inout JoiningMemory) {
    memory.sources.removeAll()
    for i in from where lattice.scores[i] > -settings.search.beam {
      let candidate = lattice.candidates[i]
      let place = candidate.isOffRoad ? SearchPlace() : memory.search.place(candidate.position)
      let source = JoinSource(
        line: (i - from.lowerBound) * (memory.targets.count + 1), score: lattice.scores[i], candidate: candidate,
        place: place)
      memory.sources.append(source)
      var rank = memory.sources.count - 1
      while rank > 0, memory.sources[rank - 1].score < source.score {
        memory.sources[rank] = memory.sources[rank - 1]
        rank -= 1
      }
      memory.sources[rank] = source
    }
  }

  private func findTargets(
    _ candidates: Range<Int>, _ step: TransitionStep, in lattice: Lattice, _ memory: inout JoiningMemory
  ) {
    memory.targets.removeAll()
    memory.greatestEmission = -.infinity
    for j in candidates {
      let candidate = lattice.candidates[j]
      let tail = graph.tail(of: candidate.position.edge)
      let place = memory.search.place(candidate.position)
      memory.targets.append(
        JoinTarget(
          tail: tail, tailPoint: memory.rowRuler.point(graph.place(of: tail)), candidate: candidate, place: place,
          speed: memory.search.speed(at: place),
          unseen: transition.unseenLogProbability(to: candidate, step)))
      memory.greatestEmission = max(memory.greatestEmission, candidate.logEmission)
    }
  }

  /// Initialises the transitions: off the road, onto it, or from road to road where no path is known.
  private func joinOffRoad(
    _ from: Range<Int>, _ step: TransitionStep, in lattice: Lattice, _ memory: inout JoiningMemory
  ) {
    memory.logs.removeAll()
    memory.unseen.removeAll()
    for k in 0..<memory.targets.count { memory.unseen.append(memory.targets[k].unseen) }
    var (onRoad, offRoad) = (-Double.infinity, -Double.infinity)
    for i in from {
      let isSource = lattice.scores[i] > -settings.search.beam
      let wasOff = lattice.candidates[i].isOffRoad
      if isSource { if wasOff { offRoad = lattice.scores[i] } else { onRoad = max(onRoad, lattice.scores[i]) } }
      let added = !isSource ? -.infinity : wasOff ? settings.transition.leavingRoad : 0
      memory.logs.append(sumsOf: memory.unseen, and: added)
      memory.logs.append(
        isSource ? -step.offRoad - step.unseen - (wasOff ? 0 : settings.transition.leavingRoad) : -.infinity)
    }
    memory.best = -.infinity
    for k in 0..<memory.targets.count {
      let unseen = memory.targets[k].unseen
      let score = max(onRoad + unseen, offRoad + (unseen + settings.transition.leavingRoad))
      memory.targets[k].score = score
      memory.best = max(memory.best, score + memory.targets[k].candidate.logEmission)
    }
  }

  private func joinOnRoad(_ source: JoinSource, _ step: TransitionStep, _ memory: inout JoiningMemory) {
    joinDirectly(source, step, &memory)
    limitTargets(of: source, step, &memory)
    guard !memory.openTargets.isEmpty else { return }
    memory.search.begin(
      from: source.place, within: memory.limit(of: step), metresPerPenalty: step.beta, toward: goal(memory),
      durations: memory.durations)
    for i in 0..<memory.openTargets.count {
      let open = memory.openTargets[i]
      let k = open.index
      let worse = settings.search.targetBeam + memory.greatestEmission - memory.targets[k].candidate.logEmission
      memory.search.addTarget(
        memory.targets[k].place, limit: open.limit, timedLimit: open.timedLimit, slack: step.beta * worse)
    }
    memory.runSearch()
    for i in 0..<memory.openTargets.count {
      let k = memory.openTargets[i].index
      guard let path = memory.search.path(to: memory.targets[k].place) else { continue }
      let completed = transition.completed(path, from: source.candidate, to: memory.targets[k].candidate)
      memory.improve(k, from: source, by: completed, transition.logProbability(completed, step))
    }
  }

  /// Joins the candidates of vehicles that turned round at the first fix, or between it and the second one, and left the
  /// road at its other end.
  ///
  /// Only where no other path leads to the likeliest candidate: so a U-turn never competes with a path without one, and
  /// other rows cost nothing.
  private func turnRound(_ step: TransitionStep, _ memory: inout JoiningMemory) {
    for i in 0..<memory.sources.count {
      var source = memory.sources[i]
      guard let turned = transition.turnedRound(source.candidate) else { continue }
      source.candidate = turned.candidate
      source.place = memory.search.place(turned.candidate.position)
      source.turning = turned.penalty
      joinOnRoad(source, step, &memory)
    }
  }

  /// A circle around the open targets.
  private func goal(_ memory: borrowing JoiningMemory) -> SearchGoal {
    var radius: Metres = 0
    for i in 0..<memory.openTargets.count {
      radius = max(radius, memory.targets[memory.openTargets[i].index].candidate.distance)
    }
    return SearchGoal(around: memory.rowRuler, radius: radius + SearchGoal.rounding)
  }

  /// The joins that need no search. Targets that may need one stay in the open targets.
  private func joinDirectly(_ source: JoinSource, _ step: TransitionStep, _ memory: inout JoiningMemory) {
    let a = source.candidate
    let segment = a.position.edge.segment
    let head = graph.head(of: a.position.edge)
    memory.openTargets.removeAll()
    for k in 0..<memory.targets.count {
      let isSameRoad = segment == memory.targets[k].candidate.position.edge.segment
      if isSameRoad, source.turning > 0 { continue }  // joined before
      guard isSameRoad || head == memory.targets[k].tail else {
        memory.openTargets.append(OpenTarget(index: k))
        continue
      }
      let b = memory.targets[k].candidate
      let speed = memory.targets[k].speed
      let direct = isSameRoad ? transition.directJoin(from: a, to: b, step, speed: speed) : nil
      let path = direct?.path ?? adjacentJoin(source, k, step, &memory)
      if let path { memory.improve(k, from: source, by: path, transition.logProbability(path, step)) }
      if path == nil || direct?.join == .turnedRound { memory.openTargets.append(OpenTarget(index: k)) }
    }
  }

  /// Like the method of ``Transition``, with the turn priced by the search.
  private func adjacentJoin(
    _ source: JoinSource, _ k: Int, _ step: TransitionStep, _ memory: inout JoiningMemory
  ) -> FoundPath? {
    let (a, b) = (source.candidate, memory.targets[k].candidate)
    let first = a.length - a.position.offset
    guard first <= step.limit.length,
      let turn = memory.search.plainTurn(from: source.place, onto: memory.targets[k].place)
    else { return nil }
    var path = FoundPath(length: first + b.position.offset, penalty: turn.penalty)
    if step.time != nil {
      path.duration =
        first / memory.search.speed(at: source.place) + turn.duration + b.position.offset / memory.targets[k].speed
    }
    return transition.completed(path, from: a, to: b)
  }

  /// Limits the search from a source to what can matter. It does not search where another candidate is already a much
  /// likelier predecessor, nor for a target that is much less likely than the best one, nor for a target farther away
  /// than all this allows: to the end of one edge, then straight to the start of the other. The open targets that
  /// matter remain.
  private func limitTargets(of source: JoinSource, _ step: TransitionStep, _ memory: inout JoiningMemory) {
    let a = source.candidate
    let (toHead, score) = (a.length - a.position.offset, source.score - source.turning - step.onRoad)
    let leastOfAll = memory.best - settings.search.targetBeam - memory.greatestEmission
    guard toHead <= step.straight + step.beta * min(score - leastOfAll, settings.search.detourPruning) else {
      return memory.openTargets.removeAll()
    }
    let head = graph.head(of: a.position.edge)
    let headPoint = memory.rowRuler.point(graph.place(of: head))
    var kept = 0
    for i in 0..<memory.openTargets.count {
      let k = memory.openTargets[i].index
      let least = max(
        memory.targets[k].score - settings.search.posteriorPruning,
        memory.best - settings.search.targetBeam - memory.targets[k].candidate.logEmission)
      let timedLimit = step.straight + step.beta * (score - least)
      let limit = min(timedLimit, step.straight + step.beta * settings.search.detourPruning)
      let ends = toHead + memory.targets[k].candidate.position.offset
      guard ends <= limit else { continue }
      let isNear =
        head == memory.targets[k].tail || ends + headPoint.distance(to: memory.targets[k].tailPoint) <= limit
      guard isNear else { continue }
      memory.openTargets[kept] = OpenTarget(index: k, limit: limit, timedLimit: timedLimit)
      kept += 1
    }
    memory.openTargets.truncate(to: kept)
  }
}

/// A candidate of the first row.
struct JoinSource: BitwiseCopyable {
  /// The start of its transitions.
  var line: Int
  /// The log probability of the likeliest path to it.
  var score: Double
  var candidate: Candidate
  /// No place if it is off the road.
  var place: SearchPlace
  /// The price of turning round there first.
  var turning = 0.0
}

/// A candidate of the second row.
struct JoinTarget: BitwiseCopyable {
  /// The tail of its edge.
  var tail: NodeID
  var tailPoint: LocalPoint
  var candidate: Candidate
  var place: SearchPlace
  /// The expected speed on its edge.
  var speed: MetresPerSecond
  /// The log probability of reaching it from a road where the map has no path.
  var unseen: Double
  /// The log probability of the likeliest path to it so far, without its emission.
  var score = -Double.infinity
  /// The expected duration of that path; `nil` off the road.
  var duration: Seconds?
}

/// A target that needs a search.
struct OpenTarget: BitwiseCopyable {
  /// Its index in the targets of the row.
  var index: Int
  /// The greatest cost of a path to it.
  var limit: Metres = 0
  /// The same, including the price of its duration.
  var timedLimit: Metres = 0
}

internal import Geodesy
internal import RoadGraph
internal import Routing

/// Finds the transitions between the candidates of two rows.
struct RowJoiner {
  private let graph: RoadGraph
  private let settings: MatchingSettings
  private let transition: Transition
  var search = PathSearch()
  var ruler = MovingRuler(at: Place(latitudeE7: 0, longitudeE7: 0))
  /// With its origin at the latter of two rows.
  private var rowRuler = LocalRuler(at: Place(latitudeE7: 0, longitudeE7: 0))
  /// Candidates of the former of two rows, likeliest first.
  private var sources: [Int] = []
  /// Those of the latter that are on a road.
  private var targets: [RowTarget] = []
  /// Those of them that a search must look for.
  private var openTargets: [OpenTarget] = []

  init(graph: RoadGraph, settings: MatchingSettings) {
    self.graph = graph
    self.settings = settings
    transition = Transition(graph: graph, settings: settings)
  }

  /// Fills the transitions between two rows, the likeliest candidate of the former first: what it reaches bounds how far
  /// the others need to look.
  ///
  /// While a row is being joined, the scores of its candidates hold the best way to each so far, without its emission.
  mutating func join(_ row: Int, to previous: Int, _ step: TransitionStep, in lattice: inout Lattice) {
    let from = lattice.rows[previous].candidates
    let to = lattice.rows[row].candidates
    let first = lattice.transitions.count
    lattice.transitions.append(contentsOf: repeatElement(-.infinity, count: from.count * to.count))
    for j in to { lattice.scores[j] = -.infinity }
    orderSources(from, in: lattice)
    rowRuler = ruler.local(at: lattice.rows[row].fix.place)
    findTargets(to.dropLast(), step, in: lattice)
    for i in sources { joinOffRoad(first + (i - from.lowerBound) * to.count, from: i, to: to, step, in: &lattice) }
    for i in sources where !lattice.candidates[i].isOffRoad {
      joinOnRoad(first + (i - from.lowerBound) * to.count - to.lowerBound, from: i, step, in: &lattice)
    }
    lattice.join(row, to: previous, transitions: first)
  }

  private mutating func orderSources(_ from: Range<Int>, in lattice: Lattice) {
    sources.removeAll(keepingCapacity: true)
    for i in from where lattice.scores[i] > -settings.beam {
      sources.append(i)
      var place = sources.count - 1
      while place > 0, lattice.scores[sources[place - 1]] < lattice.scores[i] {
        sources[place] = sources[place - 1]
        place -= 1
      }
      sources[place] = i
    }
  }

  private mutating func findTargets(_ candidates: Range<Int>, _ step: TransitionStep, in lattice: Lattice) {
    targets.removeAll(keepingCapacity: true)
    for j in candidates {
      let candidate = lattice.candidates[j]
      let tail = graph.tail(of: candidate.position.edge)
      targets.append(
        RowTarget(
          number: j, tail: tail, tailPoint: rowRuler.point(graph.place(of: tail)), candidate: candidate,
          unseen: transition.unseenLogProbability(to: candidate, step)))
    }
  }

  /// Off the road, onto it, or from road to road where no way is known.
  private func joinOffRoad(
    _ line: Int, from i: Int, to all: Range<Int>, _ step: TransitionStep, in lattice: inout Lattice
  ) {
    let wasOff = lattice.candidates[i].isOffRoad
    for k in targets.indices {
      let log = wasOff ? targets[k].unseen + settings.leavingRoad : targets[k].unseen
      lattice.improve(line + k, from: i, to: targets[k].number, log)
    }
    let log = -step.offRoad - step.unseen - (wasOff ? 0 : settings.leavingRoad)
    lattice.improve(line + targets.count, from: i, to: all.upperBound - 1, log)
  }

  /// - Parameter line: where the transition to candidate 0 would be.
  private mutating func joinOnRoad(_ line: Int, from i: Int, _ step: TransitionStep, in lattice: inout Lattice) {
    joinDirectly(line, from: i, step, in: &lattice)
    guard !openTargets.isEmpty else { return }
    limitTargets(from: i, step, in: lattice)
    guard !openTargets.isEmpty else { return }
    let a = lattice.candidates[i].position
    search.begin(
      from: a, within: step.limit, rules: settings.rules, metresPerPenalty: step.beta, toward: goal())
    var greatest = -Double.infinity
    for k in targets.indices { greatest = max(greatest, targets[k].candidate.logEmission) }
    for open in openTargets {
      let worse = settings.targetBeam + greatest - targets[open.index].candidate.logEmission
      search.addTarget(targets[open.index].candidate.position, limit: open.limit, slack: step.beta * worse)
    }
    search.run(on: graph)
    for open in openTargets {
      let number = targets[open.index].number
      let b = targets[open.index].candidate.position
      guard let path = search.path(to: b, on: graph) else { continue }
      let log = transition.logProbability(transition.completed(path, from: a, to: b), step)
      lattice.improve(line + number, from: i, to: number, log)
    }
  }

  /// A circle around the open targets.
  private func goal() -> SearchGoal {
    var radius: Metres = 0
    for open in openTargets { radius = max(radius, targets[open.index].candidate.distance) }
    return SearchGoal(around: rowRuler, radius: radius + SearchGoal.rounding)
  }

  /// The joins that need no search; what may need one is left in `openTargets`.
  private mutating func joinDirectly(_ line: Int, from i: Int, _ step: TransitionStep, in lattice: inout Lattice) {
    let a = lattice.candidates[i]
    let head = graph.head(of: a.position.edge)
    openTargets.removeAll(keepingCapacity: true)
    for k in targets.indices {
      let to = targets[k].candidate.position.edge
      let isSameRoad = a.position.edge.segment == to.segment
      guard isSameRoad || head == targets[k].tail else {
        openTargets.append(OpenTarget(index: k))
        continue
      }
      let (number, b) = (targets[k].number, targets[k].candidate)
      let direct = isSameRoad ? transition.directJoin(from: a.position, to: b.position, step) : nil
      let path = direct?.path ?? transition.adjacentJoin(from: a, to: b, step)
      if let path {
        lattice.improve(line + number, from: i, to: number, transition.logProbability(path, step))
      }
      if path == nil || direct?.join == .turnedRound { openTargets.append(OpenTarget(index: k)) }
    }
  }

  /// How far a search from candidate `i` can matter: not where another candidate is already much likelier to have come
  /// from, nor to a target that is much less likely than the best, nor to one that lies farther than all this allows: to
  /// the end of one edge, straight to the begin of the other. Leaves the targets that do matter in `openTargets`.
  private mutating func limitTargets(from i: Int, _ step: TransitionStep, in lattice: Lattice) {
    var best = -Double.infinity
    for k in targets.indices {
      best = max(best, lattice.scores[targets[k].number] + targets[k].candidate.logEmission)
    }
    let a = lattice.candidates[i]
    let head = graph.head(of: a.position.edge)
    let headPoint = rowRuler.point(graph.place(of: head))
    let (toHead, score) = (a.length - a.position.offset, lattice.scores[i] - step.onRoad)
    var kept = 0
    for open in openTargets {
      let k = open.index
      let least = max(
        lattice.scores[targets[k].number] - settings.posteriorPruning,
        best - settings.targetBeam - targets[k].candidate.logEmission)
      let limit = step.straight + step.beta * min(score - least, settings.detourPruning)
      let ends = toHead + targets[k].candidate.position.offset
      guard ends <= limit, head == targets[k].tail || ends + headPoint.distance(to: targets[k].tailPoint) <= limit
      else { continue }
      openTargets[kept] = OpenTarget(index: k, limit: limit)
      kept += 1
    }
    openTargets.removeLast(openTargets.count - kept)
  }
}

/// A candidate of the latter of two rows.
private struct RowTarget: BitwiseCopyable {
  /// In the lattice.
  var number: Int
  /// Of its edge.
  var tail: NodeID
  var tailPoint: LocalPoint
  var candidate: Candidate
  /// The log probability of coming to it from a road where the map has no way.
  var unseen: Double
}

/// A candidate that a search must look for.
private struct OpenTarget: BitwiseCopyable {
  /// Into the targets of the row.
  var index: Int
  /// What a way to it may cost at the most.
  var limit: Metres = 0
}

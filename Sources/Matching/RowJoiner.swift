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
  /// Candidates of the former of two rows, likeliest first.
  private var sources: [Int] = []
  /// Candidates of the latter row that a search must look for.
  private var openTargets: [Int] = []

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
    for i in sources { joinOffRoad(first + (i - from.lowerBound) * to.count, from: i, to: to, step, in: &lattice) }
    for i in sources where !lattice.candidates[i].isOffRoad {
      joinOnRoad(first + (i - from.lowerBound) * to.count, from: i, to: to.dropLast(), step, in: &lattice)
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

  /// Off the road, onto it, or from road to road where no way is known.
  private func joinOffRoad(
    _ line: Int, from i: Int, to targets: Range<Int>, _ step: TransitionStep, in lattice: inout Lattice
  ) {
    let wasOff = lattice.candidates[i].isOffRoad
    for (column, j) in targets.enumerated() {
      let target = lattice.candidates[j]
      var log = transition.unseenLogProbability(to: target, step)
      if target.isOffRoad {
        log = -step.offRoad - step.unseen - (wasOff ? 0 : settings.leavingRoad)
      } else if wasOff {
        log += settings.leavingRoad
      }
      set(line + column, from: i, to: j, log, in: &lattice)
    }
  }

  private mutating func joinOnRoad(
    _ line: Int, from i: Int, to targets: Range<Int>, _ step: TransitionStep, in lattice: inout Lattice
  ) {
    joinDirectly(line, from: i, to: targets, step, in: &lattice)
    guard let limit = searchLimit(from: i, to: targets, step, in: lattice) else { return }
    let a = lattice.candidates[i].position
    search.begin(
      from: a, within: limit, rules: settings.rules, metresPerPenalty: step.beta,
      toward: goal(in: lattice))
    let greatest = greatestEmission(of: targets, in: lattice)
    for j in openTargets {
      let target = lattice.candidates[j]
      let worse = settings.targetBeam + greatest - target.logEmission
      search.addTarget(target.position.edge, slack: target.position.offset + step.beta * worse)
    }
    search.run(on: graph)
    for j in openTargets {
      let target = lattice.candidates[j].position
      guard let path = search.path(to: target, on: graph) else { continue }
      let log = transition.logProbability(transition.completed(path, from: a, to: target), step)
      set(line + j - targets.lowerBound, from: i, to: j, log, in: &lattice)
    }
  }

  private func greatestEmission(of targets: Range<Int>, in lattice: Lattice) -> Double {
    var greatest = -Double.infinity
    for j in targets { greatest = max(greatest, lattice.candidates[j].logEmission) }
    return greatest
  }

  /// A circle around the begins of the open targets' edges.
  private mutating func goal(in lattice: Lattice) -> SearchGoal {
    let ruler = ruler.local(at: lattice.candidates[openTargets[0]].place)
    var radius: Metres = 0
    for j in openTargets {
      let tail = graph.tail(of: lattice.candidates[j].position.edge)
      radius = max(radius, ruler.point(graph.place(of: tail)).distance(to: .origin))
    }
    return SearchGoal(around: ruler, radius: radius)
  }

  /// The joins that need no search; what may need one is left in `openTargets`.
  private mutating func joinDirectly(
    _ line: Int, from i: Int, to targets: Range<Int>, _ step: TransitionStep, in lattice: inout Lattice
  ) {
    let a = lattice.candidates[i]
    openTargets.removeAll(keepingCapacity: true)
    for j in targets {
      let b = lattice.candidates[j]
      let direct = transition.directJoin(from: a.position, to: b.position, step)
      let path = direct?.path ?? transition.adjacentJoin(from: a, to: b, step)
      if let path {
        set(line + j - targets.lowerBound, from: i, to: j, transition.logProbability(path, step), in: &lattice)
      }
      if path == nil || direct?.join == .turnedRound { openTargets.append(j) }
    }
  }

  private func set(_ entry: Int, from i: Int, to j: Int, _ log: Double, in lattice: inout Lattice) {
    guard log > lattice.transitions[entry] else { return }
    lattice.transitions[entry] = log
    lattice.scores[j] = max(lattice.scores[j], lattice.scores[i] + log)
  }

  /// How far a search from candidate `i` can matter: not where another candidate is already much likelier to have come
  /// from, nor to a target that is much less likely than the best, nor to one that lies farther than all this allows.
  /// Leaves the targets that do matter in `openTargets`; `nil` when there are none.
  private mutating func searchLimit(
    from i: Int, to targets: Range<Int>, _ step: TransitionStep, in lattice: Lattice
  ) -> SearchLimit? {
    guard !openTargets.isEmpty else { return nil }
    var best = -Double.infinity
    for j in targets { best = max(best, lattice.scores[j] + lattice.candidates[j].logEmission) }
    var limit = step.limit
    limit.cost = 0
    var kept = 0
    for j in openTargets {
      let least = max(
        lattice.scores[j] - settings.posteriorPruning,
        best - settings.targetBeam - lattice.candidates[j].logEmission)
      let cost = step.straight + step.beta * min(lattice.scores[i] - step.onRoad - least, settings.detourPruning)
      guard transition.leastLength(from: lattice.candidates[i], to: lattice.candidates[j], &ruler) <= cost else {
        continue
      }
      limit.cost = max(limit.cost, cost)
      openTargets[kept] = j
      kept += 1
    }
    openTargets.removeLast(openTargets.count - kept)
    return kept > 0 ? limit : nil
  }
}

internal import Geodesy
private import Glibc
internal import RandomNumbers
internal import RoadGraph

/// Lets a drive leave the road on a smooth curve over open ground and return to its route further on.
struct OpenGround {
  let graph: RoadGraph
  /// The length of route that is replaced.
  let span: ClosedRange<Metres>

  /// The middle half of a curve keeps this distance from every road: five times the error of a fix, so that nobody can
  /// mistake it for a drive on one of them.
  static let clearance: Metres = 25

  /// The steps with a curve instead of a part of them; `nil` if sixty draws found no open ground.
  func crossed(by steps: [Step], using random: inout SplitMix64) -> [Step]? {
    let lengths = steps.map { $0.length(on: graph) }
    let total = lengths.reduce(0, +)
    var scratch = NearbyScratch()
    for _ in 0..<60 {
      let wanted = random.uniform(in: span)
      let begin = random.uniform() * (total - wanted)
      let height = random.uniform(in: 0.35...0.7) * (random.happens(0.5) ? 1 : -1)
      guard begin > Self.margin, begin + wanted < total - Self.margin,
        let from = locate(begin, in: steps, lengths), let to = locate(begin + wanted, in: steps, lengths),
        steps[from.step...to.step].allSatisfy({ $0.ordinaryRoad != nil }),
        isOpen(steps[from.step]), isOpen(steps[to.step]),
        let curve = curve(from: position(from, in: steps), to: position(to, in: steps), height: height),
        isClear(curve, &scratch)
      else { continue }
      return spliced(curve, into: steps, from: from, to: to)
    }
    return nil
  }

  /// A drive begins and ends on the road, for at least as long as a matcher needs to recognise it.
  private static let margin: Metres = 100

  /// The step at a distance from the start, and the metres driven on it.
  private func locate(_ distance: Metres, in steps: [Step], _ lengths: [Metres]) -> (step: Int, driven: Metres)? {
    var rest = distance
    for step in steps.indices {
      if rest < lengths[step] { return (step, rest) }
      rest -= lengths[step]
    }
    return nil
  }

  /// Walls and railings keep vehicles inside tunnels and on bridges.
  private func isOpen(_ step: Step) -> Bool {
    step.ordinaryRoad.map { graph.flags(of: $0.edge).isDisjoint(with: [.tunnel, .bridge, .ferry]) } ?? false
  }

  private func position(_ at: (step: Int, driven: Metres), in steps: [Step]) -> (place: Place, course: Degrees) {
    guard let road = steps[at.step].ordinaryRoad else { preconditionFailure("no ordinary road") }
    let offset = road.begin + at.driven
    let middle = min(max(offset, 1), max(1, graph.length(of: road.edge) - 1))
    let around = graph.shape(of: EdgeStretch(edge: road.edge, begin: middle - 1, end: middle + 1))
    let course = bearing(from: .origin, to: LocalRuler(at: around[0]).point(around[around.count - 1]))
    return (graph.place(on: road.edge, at: offset), course)
  }

  /// A curve that leaves one place in its direction, bulges to one side and arrives at the other place in its
  /// direction: two cubic pieces that join smoothly at the top of the bulge.
  ///
  /// - Parameter height: of the bulge, as a share of the straight line; positive to the left.
  /// - Source: cubic Hermite curves, e.g. Farin, Curves and Surfaces for CAGD, 5th ed. 2002.
  private func curve(
    from begin: (place: Place, course: Degrees), to end: (place: Place, course: Degrees), height: Double
  ) -> [Place]? {
    let ruler = LocalRuler(at: begin.place)
    let last = ruler.point(end.place)
    let straight = last.distance(to: .origin)
    guard straight >= 80 else { return nil }
    let top = LocalPoint(x: last.x / 2 - last.y * height, y: last.y / 2 + last.x * height)
    let outward = vector(begin.course, straight / 2)
    let inward = vector(end.course, straight / 2)
    let along = LocalPoint(x: last.x * 0.7, y: last.y * 0.7)
    let points =
      hermite(from: .origin, outward, to: top, along) + hermite(from: top, along, to: last, inward).dropFirst()
    return points.dropLast().map(ruler.place) + [end.place]
  }

  private func vector(_ course: Degrees, _ length: Metres) -> LocalPoint {
    let radians = course * .pi / 180
    return LocalPoint(x: length * sin(radians), y: length * cos(radians))
  }

  private func hermite(
    from begin: LocalPoint, _ beginTangent: LocalPoint, to end: LocalPoint, _ endTangent: LocalPoint
  ) -> [LocalPoint] {
    (0...24).map { number in
      let t = Double(number) / 24
      let a = (1 + 2 * t) * (1 - t) * (1 - t)
      let b = t * (1 - t) * (1 - t)
      let c = t * t * (3 - 2 * t)
      let d = t * t * (t - 1)
      return LocalPoint(
        x: a * begin.x + b * beginTangent.x + c * end.x + d * endTangent.x,
        y: a * begin.y + b * beginTangent.y + c * end.y + d * endTangent.y)
    }
  }

  private func isClear(_ curve: [Place], _ scratch: inout NearbyScratch) -> Bool {
    var found: [NearbyRoad] = []
    for place in curve[curve.count / 4...3 * curve.count / 4] {
      graph.roads(near: place, within: Self.clearance, into: &found, using: &scratch)
      if !found.isEmpty { return false }
    }
    return true
  }

  private func spliced(
    _ curve: [Place], into steps: [Step], from: (step: Int, driven: Metres), to: (step: Int, driven: Metres)
  ) -> [Step] {
    guard let first = steps[from.step].ordinaryRoad, let last = steps[to.step].ordinaryRoad else { return steps }
    let before = Step(ground: .road(first.edge, begin: first.begin, end: first.begin + from.driven))
    let after = Step(ground: .road(last.edge, begin: last.begin + to.driven, end: last.end))
    let middle = [before, Step(ground: .open(curve), kind: .offRoad), after].filter { $0.length(on: graph) > 0 }
    return Array(steps[..<from.step]) + middle + Array(steps[(to.step + 1)...])
  }
}

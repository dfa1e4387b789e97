internal import RoadGraph
internal import RoadRules

/// The delays of turns in all classes of hours, and what they are in the mean at the end of each edge.
///
/// Speeds are learned with the delays in them. Where both are used, the edge has the speed without the mean delay of its
/// turns, and no more than its free flow; what a delay takes beyond that stays with the edges on which it was spent.
struct EndDelays: Sendable {
  struct Turn: Sendable {
    var from: EdgeID
    var onto: EdgeID
    /// In seconds, one for each class.
    var delays: [Float]
    var passages: Float
  }

  /// Ascending by both edges.
  private(set) var turns: [Turn] = []
  private var rangeOfEdge: [EdgeID: Range<Int>] = [:]

  init(_ delays: [TurnDelay], _ classes: WeekClasses) {
    let sorted = delays.sorted { ($0.from, $0.onto) < ($1.from, $1.onto) }
    var begin = 0
    while begin < sorted.count {
      var end = begin
      while end < sorted.count, sorted[end].from == sorted[begin].from, sorted[end].onto == sorted[begin].onto {
        end += 1
      }
      append(sorted[begin..<end], classes)
      begin = end
    }
  }

  private mutating func append(_ rows: ArraySlice<TurnDelay>, _ classes: WeekClasses) {
    guard let first = rows.first else { return }
    let passages = rows.reduce(0.0) { $0 + Double($1.support.passages) }
    let mean = rows.reduce(0.0) { $0 + Double(max(1, $1.support.passages)) * $1.mean }
    let weight = rows.reduce(0.0) { $0 + Double(max(1, $1.support.passages)) }
    var delays = [Float](repeating: Float(mean / weight), count: classes.count)
    for number in 0..<classes.count {
      let part = classes.parts(of: number)
      if let row = rows.first(where: { $0.hours.days == part.days && $0.hours.hours.contains(part.hours.lowerBound) }) {
        delays[number] = Float(row.mean)
      }
    }
    let start = rangeOfEdge[first.from]?.lowerBound ?? turns.count
    turns.append(
      Turn(from: first.from, onto: first.onto, delays: delays.map { max(0, $0) }, passages: Float(max(1, passages))))
    rangeOfEdge[first.from] = start..<turns.count
  }

  /// The mean delay at the end of an edge, in seconds.
  func mean(of edge: EdgeID, in class: Int) -> Float {
    guard let range = rangeOfEdge[edge] else { return 0 }
    var (sum, passages): (Float, Float) = (0, 0)
    for turn in turns[range] {
      sum += turn.passages * turn.delays[`class`]
      passages += turn.passages
    }
    return sum / passages
  }

  /// The pace without the delay at the end, in seconds per metre.
  func movingPace(of edge: Int, in classes: Range<Int>, pace: Double, _ model: SpeedModel) -> Double {
    guard rangeOfEdge[EdgeID(edge)] != nil else { return pace }
    let delay = classes.reduce(0.0) { $0 + Double(mean(of: EdgeID(edge), in: $1)) } / Double(classes.count)
    let least = model.freeFlow[edge] > 0 ? 3.6 / Double(model.freeFlow[edge]) : pace / 2
    return min(pace, max(pace - delay / Double(model.field.lengths[edge]), least))
  }
}

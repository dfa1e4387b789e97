internal import RoadGraph
internal import RoadRules

/// The delays of turns in all classes of hours, by the edge at whose end they are.
///
/// Speeds are learned with the delays in them; ``MovingTimes`` has them without.
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

  /// The number of passages of the turns at the end of an edge, and their mean delays in all, in seconds.
  func sums(of edge: EdgeID) -> (passages: Double, delay: Double) {
    guard let range = rangeOfEdge[edge] else { return (0, 0) }
    return turns[range].reduce((0, 0)) { sums, turn in
      let mean = turn.delays.reduce(0.0) { $0 + Double($1) } / Double(turn.delays.count)
      return (sums.0 + Double(turn.passages), sums.1 + Double(turn.passages) * mean)
    }
  }
}

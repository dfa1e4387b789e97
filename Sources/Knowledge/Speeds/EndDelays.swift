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

  /// - Parameter delays: in any order.
  init(_ delays: [TurnDelay], _ classes: WeekClasses) {
    var ofTurn: [TurnDelay] = []
    for row in delays.sorted(by: { ($0.from, $0.onto) < ($1.from, $1.onto) }) { take(row, &ofTurn, classes) }
    append(ofTurn, classes)
    order()
  }

  /// - Parameter rows: calls its argument with rows, those of a turn in succession.
  init(_ classes: WeekClasses, rows: ((TurnDelay) throws -> Void) throws -> Void) throws {
    var ofTurn: [TurnDelay] = []
    try rows { take($0, &ofTurn, classes) }
    append(ofTurn, classes)
    order()
  }

  private mutating func take(_ row: TurnDelay, _ ofTurn: inout [TurnDelay], _ classes: WeekClasses) {
    if let last = ofTurn.last, last.from != row.from || last.onto != row.onto {
      append(ofTurn, classes)
      ofTurn.removeAll(keepingCapacity: true)
    }
    ofTurn.append(row)
  }

  /// What a fold knows, without its rows.
  init(_ fold: DelayFold) {
    for number in 0..<fold.cells.turnCount where !fold.cells.cells(of: number).isEmpty {
      let (from, onto) = fold.index.edges(of: number)
      var turn = Turn(from: from, onto: onto, delays: [], passages: 0)
      let means = fold.means(of: number)
      let passages = means.reduce(0) { $0 + $1.passages }
      let mean = means.reduce(0.0) { $0 + Double($1.passages) * $1.mean } / Double(passages)
      turn.passages = Float(passages)
      turn.delays = [Float](repeating: Float(mean), count: fold.classes.count)
      for part in means { turn.delays[part.weekClass] = Float(part.mean) }
      turns.append(turn)
    }
    order()
  }

  private mutating func append(_ rows: [TurnDelay], _ classes: WeekClasses) {
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
    turns.append(
      Turn(from: first.from, onto: first.onto, delays: delays.map { max(0, $0) }, passages: Float(max(1, passages))))
  }

  private mutating func order() {
    turns.sort { ($0.from, $0.onto) < ($1.from, $1.onto) }
    for (number, turn) in turns.enumerated() {
      rangeOfEdge[turn.from] = (rangeOfEdge[turn.from]?.lowerBound ?? number)..<number + 1
    }
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

internal import Geodesy

/// The classes of the week in which each turn was passed, numbered without gaps: the cells.
///
/// Shapes, for *t* turns:
///
///     masks     3 t, a bit for each of at most 192 classes
///     firsts    t + 1, the number of the first cell of each turn
struct DelayCells: Sendable {
  private var masks: [UInt64]
  private var firsts: [UInt32] = []

  init(turns: Int) { masks = [UInt64](repeating: 0, count: 3 * turns) }

  mutating func insert(turn: Int, weekClass: Int) { masks[3 * turn + weekClass / 64] |= 1 << UInt64(weekClass % 64) }

  /// Numbers the cells; nothing may be inserted afterwards.
  mutating func number() {
    firsts.reserveCapacity(masks.count / 3 + 1)
    var sum: UInt32 = 0
    for turn in 0..<masks.count / 3 {
      firsts.append(sum)
      for word in 0..<3 { sum += UInt32(masks[3 * turn + word].nonzeroBitCount) }
    }
    firsts.append(sum)
  }

  var count: Int { Int(firsts.last ?? 0) }
  var turnCount: Int { firsts.count - 1 }

  func cells(of turn: Int) -> Range<Int> { Int(firsts[turn])..<Int(firsts[turn + 1]) }

  /// The number of a cell; `nil` if the turn was not passed in the class.
  func cell(turn: Int, weekClass: Int) -> Int? {
    let (word, bit) = (weekClass / 64, UInt64(weekClass % 64))
    guard masks[3 * turn + word] >> bit & 1 != 0 else { return nil }
    var rank = (masks[3 * turn + word] & ((1 << bit) - 1)).nonzeroBitCount
    for earlier in 0..<word { rank += masks[3 * turn + earlier].nonzeroBitCount }
    return Int(firsts[turn]) + rank
  }

  /// The classes of the cells of a turn, ascending.
  func classes(of turn: Int) -> [Int] {
    (0..<192).filter { masks[3 * turn + $0 / 64] >> UInt64($0 % 64) & 1 != 0 }
  }
}

/// Sums of the delays in each cell.
struct DelaySums: Sendable {
  var counts: [UInt32]
  var sums: [Float]
  var squares: [Float]

  init(cells: Int) {
    counts = [UInt32](repeating: 0, count: cells)
    sums = [Float](repeating: 0, count: cells)
    squares = sums
  }

  mutating func add(_ delay: Seconds, to cell: Int) {
    counts[cell] += 1
    sums[cell] += Float(delay)
    squares[cell] += Float(delay * delay)
  }
}

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

/// Sums of the delays in each cell; whole numbers, so that the order in which they are added says nothing.
struct DelaySums: Sendable {
  private(set) var counts: [UInt32]
  /// In microseconds, and in 2⁻²⁰ s².
  private var sums: [Int64]
  private var squares: [Int64]
  /// What was lost on the free road, and its time in free flow, in microseconds.
  private var loss: Int64 = 0
  private var free: Int64 = 0

  init(cells: Int) {
    counts = [UInt32](repeating: 0, count: cells)
    sums = [Int64](repeating: 0, count: cells)
    squares = sums
  }

  mutating func add(_ delay: Seconds, to cell: Int) {
    counts[cell] += 1
    sums[cell] += Int64((delay * 1e6).rounded())
    squares[cell] += Int64((delay * delay * 0x1p20).rounded())
  }

  mutating func addRoad(loss: Seconds, free: Seconds) {
    self.loss += Int64((loss * 1e6).rounded())
    self.free += Int64((free * 1e6).rounded())
  }

  mutating func add(_ other: DelaySums) {
    for cell in counts.indices {
      counts[cell] += other.counts[cell]
      sums[cell] += other.sums[cell]
      squares[cell] += other.squares[cell]
    }
    loss += other.loss
    free += other.free
  }

  func sum(of cell: Int) -> Seconds { Double(sums[cell]) / 1e6 }
  func squares(of cell: Int) -> Double { Double(squares[cell]) / 0x1p20 }

  /// What is lost on the free road, as a share of the time in free flow.
  var slowness: Double { max(0, min(Double(loss) / 1e6 / (Double(free) / 1e6 + 1_000), 0.4)) }
}

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

  /// The cells of turns that follow each other.
  init(joining parts: [DelayCells]) {
    masks = parts.flatMap(\.masks)
    number()
  }

  mutating func insert(turn: Int, weekClass: Int) { masks[3 * turn + weekClass / 64] |= 1 << UInt64(weekClass % 64) }

  /// Inserts those of the same turns.
  mutating func merge(_ other: DelayCells) {
    for word in masks.indices { masks[word] |= other.masks[word] }
  }

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
    var classes: [Int] = []
    for word in 0..<3 {
      var rest = masks[3 * turn + word]
      while rest != 0 {
        classes.append(64 * word + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return classes
  }
}

/// Sums of the delays in each cell; whole numbers, so that the order in which they are added says nothing.
struct DelaySums: Sendable {
  private(set) var counts: [UInt32]
  /// In microseconds.
  private var sums: [Int64]
  /// By the kind of turn, in 2⁻¹⁰ s².
  private var squares: [Int64]
  private(set) var road = RoadLoss()

  init(cells: Int) {
    counts = [UInt32](repeating: 0, count: cells)
    sums = [Int64](repeating: 0, count: cells)
    squares = [Int64](repeating: 0, count: TurnKind.count)
  }

  /// The sums of cells that follow each other.
  init(joining parts: [DelaySums], road: RoadLoss) {
    self.init(cells: 0)
    let count = parts.reduce(0) { $0 + $1.counts.count }
    counts.reserveCapacity(count)
    sums.reserveCapacity(count)
    for part in parts {
      counts += part.counts
      sums += part.sums
      addSquares(part)
    }
    self.road = road
  }

  mutating func add(_ delay: Seconds, to cell: Int, kind: UInt8) {
    counts[cell] += 1
    sums[cell] += Int64((delay * 1e6).rounded())
    squares[Int(kind)] += Int64((delay * delay * 0x1p10).rounded())
  }

  mutating func addRoad(loss: Seconds, free: Seconds) { road.add(loss: loss, free: free) }

  mutating func add(_ other: DelaySums) {
    for cell in counts.indices {
      counts[cell] += other.counts[cell]
      sums[cell] += other.sums[cell]
    }
    addSquares(other)
    road.add(other.road)
  }

  private mutating func addSquares(_ other: DelaySums) {
    for kind in squares.indices { squares[kind] += other.squares[kind] }
  }

  func sum(of cell: Int) -> Seconds { Double(sums[cell]) / 1e6 }
  func squares(ofKind kind: Int) -> Double { Double(squares[kind]) / 0x1p10 }
}

/// What was lost on the free road, and its time in free flow; whole numbers, too.
struct RoadLoss: Sendable {
  /// In microseconds.
  private var loss: Int64 = 0
  private var free: Int64 = 0

  mutating func add(loss: Seconds, free: Seconds) {
    self.loss += Int64((loss * 1e6).rounded())
    self.free += Int64((free * 1e6).rounded())
  }

  mutating func add(_ other: RoadLoss) {
    loss += other.loss
    free += other.free
  }

  /// As a share of the time in free flow.
  var slowness: Double { max(0, min(Double(loss) / 1e6 / (Double(free) / 1e6 + 1_000), 0.4)) }
}

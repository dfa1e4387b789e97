internal import Geodesy

/// The passages of some turns, beside each other by turn and class.
struct SortedTurns: Sendable {
  private let firstTurn: Int
  private let cells: DelayCells
  private var passages: [TurnPassage]
  /// By cell, and one more.
  private var firsts: [Int]
  private let ranks: VehicleRanks
  private let hashes: VehicleHashes

  /// - Parameter unsorted: all passages of the turns.
  init(_ unsorted: [TurnPassage], turns: Range<Int>, _ ranks: VehicleRanks, _ hashes: VehicleHashes) {
    firstTurn = turns.lowerBound
    cells = DelayCells(of: unsorted, turns: turns)
    (self.ranks, self.hashes) = (ranks, hashes)
    firsts = [Int](repeating: 0, count: cells.count + 1)
    let numbers = unsorted.map { [cells, firstTurn] in
      cells.cell(turn: Int($0.turn) - firstTurn, weekClass: Int($0.weekClass)) ?? 0
    }
    for cell in numbers { firsts[cell + 1] += 1 }
    for cell in 0..<cells.count { firsts[cell + 1] += firsts[cell] }
    var ends = firsts
    passages = unsorted
    for (passage, cell) in zip(unsorted, numbers) {
      passages[ends[cell]] = passage
      ends[cell] += 1
    }
    for cell in 0..<cells.count { passages[firsts[cell]..<firsts[cell + 1]].sort { $0.delay < $1.delay } }
  }

  /// Calls `body` with each class in which a turn was passed, ascending, and its passages by delay.
  func forEachClass(of turn: Int, _ body: (Int, ArraySlice<TurnPassage>) throws -> Void) rethrows {
    for (cell, weekClass) in zip(cells.cells(of: turn - firstTurn), cells.classes(of: turn - firstTurn)) {
      try body(weekClass, passages[firsts[cell]..<firsts[cell + 1]])
    }
  }

  func support(of passages: ArraySlice<TurnPassage>) -> Support {
    Support(of: passages.map { ranks[$0.vehicle] }, drives: passages.map(\.drive), hashes)
  }

  /// The share that stood; `nil` unless nine of ten passages say it. Those that do not are often those that stood.
  func stood(of passages: ArraySlice<TurnPassage>) -> Double? {
    let known = passages.count { $0.stood >= 0 }
    guard known > 0, 10 * known >= 9 * passages.count else { return nil }
    return Double(passages.count { $0.stood == 1 }) / Double(known)
  }
}

internal import Storage

/// Rows of any number, in the order in which they are appended: the first ones in memory, all of them in a scratch file
/// when they are too many.
final class Spool<Row: BitwiseCopyable> {
  private let memory: ChangeMemory
  private let limit: Int
  private var rows: [Row] = []
  private var file: ScratchFile?
  private(set) var count = 0

  init(_ memory: ChangeMemory) {
    self.memory = memory
    limit = memory.rows(of: Row.self)
  }

  func append(_ row: Row) throws(ExtractError) {
    if rows.count == limit { try flush() }
    rows.append(row)
    count += 1
  }

  private func flush() throws(ExtractError) {
    let file = if let file { file } else { try memory.scratchFile() }
    self.file = file
    let full = rows
    _ = try scratching { () throws(StorageError) in try file.append(full) }
    rows.removeAll(keepingCapacity: true)
  }

  /// Lends all rows in turn, until one ends the walk.
  ///
  /// - Parameter body: returns false to end it.
  func forEach(_ body: (Row) throws(ExtractError) -> Bool) throws(ExtractError) {
    var cursor = cursor()
    while let row = try cursor.next() { guard try body(row) else { return } }
  }

  func cursor() -> Cursor { Cursor(self) }

  /// A walk over the rows; none may be appended during it.
  struct Cursor {
    private let spool: Spool
    /// Rows of the file that were read last, and the number of the first of them.
    private var piece: [Row] = []
    private var position = 0
    private var begin = 0

    fileprivate init(_ spool: Spool) { self.spool = spool }

    mutating func next() throws(ExtractError) -> Row? {
      if position == piece.count {
        begin += piece.count
        position = 0
        piece = try spool.piece(from: begin)
        if piece.isEmpty { return nil }
      }
      position += 1
      return piece[position - 1]
    }
  }

  private func piece(from begin: Int) throws(ExtractError) -> [Row] {
    let onDisk = count - rows.count
    guard begin < onDisk, let file else { return begin < count ? rows : [] }
    return try rowsOnDisk(of: file, begin, atMost: min(onDisk - begin, memory.rowsRead(of: Row.self, runs: 1)))
  }
}

/// Rows of a scratch file.
func rowsOnDisk<Row: BitwiseCopyable>(
  of file: ScratchFile, _ begin: Int, atMost count: Int
) throws(ExtractError) -> [Row] {
  var rows: [Row] = []
  try scratching { () throws(StorageError) in
    try file.read(count, from: begin * MemoryLayout<Row>.stride, appendingTo: &rows)
  }
  return rows
}

/// Rows of any number, sorted: in memory, or in sorted runs in a scratch file when they are too many.
final class SortedRows<Row: BitwiseCopyable & Comparable> {
  private let memory: ChangeMemory
  private let limit: Int
  /// Not in a run yet.
  private var rows: [Row] = []
  private var areSorted = true
  private var file: ScratchFile?
  /// By the numbers of rows in the file.
  private var runs: [Range<Int>] = []

  init(_ memory: ChangeMemory) {
    self.memory = memory
    limit = memory.rows(of: Row.self)
  }

  func append(_ row: Row) throws(ExtractError) {
    if rows.count == limit { try cut() }
    if areSorted, let last = rows.last, row < last { areSorted = false }
    rows.append(row)
  }

  /// Ends a run: the rows so far leave memory.
  private func cut() throws(ExtractError) {
    sort()
    let full = rows
    rows.removeAll(keepingCapacity: true)
    try append(run: full)
  }

  /// Appends sorted rows as a run of their own.
  func append(run: [Row]) throws(ExtractError) {
    let file = if let file { file } else { try memory.scratchFile() }
    self.file = file
    let begin = runs.last?.upperBound ?? 0
    _ = try scratching { () throws(StorageError) in try file.append(run) }
    runs.append(begin..<begin + run.count)
  }

  private func sort() {
    if !areSorted { rows.sort() }
    areSorted = true
  }

  /// A walk over the rows from the least to the greatest; none may be appended during it.
  func cursor() throws(ExtractError) -> MergedRuns<Row> {
    sort()
    guard let file else { return try MergedRuns([RowRun(rows)]) }
    let size = memory.rowsRead(of: Row.self, runs: runs.count)
    var parts = runs.map { RowRun<Row>(of: file, $0, reading: size) }
    parts.append(RowRun(rows))
    return try MergedRuns(parts)
  }
}

/// A walk over one sorted run.
struct RowRun<Row: BitwiseCopyable> {
  private let file: ScratchFile?
  /// In the file, still to be read.
  private var rest: Range<Int> = 0..<0
  private let pieceSize: Int
  private var piece: [Row]
  private var position = 0

  init(_ rows: [Row]) { (file, piece, pieceSize) = (nil, rows, 0) }

  init(of file: ScratchFile, _ range: Range<Int>, reading pieceSize: Int) {
    (self.file, rest, self.pieceSize, piece) = (file, range, pieceSize, [])
  }

  mutating func next() throws(ExtractError) -> Row? {
    if position == piece.count {
      guard let file, !rest.isEmpty else { return nil }
      piece = try rowsOnDisk(of: file, rest.lowerBound, atMost: min(rest.count, pieceSize))
      rest = rest.lowerBound + piece.count..<rest.upperBound
      position = 0
    }
    position += 1
    return piece[position - 1]
  }
}

/// A walk over sorted runs as if they were one.
///
/// - Complexity: O(log *k*) comparisons a row, for *k* runs.
struct MergedRuns<Row: BitwiseCopyable & Comparable> {
  private struct Front {
    var row: Row
    let run: Int
  }

  private var runs: [RowRun<Row>]
  /// The next row of each run, as a heap.
  private var fronts: [Front] = []
  /// The number of the run that the last row came from.
  private(set) var run = 0

  init(_ runs: [RowRun<Row>]) throws(ExtractError) {
    self.runs = runs
    for number in runs.indices {
      if let row = try self.runs[number].next() { fronts.append(Front(row: row, run: number)) }
    }
    for number in fronts.indices.reversed() { sink(number) }
  }

  mutating func next() throws(ExtractError) -> Row? {
    guard let front = fronts.first else { return nil }
    run = front.run
    if let following = try runs[run].next() {
      fronts[0].row = following
    } else {
      fronts[0] = fronts[fronts.count - 1]
      fronts.removeLast()
    }
    sink(0)
    return front.row
  }

  private mutating func sink(_ number: Int) {
    var number = number
    while 2 * number + 1 < fronts.count {
      var least = 2 * number + 1
      if least + 1 < fronts.count, fronts[least + 1].row < fronts[least].row { least += 1 }
      guard fronts[least].row < fronts[number].row else { return }
      fronts.swapAt(number, least)
      number = least
    }
  }
}

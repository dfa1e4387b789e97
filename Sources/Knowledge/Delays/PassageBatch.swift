internal import Geodesy

/// Single passages of some cells, beside each other by cell.
struct PassageBatch {
  struct Passage {
    var delay: Float = 0
    var vehicle: UInt32 = 0
    var drive: UInt32 = 0
    /// −1 if it cannot be said.
    var stood: Int8 = -1
  }

  private let cells: Range<Int>
  private var passages: [Passage]
  /// By cell of the batch, and one more.
  private let firsts: [Int]
  private var ends: [Int]
  private var vehicles = NameNumbers()
  private var hashes = VehicleHashes([])
  private var drive: UInt32 = 0
  private var vehicle: UInt32 = 0
  private var lastKey: (String, Int64)?

  init(cells: Range<Int>, counts: [UInt32]) {
    self.cells = cells
    firsts = cells.reduce(into: [0]) { $0.append($0[$0.count - 1] + Int(counts[$1])) }
    ends = firsts.dropLast()
    passages = [Passage](repeating: Passage(), count: firsts[cells.count])
  }

  /// What follows is from a path of this drive.
  mutating func begin(_ record: DriveRecord) {
    if let lastKey, lastKey == (record.vehicle, record.begin) { return }
    lastKey = (record.vehicle, record.begin)
    drive += 1
    vehicle = vehicles[record.vehicle]
    if Int(vehicle) == hashes.count { hashes.append(record.vehicle) }
  }

  mutating func add(_ delay: Seconds, _ stood: Bool?, to cell: Int) {
    let number = cell - cells.lowerBound
    guard ends[number] < firsts[number + 1] else { return }
    passages[ends[number]] = Passage(
      delay: Float(delay), vehicle: vehicle, drive: drive, stood: stood.map { $0 ? 1 : 0 } ?? -1)
    ends[number] += 1
  }

  func passages(of cell: Int) -> ArraySlice<Passage> {
    passages[firsts[cell - cells.lowerBound]..<ends[cell - cells.lowerBound]]
  }

  func support(of passages: ArraySlice<Passage>) -> Support {
    Support(of: passages.map(\.vehicle), drives: passages.map(\.drive), hashes)
  }

  /// The share that stood; `nil` if most passages do not say it.
  func stood(of passages: ArraySlice<Passage>) -> Double? {
    let known = passages.count { $0.stood >= 0 }
    guard known > 0, 2 * known >= passages.count else { return nil }
    return Double(passages.count { $0.stood == 1 }) / Double(known)
  }
}

extension [Double] {
  /// A quantile of values in ascending order, of which there is at least one.
  ///
  /// - Source: definition 7 of Hyndman & Fan, The American Statistician 1996, doi:10.2307/2684934.
  func quantile(_ share: Double) -> Double {
    let place = share * Double(count - 1)
    let below = Int(place)
    let above = Swift.min(below + 1, count - 1)
    return self[below] + (place - Double(below)) * (self[above] - self[below])
  }
}

internal import Geodesy

/// A passage of a turn.
struct TurnPassage: BitwiseCopyable, Sendable {
  /// The number of the turn in its class of the week.
  var cell: UInt32 = 0
  var delay: Float = 0
  var vehicle: UInt32 = 0
  var drive: UInt32 = 0
  /// −1 if it cannot be said.
  var stood: Int8 = -1
}

/// Numbers for the drives and vehicles of passages, in the order in which they come.
struct PassageNumbers {
  private(set) var drive: UInt32 = 0
  private(set) var vehicle: UInt32 = 0
  private(set) var hashes = VehicleHashes([])
  private var vehicles = NameNumbers()
  private var last: (vehicle: String, begin: Int64)?

  /// What follows is from a path of this drive.
  mutating func begin(_ record: DriveRecord) {
    if let last, last == (record.vehicle, record.begin) { return }
    last = (record.vehicle, record.begin)
    drive += 1
    vehicle = vehicles[record.vehicle]
    if Int(vehicle) == hashes.count { hashes.append(record.vehicle) }
  }
}

/// The passages of some cells, beside each other by cell.
struct PassageBatch {
  private let cells: Range<Int>
  private var passages: [TurnPassage]
  /// By cell of the batch, and one more.
  private let firsts: [Int]
  private let hashes: VehicleHashes

  /// - Parameters:
  ///   - counts: of passages, by cell.
  ///   - unsorted: all passages of the cells.
  init(cells: Range<Int>, counts: [UInt32], _ unsorted: [TurnPassage], _ hashes: VehicleHashes) {
    self.cells = cells
    self.hashes = hashes
    firsts = cells.reduce(into: [0]) { $0.append($0[$0.count - 1] + Int(counts[$1])) }
    passages = [TurnPassage](repeating: TurnPassage(), count: unsorted.count)
    var ends = firsts
    for passage in unsorted {
      let number = Int(passage.cell) - cells.lowerBound
      passages[ends[number]] = passage
      ends[number] += 1
    }
  }

  func passages(of cell: Int) -> ArraySlice<TurnPassage> {
    passages[firsts[cell - cells.lowerBound]..<firsts[cell - cells.lowerBound + 1]]
  }

  func support(of passages: ArraySlice<TurnPassage>) -> Support {
    Support(of: passages.map(\.vehicle), drives: passages.map(\.drive), hashes)
  }

  /// The share that stood; `nil` unless nine of ten passages say it. Those that do not are often those that stood.
  func stood(of passages: ArraySlice<TurnPassage>) -> Double? {
    let known = passages.count { $0.stood >= 0 }
    guard known > 0, 10 * known >= 9 * passages.count else { return nil }
    return Double(passages.count { $0.stood == 1 }) / Double(known)
  }
}

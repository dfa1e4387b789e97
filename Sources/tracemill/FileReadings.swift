internal import Storage

/// How far the current reading of a file has come, where the file is read several times from beginning to end.
struct FileReadings {
  /// What is known of one reading.
  struct State: Equatable {
    /// From 1.
    var number: Int
    /// The share of the file that this reading has passed, from 0 to 1.
    var share: Double
    /// `nil` where a guess would be worth nothing.
    var bytesPerSecond: Double?
    /// Until the end of this reading, in seconds.
    var left: Double?

    var sentence: String {
      var words = ", reading \(number): \(Int(share * 100)) %"
      if let bytesPerSecond { words += ", \(decimalText(bytesPerSecond / 1e6, 1)) MB/s" }
      if let left { words += ", \(RunProgress.clock(left)) left of it" }
      return words
    }
  }

  private let total: Int
  private var number = 1
  private var last = (place: 0, seconds: 0.0)
  /// When this reading began, or a little earlier.
  private var begin = 0.0

  init(of total: Int) { self.total = total }

  /// A place before the last one begins another reading.
  mutating func state(at place: Int, after seconds: Double) -> State {
    if place < last.place {
      number += 1
      begin = last.seconds
    }
    last = (place, seconds)
    var state = State(number: number, share: min(1, Double(place) / Double(max(total, 1))))
    guard place > 0, seconds - begin >= 1 else { return state }
    let pace = Double(place) / (seconds - begin)
    state.bytesPerSecond = pace
    state.left = Double(max(0, total - place)) / pace
    return state
  }
}

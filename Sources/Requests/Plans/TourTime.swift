/// When on its day a tour begins, as a row of `--plans` says it. In seconds since local midnight.
enum TourTime: Hashable, Sendable {
  /// The planned departure: of several tours, a drive has the one nearest to its first fix.
  case departure(Int)
  /// The first fix of the drive is in this window.
  case window(Range<Int>)

  /// The time in a text such as `08:00` or `06:30-11:00`; `nil` for any other text.
  init?(_ text: String) {
    let sides = text.split(omittingEmptySubsequences: false) { "-–/".contains($0) }.map(Self.seconds)
    switch (sides.count, sides.first ?? nil, sides.last ?? nil) {
    case (1, let time?, _): self = .departure(time)
    case (2, let begin?, let end?) where begin < end: self = .window(begin..<end)
    default: return nil
    }
  }

  /// The seconds of a clock time such as `8:00`, `08:00` or `08:00:30`; 24:00 ends a day.
  private static func seconds(_ text: Substring) -> Int? {
    let fields = text.trimmingBlanks.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { field in
      (1...2).contains(field.utf8.count) && field.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(field) : nil
    }
    guard (2...3).contains(fields.count), numbers.count == fields.count, numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    let seconds = numbers.reduce(0) { 60 * $0 + $1 } * (fields.count == 2 ? 60 : 1)
    return seconds <= 86_400 ? seconds : nil
  }
}

/// The tours of one vehicle on one day.
struct DayTours: Sendable {
  /// What a drive has.
  enum Choice: Equatable {
    case row(Int)
    /// Its first fix is in no window.
    case outside
    /// It is as near to the departure of one row as to that of another.
    case undecided(Int, Int)
  }

  /// Without a time, a tour is the only one of its day.
  private var tours: [(time: TourTime?, row: Int)] = []

  /// The row of a tour that cannot be told apart from one at another time; `nil` if all can.
  func rival(of time: TourTime?) -> Int? {
    tours.first { other in
      switch (time, other.time) {
      case (nil, _), (_, nil): true
      case (.departure(let a)?, .departure(let b)?): a == b
      case (.window(let a)?, .window(let b)?): a.overlaps(b)
      case (.departure(let a)?, .window(let b)?), (.window(let b)?, .departure(let a)?): b.contains(a)
      }
    }?.row
  }

  mutating func append(_ time: TourTime?, row: Int) { tours.append((time, row)) }

  /// The row for a drive that begins at a time of day.
  func choice(at seconds: Int) -> Choice {
    var nearest: (row: Int, distance: Int)?
    var rival: Int?
    for tour in tours {
      switch tour.time {
      case nil: return .row(tour.row)
      case .window(let window)?: if window.contains(seconds) { return .row(tour.row) }
      case .departure(let departure)?:
        let distance = abs(departure - seconds)
        if let best = nearest, best.distance <= distance {
          if best.distance == distance { rival = tour.row }
        } else {
          (nearest, rival) = ((tour.row, distance), nil)
        }
      }
    }
    guard let nearest else { return .outside }
    return rival.map { .undecided(nearest.row, $0) } ?? .row(nearest.row)
  }
}

internal import Moments

/// Members of a stream in the order in which they fell silent: by rows, and by the time of the stream.
///
/// The times of a stream may run back; rows are counted and do not.
///
/// - Complexity: O(log *n*) for each row of one of *n* members, and for each member that is silent or leaves.
struct SilenceOrder<Member> {
  private var members: [Member?] = []
  private var free: [Int] = []
  private var rows = LowestFirst<Int>()
  private var times = LowestFirst<Timestamp>()

  var count: Int { members.count - free.count }

  /// Takes a new member, which ``hear(_:row:at:)`` places.
  ///
  /// - Returns: its number until it leaves.
  mutating func add(_ member: Member) -> Int {
    if let number = free.popLast() {
      members[number] = member
      return number
    }
    members.append(member)
    return members.count - 1
  }

  mutating func remove(_ number: Int) {
    guard members[number] != nil else { return }
    members[number] = nil
    free.append(number)
    rows.remove(number)
    times.remove(number)
  }

  /// Notes the newest row of a member.
  ///
  /// - Parameters:
  ///   - row: above those before it.
  ///   - time: of the stream; `nil` if it is not known.
  mutating func hear(_ number: Int, row: Int, at time: Timestamp?) {
    rows.set(number, to: row)
    if let time { times.set(number, to: time) }
  }

  /// The member that has been silent for the most rows.
  mutating func longestSilent() -> Member? { rows.lowest().flatMap { members[$0.number] } }

  /// The members that have been silent for more than a time, the one silent for the most rows first.
  mutating func idle(for limit: Double, at now: Timestamp) -> [Member] {
    var idle: [(number: Int, time: Timestamp)] = []
    while let lowest = times.lowest(), now.seconds(since: lowest.key) > limit {
      idle.append((lowest.number, lowest.key))
      times.remove(lowest.number)
    }
    for (number, time) in idle { times.set(number, to: time) }
    return ordered(idle.map(\.number))
  }

  /// All members, the one silent for the most rows first.
  var all: [Member] { ordered(members.indices.filter { members[$0] != nil }) }

  private func ordered(_ numbers: [Int]) -> [Member] {
    numbers.map { ($0, rows.key(of: $0) ?? 0) }.sorted { $0.1 < $1.1 }.compactMap { members[$0.0] }
  }
}

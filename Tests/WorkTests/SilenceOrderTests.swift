import Moments
import RandomNumbers
import Testing

@testable import Work

/// Which members are silent, found by looking at all of them.
private struct NaiveOrder {
  var rows: [String: Int] = [:]
  var times: [String: Timestamp] = [:]

  mutating func remove(_ member: String) {
    rows[member] = nil
    times[member] = nil
  }

  func ordered(_ members: [String]) -> [String] { members.sorted { rows[$0, default: 0] < rows[$1, default: 0] } }

  func idle(for limit: Double, at now: Timestamp) -> [String] {
    ordered(times.filter { now.seconds(since: $0.value) > limit }.map(\.key))
  }
}

@Suite struct `The order in which traces fall silent` {
  /// Rows of many vehicles in turn, some of which fall silent, by a clock that now and then runs back.
  private struct Stream {
    var random: SplitMix64
    var numbers: [String: Int] = [:]
    var order = SilenceOrder<String>()
    var naive = NaiveOrder()
    var milliseconds: Int64 = 0
    /// The clock of a stream is not known at once.
    var now: Timestamp? { milliseconds < 20_000 ? nil : Timestamp(millisecondsSince1970: milliseconds) }

    mutating func hear(row: Int, of vehicles: Int) {
      milliseconds += Int64.random(in: 0...500, using: &random)
      if Int.random(in: 0..<100, using: &random) == 0 {
        milliseconds = max(0, milliseconds - Int64.random(in: 0...400_000, using: &random))
      }
      let member = "v\(Int.random(in: 0..<Int.random(in: 1...vehicles, using: &random), using: &random))"
      let number = numbers[member] ?? order.add(member)
      numbers[member] = number
      order.hear(number, row: row, at: now)
      naive.rows[member] = row
      if let now { naive.times[member] = now }
    }

    mutating func close(_ member: String) {
      if let number = numbers.removeValue(forKey: member) { order.remove(number) }
      naive.remove(member)
    }
  }

  @Test(arguments: 1...20)
  func `is what a look at all of them shows, also when the clock runs back`(seed: Int) {
    var stream = Stream(random: SplitMix64(seed: UInt64(seed)))
    var idleCount = 0
    for row in 1...4000 {
      stream.hear(row: row, of: 10 * seed)
      #expect(stream.order.count == stream.naive.rows.count)
      if stream.order.count > 8 * seed, let longest = stream.order.longestSilent() {
        #expect(longest == stream.naive.ordered(Array(stream.naive.rows.keys)).first)
        stream.close(longest)
      }
      guard row % 16 == 0, let now = stream.now else { continue }
      let idle = stream.order.idle(for: Double(seed), at: now)
      #expect(idle == stream.naive.idle(for: Double(seed), at: now))
      // What is idle need not be closed at once.
      for member in idle.prefix(3) { stream.close(member) }
      idleCount += idle.count
    }
    #expect(stream.order.all == stream.naive.ordered(Array(stream.naive.rows.keys)) && idleCount > 0)
  }

  /// A key that counts how often it is compared.
  private struct CountedKey: Comparable {
    final class Meter { var count = 0 }
    let value: Int
    let meter: Meter

    static func == (a: CountedKey, b: CountedKey) -> Bool {
      a.meter.count += 1
      return a.value == b.value
    }

    static func < (a: CountedKey, b: CountedKey) -> Bool {
      a.meter.count += 1
      return a.value < b.value
    }
  }

  @Test(arguments: [1000, 10_000, 50_000])
  func `takes a few comparisons for each row and each trace, however many are open`(members: Int) {
    var random = SplitMix64(seed: 7)
    var order = LowestFirst<CountedKey>()
    let meter = CountedKey.Meter()
    for number in 0..<members { order.set(number, to: CountedKey(value: number, meter: meter)) }
    let operations = 2 * members
    meter.count = 0
    for row in members..<members + operations {
      order.set(Int.random(in: 0..<members, using: &random), to: CountedKey(value: row, meter: meter))
      // As if each second row began a trace for which the one silent longest makes room.
      guard row % 2 == 0, let lowest = order.lowest() else { continue }
      order.remove(lowest.number)
      order.set(lowest.number, to: CountedKey(value: row, meter: meter))
    }
    #expect(meter.count < 80 * operations, "\(meter.count / operations) comparisons for each row")
  }
}

import Moments
import RandomNumbers
import RoadRules
import TestSupport
import Testing

/// Midnight of a Monday, 2026-03-02T00:00:00Z.
private let monday = Timestamp(millisecondsSince1970: 1_772_409_600_000)

@Suite struct `Dates of opening hours` {
  /// On how many days of a leap year and of the year before it, 2023, they hold at noon.
  @Test(arguments: [
    ("Feb", 29, 28), ("Feb 29", 1, 0), ("Feb 28-Mar 1", 3, 2), ("Feb 28-29", 2, 1), ("Dec 31-Jan 1", 2, 2),
    ("Jan-Dec", 366, 365), ("Nov-Feb", 121, 120), ("Jan-Mar,Oct-Dec", 183, 182), ("Jan 1,Feb 29,Dec 24-26", 5, 4),
    ("2024 Feb", 29, 0), ("2024 Feb 29", 1, 0), ("2023 Nov 16-Apr 30", 121, 46), ("2023 Nov 16-2024 Apr 30", 121, 46),
    ("2023 Dec 30-2024 Jan 2", 2, 2), ("2023 Jan-2024 Dec", 366, 365), ("2024 Dec 31-2025 Jan 1", 1, 0),
    ("Mo-Su", 366, 365), ("Su", 52, 53), ("Mo", 53, 52), ("Fr-Mo", 209, 209), ("Feb 29 Th", 1, 0), ("Feb 29 Fr", 0, 0),
    ("Apr-Sep: Mo-Fr", 131, 130), ("Mo-Su; Dec 25-26 off", 364, 363), ("24/7; Feb 29 off", 365, 365),
    ("Su; Jul-Aug off", 44, 44), ("Jul-Aug off; Su", 52, 53), ("Mo-Su 00:00-12:00", 0, 0),
    ("Mo-Su 12:00-12:01", 366, 365), ("Su closed; Su open", 52, 53),
  ])
  func `include their ends, and the leap day where there is one`(text: String, leap: Int, common: Int) throws {
    let hours = try #require(OpeningHours(text))
    func count(_ year: Int) -> Int {
      let days =
        CivilDate(year: year, month: 1, day: 1)
        .daysSince1970..<CivilDate(year: year + 1, month: 1, day: 1).daysSince1970
      return days.count { day in
        hours.holds(
          at: ZonedTime(moment: Timestamp(millisecondsSince1970: Int64(day * 24 + 12) * 3_600_000), offsetInMinutes: 0))
      }
    }
    #expect([count(2024), count(2023)] == [leap, common])
  }

  @Test(arguments: [
    "Nov-2020 Apr", "Nov 1-Apr", "Nov-Apr 30", "2019-2020", "32 Jan", "Jan-", "Jan 1-", "Feb 29,", "Jan 1 - 40",
    "Januar", "1 Jan", "Mo Jan 1", "2019", "easter-Oct", "Jan 1+", "Jan 1-Feb 1-Mar 1",
  ])
  func `that leave a doubt are none`(text: String) {
    #expect(OpeningHours(text) == nil)
  }
}

@Suite struct `Times of day in opening hours` {
  /// The minute before, the first, the last and the one after, from midnight of a Monday.
  @Test(arguments: [
    ("Mo 00:00-24:00", 0, 1440), ("Mo", 0, 1440), ("Mo 00:00-00:00", 0, 1440), ("Mo 09:00-09:00", 540, 1980),
    ("Mo 22:00-02:00", 1320, 1560), ("Mo 20:00-26:00", 1200, 1560), ("Mo 23:59-00:00", 1439, 1440),
    ("Mo 23:59-00:01", 1439, 1441),
    ("Mo 00:00-00:01", 0, 1), ("Mo 12:00-48:00", 720, 2880), ("Mo 18:00+", 1080, 1440), ("Mo 9:05-9:06", 545, 546),
    ("Mo 09:00:00-10:00:00", 540, 600), ("Mo 09:00 - 10:00", 540, 600), ("mo09:00-10:00", 540, 600),
    ("Mo 08:00-09:00,09:00-10:00", 480, 600), ("Mo 22:00-24:00,Tu 00:00-02:00", 1320, 1560),
    ("Mo 08:00-12:00; Mo 11:00-14:00", 480, 840), ("Mo 08:00-12:00; Mo 11:00-12:00 off", 480, 660),
    ("Mo 08:00-12:00; Mo 08:00-09:00 closed", 540, 720),
  ])
  func `begin with their first minute and end before their last`(text: String, begin: Int, end: Int) throws {
    let hours = try #require(OpeningHours(text))
    let found = [begin - 1, begin, end - 1, end].map { minute in
      hours.holds(at: ZonedTime(moment: monday.adding(seconds: Double(minute * 60)), offsetInMinutes: 0))
    }
    #expect(found == [false, true, true, false])
    let last = ZonedTime(moment: monday.adding(seconds: Double(end * 60) - 0.001), offsetInMinutes: 0)
    #expect(hours.holds(at: last), "the last millisecond")
  }

  @Test(arguments: [
    "24:00-06:00", "08:60-09:00", "08:00-48:01", "08:00-", "-09:00", "8-9", "08.00-09.00", "08:00–09:00", "0800-0900",
    "08:00-09:00-10:00", "08:00-09:00,", "08:00-09:00, Mo-", "08:00-09:00 10:00-11:00", "100:00-101:00",
    "08:00:01-09:00",
    "Mo-Fr 08:00-09:00,10:00", "Mo-Fr, 08:00-09:00", "PH 08:00-09:00", "Mo;; Tu", "; Mo", "sunrise-09:00",
    "08:00-09:00/30",
  ])
  func `that leave a doubt are none`(text: String) {
    #expect(OpeningHours(text) == nil)
  }

  @Test func `hold by a clock behind and ahead of Greenwich, and before 1970`() throws {
    let hours = try #require(OpeningHours("We 23:00-24:00"))
    let found = [
      "1969-12-31T23:30:00Z", "1970-01-01T09:30:00+10:00", "1969-12-31T23:30:00-10:00", "1969-12-31T23:30:00+05:45",
    ]
    .map { ZonedTime(iso8601: $0).map(hours.holds) }
    #expect(found == [true, false, true, true])
  }
}

/// Hours of some days of the week, written down, and laid out minute by minute from a Monday on.
private struct DrawnWeek {
  private(set) var text = ""
  private(set) var minutes = [Bool](repeating: false, count: 7 * 1440)

  private static let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  init(using random: inout SplitMix64) {
    for number in 0..<Int.random(in: 1...3, using: &random) {
      let isOff = number > 0 && Bool.random(using: &random)
      if number > 0 { text += "; " }
      add(isOff: isOff, using: &random)
    }
  }

  private mutating func add(isOff: Bool, using random: inout SplitMix64) {
    let first = Int.random(in: 0..<7, using: &random)
    let count = Int.random(in: 1...7, using: &random)
    let begin = Int.random(in: 0..<1440, using: &random)
    let end = Int.random(in: 0...1440, using: &random)
    text += Self.names[first] + (count > 1 ? "-" + Self.names[(first + count - 1) % 7] : "")
    text += " \(Self.clock(begin))-\(Self.clock(end))" + (isOff ? " off" : "")
    let length = end > begin ? end - begin : end + 1440 - begin
    for day in first..<first + count {
      for minute in 0..<length { minutes[(day * 1440 + begin + minute) % minutes.count] = !isOff }
    }
  }

  private static func clock(_ minute: Int) -> String {
    [minute / 60, minute % 60].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
  }
}

@Suite struct `Any opening hours` {
  @Test func `hold in the minutes of the week that they lay out`() throws {
    var random = SplitMix64(seed: 31)
    var failures: [String] = []
    for _ in rounds(1000) {
      let week = DrawnWeek(using: &random)
      let hours = try #require(OpeningHours(week.text), "\(week.text)")
      for _ in 0..<40 {
        let minute = Int.random(in: week.minutes.indices, using: &random)
        let offset = Int.random(in: -720...840, using: &random)
        let weeks = Int.random(in: -3000...3000, using: &random)
        let seconds = Double((minute + weeks * 7 * 1440 - offset) * 60 + Int.random(in: 0..<60, using: &random))
        let time = ZonedTime(moment: monday.adding(seconds: seconds), offsetInMinutes: offset)
        if hours.holds(at: time) != week.minutes[minute] { failures.append("\(week.text) in minute \(minute)") }
      }
    }
    #expect(failures == [])
  }

  private static let words = [
    "Mo", "Fr", "Su", "PH", "-", ",", " ", "07:00", "09:00", "22:00", "07:00-09:00", "24:00", "off", "Jan", "Apr 5",
    "2026", "24/7", "+", ":", "1", "é", "\u{0}",
  ]

  private func text(using random: inout SplitMix64) -> String {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      Self.words[Int.random(in: Self.words.indices, using: &random)]
    }.joined()
  }

  @Test func `mean the same in capitals and behind blanks, and one after the other both`() {
    var random = SplitMix64(seed: 32)
    var failures: [String] = []
    var understood: [(text: String, hours: OpeningHours)] = []
    for _ in rounds(20_000) {
      let text = text(using: &random)
      let hours = OpeningHours(text)
      if OpeningHours(text.uppercased()) != hours || OpeningHours("  " + text) != hours { failures.append(text) }
      if let hours { understood.append((text, hours)) }
    }
    #expect(understood.count > 50, "\(understood.count) texts are understood")
    for (a, b) in zip(understood, understood.dropFirst()) where !b.text.contains("off") {
      let both = OpeningHours(a.text + "; " + b.text)
      for _ in 0..<20 {
        let time = ZonedTime(moment: monday.adding(seconds: random.uniform() * 1e8), offsetInMinutes: 60)
        if both?.holds(at: time) != (a.hours.holds(at: time) || b.hours.holds(at: time)) {
          failures.append("\(a.text); \(b.text)")
        }
      }
    }
    #expect(failures == [])
  }
}

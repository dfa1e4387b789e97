import Testing

@testable import Moments

@Suite struct `The times of a file together` {
  @Test(arguments: [
    (["2026-05-04 07:05", "04.05.2026 07:05", "05/05/2026 07:05"], TimeSample.Order.needless),
    (["04/05/2026 07:05", "13/05/2026 07:05"], .known(.dayFirst)),
    (["5/4/2026 07:05", "5/14/2026 07:05"], .known(.monthFirst)),
    // Past midnight, and the next morning.
    (["03/05/2026 23:59:50", "04/05/2026 00:00:10"], .known(.dayFirst)),
    (["05/03/2026 18:00", "05/04/2026 7:00"], .known(.monthFirst)),
    (["04/05/2026 00:00:10", "03/05/2026 23:59:50"], .known(.dayFirst)),
    (["04/05/2026 07:05", "04/05/2026 07:06"], .unknown), (["04/05/2026 07:05", "08/05/2026 07:06"], .unknown),
    (["04/05/2026 07:05", "05/13/2026 07:05", "13/05/2026 07:05"], .contradictory), (["1777878309", "x"], .needless),
  ])
  func `decide which number is the day`(texts: [String], expected: TimeSample.Order) {
    #expect(TimeSample(texts).order == expected)
  }

  @Test(arguments: [
    (["46146.2952", "46146.2953"], true), (["46146,2952", "46147"], true), (["46146", "46147"], false),
    (["46146.2952", "noon"], false), (["1302151855.5"], false), (["36525.5"], false), (["73051.5"], false), ([], false),
  ])
  func `may be days of a spreadsheet`(texts: [String], expected: Bool) {
    #expect(TimeSample(texts).areSpreadsheetDays == expected)
  }

  @Test(arguments: [
    (["0", "1", "2"], true), (["1.000000", "2.000000"], true), (["0.0", "30.5"], true), (["0"], false),
    (["70509", "70510"], false), (["000000", "000001"], false), (["00", "15"], false), (["0", "1777878309"], false),
    (["0", "x"], false), (["-5", "0"], false), ([], false),
  ])
  func `may count from their beginning`(texts: [String], expected: Bool) {
    #expect(TimeSample(texts).areRelativeSeconds == expected)
  }
}

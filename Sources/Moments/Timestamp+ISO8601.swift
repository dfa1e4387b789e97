extension Timestamp {
  /// `2011-04-03T04:50:55Z`, with `.250` if the milliseconds are not zero.
  package var iso8601: String {
    millisecondsSince1970 % 1000 == 0 ? "\(wholeSeconds)Z" : fullISO8601
  }

  /// `2011-04-03T04:50:55.000Z`, always with milliseconds, as in tables.
  package var fullISO8601: String {
    let milliseconds = millisecondsSince1970 - 1000 * millisecondsSince1970.flooredDivision(by: 1000)
    return "\(wholeSeconds).\(padded(Int(milliseconds), 3))Z"
  }

  /// `2011-04-03T04:50:55`.
  private var wholeSeconds: String {
    let day = Int(millisecondsSince1970.flooredDivision(by: 86_400_000))
    let rest = Int(millisecondsSince1970) - day * 86_400_000
    let civil = CivilDate(daysSince1970: day)
    let date = "\(padded(civil.year, 4))-\(padded(civil.month, 2))-\(padded(civil.day, 2))"
    let time = "\(padded(rest / 3_600_000, 2)):\(padded(rest / 60_000 % 60, 2)):\(padded(rest / 1000 % 60, 2))"
    return "\(date)T\(time)"
  }
}

extension Int64 {
  fileprivate func flooredDivision(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : (self - divisor + 1) / divisor
  }
}

private func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

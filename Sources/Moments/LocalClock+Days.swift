extension LocalClock {
  package static let utc = LocalClock(offsetInMinutes: 0)

  /// The first moment of a local day. Where the clocks skip midnight, the day begins after the missing hour.
  package func begin(of date: CivilDate) -> Timestamp {
    let midnight = Int64(date.daysSince1970) * 86_400_000
    let quarter: Int64 = 15 * 60_000
    for skipped in 0..<12 {
      if let moment = moments(showing: midnight + Int64(skipped) * quarter).first { return moment }
    }
    return Timestamp(millisecondsSince1970: midnight)
  }

  /// The moments of a local day.
  package func moments(of date: CivilDate) -> Range<Timestamp> {
    begin(of: date)..<begin(of: CivilDate(daysSince1970: date.daysSince1970 + 1))
  }
}

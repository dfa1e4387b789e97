internal import Knowledge
internal import Trips
internal import Work

/// What came of a run, in one line for somebody who watches.
struct RunSentence {
  let counts: RunCounts
  /// What the run counts: `trip`, `request`.
  let unit: String
  /// As the user named it.
  let output: String

  /// `60 trips, 55 ok, 5 partial, 8 wrong way, 31 refused rows → reports/`.
  var text: String {
    var words = ["\(counts.reports) \(unit)\(counts.reports == 1 ? "" : "s")"]
    let well = TripStatus.ok.rawValue
    if let count = counts.byStatus[well] { words.append("\(count) \(well)") }
    for (status, count) in counts.byStatus.sorted(by: { $0.key < $1.key }) where status != well {
      words.append("\(count) \(status)")
    }
    if counts.wrongWayTrips > 0 { words.append("\(counts.wrongWayTrips) wrong way") }
    if let learned = counts.learned {
      let drives = learned.added + learned.unchanged
      words.append("\(drives) drive\(drives == 1 ? "" : "s") learned")
    }
    let refused = counts.rejectsByReason.values.reduce(0, +)
    if refused > 0 { words.append("\(refused) refused row\(refused == 1 ? "" : "s")") }
    return words.joined(separator: ", ") + (output == "-" ? "" : " → \(output)")
  }
}

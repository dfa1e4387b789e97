internal import Geodesy
internal import Moments

extension Trace {
  /// Whether its places leap to and fro as those of several vehicles do.
  ///
  /// In the order of time, more than one step in five is more than a kilometre long and faster than 100 m/s. The wrong
  /// places of one receiver are fewer.
  var leapsAsSeveralVehicles: Bool {
    let timed = fixes.filter { $0.refusal == nil && $0.place != nil && $0.time != nil }
    guard timed.count >= 10 else { return false }
    let ordered = timed.sorted { $0.storedMilliseconds < $1.storedMilliseconds }
    let leaps = zip(ordered, ordered.dropFirst()).count { a, b in
      let distance = groundDistance(a.storedPlace, b.storedPlace)
      let seconds = Double(b.storedMilliseconds - a.storedMilliseconds) / 1000
      return distance > 1000 && distance > 100 * max(1, seconds)
    }
    return 5 * leaps > timed.count
  }
}

extension ReadItems {
  /// Whether the only trace of a file that names no traces is one; notes if it is not.
  mutating func isOneVehicle(_ trace: Trace) -> Bool {
    guard trace.leapsAsSeveralVehicles else { return true }
    note(
      .severalVehicles,
      "no column is known as the vehicle or the trip, and the positions leap as those of several vehicles do; "
        + "name it with --columns trace=NAME, or say --columns trace=none. The file was skipped.")
    return false
  }
}

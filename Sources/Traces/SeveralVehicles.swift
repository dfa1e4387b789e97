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

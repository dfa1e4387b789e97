internal import Geodesy
internal import RoadGraph
internal import Routing
internal import Storage

/// How long the parts of a planned route take, with the traffic of some moment.
struct PlanTimes: Sendable {
  /// From the start of the route to the start of each of its elements.
  private var progress: [Metres] = []
  private var passed: [Seconds] = []
  private let length: Metres
  let duration: Seconds

  init(_ route: Route) {
    var (length, duration) = (0.0, 0.0)
    for element in route.legs.lazy.flatMap(\.elements) {
      progress.append(length)
      passed.append(duration)
      length += element.length
      duration += element.durationInTraffic ?? element.duration
    }
    self.length = length
    self.duration = duration
  }

  /// The time from the start of the route to a place along it.
  func passed(to place: Metres) -> Seconds { duration - remaining(from: place) }

  /// The time from a place along the route to its end.
  ///
  /// - Complexity: O(log elements).
  func remaining(from place: Metres) -> Seconds {
    let next = progress.partitioningIndex { $0 > place }
    guard next > 0 else { return duration }
    let (begin, from) = (progress[next - 1], passed[next - 1])
    let (end, to) = next < progress.count ? (progress[next], passed[next]) : (length, duration)
    let share = end > begin ? min(1, (place - begin) / (end - begin)) : 1
    return duration - from - share * (to - from)
  }
}

internal import Moments
internal import Traces

extension Drive {
  /// By begin time, then type; untimed events after the timed ones before their first fix, by the number of that fix.
  func inOrder(_ events: [Event]) -> [Event] {
    let keys = events.map(key)
    return events.indices.sorted { keys[$0] < keys[$1] }.map { events[$0] }
  }

  private typealias Key = (time: Int64, untimedFix: Int, type: Int, first: Int, last: Int)

  private func key(of event: Event) -> Key {
    let begin = event.fixes.lowerBound
    let time = event.beginTime ?? lastTime(notAfter: begin)
    return (
      time?.millisecondsSince1970 ?? .min, event.beginTime == nil ? begin : 0,
      EventType.allCases.firstIndex(of: event.type) ?? 0, begin, event.fixes.upperBound
    )
  }

  private func lastTime(notAfter fix: Int) -> Timestamp? {
    fixes[...fix].last { $0.time != nil }?.time
  }
}

internal import Geodesy
internal import RoadGraph

/// The stretches of road that a drive follows, and the waypoints that it means to visit.
struct DrivenPath: Sendable {
  private(set) var stretches: [EdgeStretch] = []
  private(set) var length: Metres = 0
  /// By the number of the waypoint, the distance driven up to it; empty for drives that visit what their plan passes.
  private(set) var visits: [Int: Metres] = [:]

  /// Offsets that differ by less are equal: handles round them to whole millimetres.
  static let tolerance: Metres = 0.01

  init(_ stretches: [EdgeStretch] = []) {
    for stretch in stretches { append(stretch) }
  }

  /// Stretches of one edge that follow each other become one.
  mutating func append(_ stretch: EdgeStretch) {
    guard stretch.length > 0 else { return }
    if let last = stretches.last, last.edge == stretch.edge, abs(last.end - stretch.begin) < Self.tolerance {
      stretches[stretches.count - 1].end = stretch.end
      length += stretch.end - last.end
    } else {
      stretches.append(stretch)
      length += stretch.length
    }
  }

  mutating func append(contentsOf more: [EdgeStretch]) {
    for stretch in more { append(stretch) }
  }

  /// Visits a waypoint at the end of the path so far.
  mutating func visit(_ waypoint: Int) { visits[waypoint] = length }

  /// Whether every stretch begins where the one before it ends, or turned round there.
  func isJoined(on graph: RoadGraph) -> Bool {
    zip(stretches, stretches.dropFirst()).allSatisfy { before, after in
      let whole = graph.length(of: before.edge)
      if after.edge == before.edge.reversed, abs(whole - before.end - after.begin) < Self.tolerance { return true }
      return abs(whole - before.end) < Self.tolerance && after.begin < Self.tolerance
        && graph.head(of: before.edge) == graph.tail(of: after.edge)
    }
  }

  /// Whether no turn restriction bans it. Its pieces are routes of their own, which do not know the roads before them.
  func isLawful(on graph: RoadGraph, for mode: TravelMode) -> Bool {
    stretches.indices.allSatisfy { index in
      !graph.isTurnBanned(onto: stretches[index].edge, for: mode) { back in
        back < index ? stretches[index - 1 - back].edge : nil
      }
    }
  }

  /// Places of a part of the path, 10 m apart or less, with the distance driven.
  func samples(from begin: Metres, to end: Metres, on graph: RoadGraph) -> [(distance: Metres, place: Place)] {
    var samples: [(distance: Metres, place: Place)] = []
    var driven: Metres = 0
    for stretch in stretches {
      let first = max(begin - driven, 0)
      let last = min(end - driven, stretch.length)
      if first <= last {
        let count = max(1, Int((last - first) / 10) + 1)
        for number in 0...count {
          let along = first + (last - first) * Double(number) / Double(count)
          samples.append((driven + along, graph.place(on: stretch.edge, at: stretch.begin + along)))
        }
      }
      driven += stretch.length
    }
    return samples
  }

  /// The path as steps of a course.
  var steps: [Step] { stretches.map { Step(ground: .road($0.edge, begin: $0.begin, end: $0.end)) } }
}

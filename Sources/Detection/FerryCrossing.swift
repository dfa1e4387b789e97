internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Trips

/// A ride on a ferry.
package struct FerryCrossing: EventPayload {
  /// The name or number of the ferry.
  package var ferry: String?

  package init(ferry: String?) { self.ferry = ferry }

  package var type: EventType { .ferryTaken }
  package var clause: String { "took a ferry" + (ferry.map { ", \($0)" } ?? "") }
}

extension EventType {
  package static let ferryTaken = EventType(rawValue: "ferry_taken")
}

/// Finds every run of edges that is a ferry; one ferry after another is one run.
struct FerryDetector: Detector {
  private struct IsFerry: Hashable {}

  private var watch = RoadRunWatch<IsFerry>()

  mutating func take(_ update: TripUpdate, in scene: Scene, into events: inout [Event]) {
    watch.take(update, in: scene) { edge in
      scene.graph.flags(of: edge.edge).contains(.ferry) ? IsFerry() : nil
    } _: { run, fixes, lastTime in
      events.append(Self.event(of: run, fixes, lastTime, in: scene))
    }
  }

  mutating func finish(in scene: Scene, into events: inout [Event]) {
    watch.finish(in: scene) { events.append(Self.event(of: $0, $1, $2, in: scene)) }
  }

  private static func event(
    of run: RoadRun<IsFerry>, _ fixes: ClosedRange<Int>, _ lastTime: Timestamp?, in scene: Scene
  ) -> Event {
    Event(
      FerryCrossing(ferry: scene.graph.label(of: run.first.edge)), fixes: fixes, beginTime: run.first.enterTime,
      endTime: run.last.exitTime, lastTime: lastTime,
      place: scene.graph.place(at: run.first.stretch.beginPosition), edge: run.numbers.lowerBound,
      road: run.first.edge, length: run.length, confidence: run.confidence)
  }
}

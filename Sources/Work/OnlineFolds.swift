internal import Detection
internal import Guidance
internal import Matching
internal import Reports
internal import Traces
internal import Trips

/// The stages after matching for a trip in progress, which find its edges, maneuvers and events.
struct OnlineFolds: Sendable {
  private let scene: OnlineScene
  private var trip: TripFold
  private var itinerary: ItineraryFold
  private var detection: EventFold
  private var periods = RecentPeriods()
  private var maneuverCount = 0
  private var eventCount = 0

  init(in scene: OnlineScene) {
    self.scene = scene
    let settings = scene.settings
    trip = TripFold(graph: scene.graph, mode: scene.mode, settings: settings.trips)
    itinerary = ItineraryFold(on: scene.graph, for: scene.mode, settings: settings.guidance, memory: scene.memory)
    detection = EventFold(scene.detection)
  }

  var suppressedSpeeding: SuppressedSpeeding { detection.suppressedSpeeding }

  /// Takes the next cleaned fix.
  mutating func take(_ fix: Fix) { periods.take(fix) }

  /// Takes the part of the path that has become certain, and appends its rows.
  ///
  /// - Parameter isEnd: whether the trip ends with it.
  mutating func take(_ piece: MatchedPiece?, isEnd: Bool, into rows: inout TripRows) {
    rows.maneuvers = Numbered([], from: maneuverCount)
    var events: [Event] = []
    if let piece {
      let update = trip.take(piece, usualPeriod: periods.usualPeriod(leastSilence: scene.leastSilence))
      rows.edges = update.edges
      if scene.tables.contains(.maneuvers) { rows.maneuvers.elements = itinerary.take(update) }
      detection.take(update, into: &events)
    }
    if isEnd {
      detection.take(trip.finish(), into: &events)
      detection.finish(into: &events)
    }
    rows.events = Numbered(events.inOrder(), from: eventCount)
    maneuverCount = rows.maneuvers.endIndex
    eventCount = rows.events.endIndex
  }
}

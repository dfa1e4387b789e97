internal import Detection
internal import Guidance
internal import Matching
internal import Reports
internal import RoadGraph
internal import RoadRules
internal import Traces
internal import Trips

/// What all trips in progress share.
struct OnlineScene: Sendable {
  let graph: RoadGraph
  let settings: TraceSettings
  let lag: Int
  let tables: Set<TripTable>
  let memory: JunctionMemory
  let mode: TravelMode
  /// In seconds. No stage treats a shorter time between fixes as a silence.
  let leastSilence: Double

  init(graph: RoadGraph, settings: TraceSettings, lag: Int, tables: [TripTable]) {
    self.graph = graph
    self.settings = settings
    self.lag = lag
    self.tables = Set(tables)
    memory = JunctionMemory(on: graph, settings: settings.guidance)
    mode = settings.matching.rules.mode
    leastSilence = min(settings.trips.longestStep, settings.detection.shortestSilence)
  }

  /// Whether any requested table needs the path.
  var followsPath: Bool { !tables.isSubset(of: [.points]) }
}

/// A trip in progress. Its fixes pass the same stages as those of a whole trace, which return what is certain so far.
struct OnlineTrip: Sendable {
  private let scene: OnlineScene
  private var cleaner: OnlineCleaner
  private var trace: OnlineTrace
  private var trip: TripFold
  private var itinerary: ItineraryFold
  private var detection: EventFold
  private var periods = RecentPeriods()
  private var maneuverCount = 0
  private var eventCount = 0
  /// The fixes as read, until the first one is decided.
  private var undecided: [Fix]? = []

  init(in scene: OnlineScene) {
    self.scene = scene
    let settings = scene.settings
    cleaner = OnlineCleaner(settings: settings.cleaning)
    trace = OnlineTrace(
      graph: scene.graph, settings: settings.matching, lag: scene.lag, followsPath: scene.followsPath)
    trip = TripFold(graph: scene.graph, mode: scene.mode, settings: settings.trips)
    itinerary = ItineraryFold(
      on: scene.graph, for: scene.mode, settings: settings.guidance, memory: scene.memory)
    detection = EventFold(Scene(graph: scene.graph, mode: scene.mode, settings: settings.detection))
  }

  /// Takes the next fix as read.
  ///
  /// - Returns: the rows that are certain now, and the cleaned fix.
  mutating func take(_ fix: Fix, using scratch: inout MatchingScratch) -> (rows: TripRows, fix: Fix) {
    undecided?.append(fix)
    let cleaned = cleaner.clean(fix)
    let decision = trace.take(cleaned, using: &scratch)
    if !decision.fixes.isEmpty { undecided = nil }
    periods.take(cleaned)
    return (rows(of: decision, isEnd: false), cleaned)
  }

  /// The fixes of a trip that ends before any of it was decided; it can be matched as a whole.
  var wholeTrace: [Fix]? { undecided }

  /// Ends the trip.
  ///
  /// - Returns: the remaining rows.
  mutating func finish(using scratch: inout MatchingScratch) -> TripRows {
    rows(of: trace.finish(using: &scratch), isEnd: true)
  }

  private mutating func rows(of decision: OnlineDecision, isEnd: Bool) -> TripRows {
    var rows = TripRows()
    rows.points = decision.fixes
    guard scene.followsPath else { return rows }
    rows.maneuvers = Numbered([], from: maneuverCount)
    var events: [Event] = []
    if let piece = decision.piece {
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
    return rows
  }
}

package import Detection
package import Guidance
package import Knowledge
internal import Matching
package import Plans
internal import Records
package import RoadGraph
internal import Traces
package import Trips

/// The content to be written about one trip.
package struct TripReport: Sendable {
  /// Unique within a run.
  package var tripID: String
  package var trip: Trip
  package var itinerary: Itinerary
  package var events: [Event]
  /// The drives faster than the limit that are not events, because they are not sure.
  package var suppressedSpeeding = SuppressedSpeeding()
  /// What it passed; `nil` if not requested.
  package var crossings: [Crossing]?
  /// What a voice would have said; `nil` if not requested.
  package var notifications: [SpokenNotification]?
  /// When it was at known places; `nil` if none are known.
  package var visits: SiteVisits?
  /// What became of its plan; `nil` if trips have none.
  package var plan: PlanOutcome?
  /// How the plan was kept; `nil` if trips have none.
  package var planTally: PlanTally? { plan.map { PlanTally(events, progress: $0.progress) } }
  /// The run marks the events whose rules are doubtful when it ends.
  package var marksDoubts = false
  /// Which positions its table has.
  package var positions = PositionSettings()
  /// Its document has them as well.
  package var hasPositions = false
  /// Times are multiples of it, in milliseconds; `nil` if they are as recorded.
  package var timeStep: Int64?
  /// The ground of which nothing is shown; `nil` if nothing is hidden.
  package var hidden: HiddenGround?
  /// `nil` if the run adds no columns.
  package var addedForms: AddedForms?
  /// The graph on which the trip was matched.
  package var graph: RoadGraph
  package var mode: TravelMode

  package init(
    tripID: String, trip: Trip, itinerary: Itinerary, events: [Event], graph: RoadGraph, mode: TravelMode
  ) {
    self.tripID = tripID
    self.trip = trip
    self.itinerary = itinerary
    self.events = events
    self.graph = graph
    self.mode = mode
  }

  var trace: Trace { trip.matched.trace }
  /// The number of its first fix among the records of its trace, which is not 0 if the trace was split.
  var firstRecord: Int { trace.firstRecord }

  /// The events with a payload of one type, in order.
  func events<Payload: EventPayload>(of _: Payload.Type) -> [(event: Event, payload: Payload)] {
    events.compactMap { event in (event.payload as? Payload).map { (event, $0) } }
  }
}

extension TripReport: Report {
  package static let document = DocumentShape<TripTable>(
    "tracemill/trip/1", title: "A trip of tracemill", main: .trips,
    [
      .init(table: .points, name: "points"),
      .init(table: .edges, name: "edges"), .init(table: .maneuvers, name: "maneuvers"),
      .init(table: .events, name: "events"), .init(table: .alternatives, name: "alternatives", isOptional: true),
      .init(table: .positions, name: "positions", isOptional: true),
      .init(table: .candidates, name: "candidates", isOptional: true),
      .init(table: .plans, name: "plan", isObject: true, isOptional: true),
      .init(table: .milestones, name: "milestones", isOptional: true),
      .init(table: .deviations, name: "deviations", isOptional: true),
      .init(table: .betterRoutes, name: "better_routes", isOptional: true),
      .init(table: .crossings, name: "crossings", isOptional: true),
      .init(table: .visits, name: "visits", isOptional: true),
      .init(table: .notifications, name: "notifications", isOptional: true),
    ])

  package static let defaults = ReportDefaults<TripTable>(
    inDirectory: TripTable.standard, inStream: TripTable.standard, sharesFeatureFile: true, rejects: .rejects)

  package var identity: TripIdentity { TripIdentity(tripID: tripID, traceID: trace.id, vehicle: trace.namedVehicle) }

  package func isInDocument(_ table: TripTable) -> Bool {
    switch table {
    case .alternatives: trip.alternatives != nil
    case .crossings: crossings != nil
    case .visits: visits != nil
    case .notifications: notifications != nil
    case .positions: hasPositions
    case .candidates: trip.matched.candidates != nil
    case .plans, .milestones, .deviations: plan != nil
    case .betterRoutes: plan?.isInTraffic ?? false
    default: true
    }
  }

  package var added: AddedColumns { addedForms?.columns ?? AddedColumns() }
  package func form(of table: TripTable) -> TableForm<TripReport> { addedForms?.form(of: table) ?? table.form }
  package var documentShape: DocumentShape<TripTable> { addedForms?.shape ?? Self.document }

  /// The points of a trip with a plan say where on the plan they are.
  package func written(_ table: TripTable) -> TripTable { table == .points && plan != nil ? .plannedPoints : table }

  package var expectedDocumentSize: Int {
    1024 + 400 * trace.fixes.count + 512 * trip.edges.count + 320 * itinerary.maneuvers.count
  }

  /// The lines driven.
  package var geometry: Geometry { .lines(trip.legs.flatMap { cutAtAntimeridian(course(of: $0)) }) }
}

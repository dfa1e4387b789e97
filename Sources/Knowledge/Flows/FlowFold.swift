package import Geodesy
package import Moments
package import RoadGraph
package import RoadRules

/// What is a trip from one zone to another.
package struct FlowSettings: Hashable, Sendable {
  /// A drive is cut where it stands at least this long: a delivery is no destination, a stop of 20 minutes mostly is.
  package var leastStand: Seconds = 1200
  /// A shorter trip is none: a vehicle is moved in its yard.
  package var leastLength: Metres = 100
  /// A road is part of the corridor if this share of the trips took it, …
  package var leastShared = 0.5
  /// … and is one of so many that most trips took.
  package var longestCorridor = 4

  package init() {}
}

/// How many trips lead from each zone to each other one, by the class of the hours of the week in which they began.
///
/// A trip is a drive, or the part of it between two stands of ``FlowSettings/leastStand``. It begins and ends at the
/// first and last fix on a road, or where it stood. Its length is that of its path; between two paths, the straight
/// line. The p85 is the smallest value that 85 % of the trips do not exceed, the median that of half of them.
///
/// Memory: four bytes per way, the names of zones and vehicles, the rows, and 64 MB; trips beyond these wait in a
/// scratch file.
package struct FlowFold {
  /// What was counted, and what was left out, by reason.
  package struct Counts: Hashable, Sendable {
    package var drives = 0
    package var trips = 0
    /// Trips that begin or end outside all zones.
    package var outside = 0
    /// Trips of no length.
    package var short = 0
  }

  package let counts: Counts
  /// By the names of the zones, then by class.
  package let flows: [ZoneFlow]

  /// - Parameter clock: of the local time that the classes are of; `nil` for UTC.
  package init(
    of source: some DriveSource, on graph: RoadGraph, between zones: Zones, classes: WeekClasses = .usual,
    clock: LocalClock? = nil, settings: FlowSettings = FlowSettings()
  ) throws {
    var reading = FlowReading(graph, zones, classes, clock, settings)
    for chunk in 0..<source.chunkCount {
      try source.forEachDrive(in: chunk) { try reading.take($0) }
    }
    counts = reading.counts
    flows = try reading.flows()
  }
}

/// Reads drives for ``FlowFold``.
private struct FlowReading {
  private let classes: WeekClasses
  private let settings: FlowSettings
  private var reader: FlowTripReader
  private var zones: ZoneNumbers
  private var hours: LocalHours
  private var vehicles = NameNumbers()
  private var scratch = PartitionedScratch<UInt32>(parts: 64)
  private(set) var counts = FlowFold.Counts()

  init(
    _ graph: RoadGraph, _ zones: Zones, _ classes: WeekClasses, _ clock: LocalClock?, _ settings: FlowSettings
  ) {
    self.classes = classes
    self.settings = settings
    reader = FlowTripReader(on: graph, settings)
    self.zones = ZoneNumbers(zones)
    hours = LocalHours(clock)
  }

  mutating func take(_ drive: DriveRecord) throws {
    counts.drives += 1
    let vehicle = vehicles[drive.vehicle]
    for trip in reader.trips(of: drive) {
      guard trip.length >= settings.leastLength else {
        counts.short += 1
        continue
      }
      guard let from = zones.zone(at: trip.from), let to = zones.zone(at: trip.to) else {
        counts.outside += 1
        continue
      }
      counts.trips += 1
      let week = classes[hour: hours.hourOfWeek(trip.begin)]
      let written = FlowTripWords(trip, from: from, to: to, weekClass: week, vehicle: vehicle, drive: counts.drives)
      try scratch.append(written.words, to: Int(from) % scratch.partCount)
    }
  }

  func flows() throws -> [ZoneFlow] {
    var flows: [ZoneFlow] = []
    let hashes = VehicleHashes(vehicles.names)
    for part in 0..<scratch.partCount {
      let trips = FlowTripWords.all(in: try scratch.values(of: part)).sorted { $0.key < $1.key }
      var begin = 0
      while begin < trips.count {
        let end = trips[begin...].firstIndex { $0.key != trips[begin].key } ?? trips.count
        flows.append(flow(of: trips[begin..<end], hashes))
        begin = end
      }
    }
    return flows.sorted { ($0.from, $0.to, classNumber($0)) < ($1.from, $1.to, classNumber($1)) }
  }

  private func classNumber(_ flow: ZoneFlow) -> Int { flow.hours.days * 24 + flow.hours.hours.lowerBound }

  private func flow(of trips: ArraySlice<FlowTripWords>, _ hashes: VehicleHashes) -> ZoneFlow {
    let first = trips[trips.startIndex]
    let parts = classes.parts(of: Int(first.weekClass))
    let durations = trips.map(\.duration).sorted()
    let lengths = trips.map(\.length).sorted()
    return ZoneFlow(
      from: zones.names[Int(first.from)], to: zones.names[Int(first.to)],
      hours: WeekHours(days: parts.days, hours: parts.hours), support: support(of: trips, hashes),
      medianDuration: Seconds(durations[rank(0.5, of: durations.count)]) / 1000,
      p85Duration: Seconds(durations[rank(0.85, of: durations.count)]) / 1000,
      medianLength: Metres(lengths[rank(0.5, of: lengths.count)]) / 100,
      p85Length: Metres(lengths[rank(0.85, of: lengths.count)]) / 100, corridor: corridor(of: trips))
  }

  private func rank(_ share: Double, of count: Int) -> Int { max(0, Int((share * Double(count)).rounded(.up)) - 1) }

  private func support(of trips: ArraySlice<FlowTripWords>, _ hashes: VehicleHashes) -> Support {
    Support(of: trips.map(\.vehicle), drives: trips.map(\.drive), hashes)
  }

  /// The roads that most trips share, in the order in which these meet them on the average.
  private func corridor(of trips: ArraySlice<FlowTripWords>) -> [String] {
    // Ranks are whole millionths, whose sum does not depend on the order of the trips.
    var met: [UInt32: (trips: Int, ranks: Int)] = [:]
    for trip in trips {
      for (number, road) in trip.roads.enumerated() {
        let known = met[road] ?? (0, 0)
        met[road] = (known.trips + 1, known.ranks + 1_000_000 * number / trip.roads.count)
      }
    }
    let names = reader.roadNames
    let shared = met.filter { Double($0.value.trips) >= settings.leastShared * Double(trips.count) }
      .map { (name: names[Int($0.key)], trips: $0.value.trips, rank: Double($0.value.ranks) / Double($0.value.trips)) }
      .sorted { (-$0.trips, $0.name) < (-$1.trips, $1.name) }
    return shared.prefix(settings.longestCorridor).sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.map(\.name)
  }
}

/// A trip as it waits to be counted, as words.
private struct FlowTripWords {
  var from: UInt32
  var to: UInt32
  var weekClass: UInt32
  var vehicle: UInt32
  var drive: UInt32
  /// In milliseconds, at most 49 days.
  var duration: UInt32
  /// In centimetres, at most 42,949 km.
  var length: UInt32
  var roads: [UInt32]

  init(_ trip: FlowTrip, from: UInt32, to: UInt32, weekClass: Int, vehicle: UInt32, drive: Int) {
    self.from = from
    self.to = to
    self.weekClass = UInt32(weekClass)
    self.vehicle = vehicle
    self.drive = UInt32(truncatingIfNeeded: drive)
    duration = UInt32(clamping: trip.end - trip.begin)
    length = UInt32(clamping: nearestInteger(trip.length * 100))
    roads = trip.roads
  }

  var key: (UInt32, UInt32, UInt32) { (from, to, weekClass) }

  var words: [UInt32] { [UInt32(roads.count), from, to, weekClass, vehicle, drive, duration, length] + roads }

  static func all(in words: [UInt32]) -> [FlowTripWords] {
    var trips: [FlowTripWords] = []
    var begin = 0
    while begin < words.count {
      let end = begin + 8 + Int(words[begin])
      trips.append(FlowTripWords(words[begin..<end]))
      begin = end
    }
    return trips
  }

  private init(_ words: ArraySlice<UInt32>) {
    let at = words.startIndex
    (from, to, weekClass) = (words[at + 1], words[at + 2], words[at + 3])
    (vehicle, drive, duration, length) = (words[at + 4], words[at + 5], words[at + 6], words[at + 7])
    roads = Array(words[(at + 8)...])
  }
}

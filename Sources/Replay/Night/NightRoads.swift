internal import Geodesy
internal import RoadGraph

/// The roads that the trips of a run drove, with what was measured on each; both directions together.
///
/// A trip is the list of its roads, of which each is named by its rank among those that followed the one before: nearly
/// always the first. So a trip over 60 roads takes some 20 bytes of a page.
struct NightRoads: Sendable {
  /// An edge that a trip drove.
  struct Passage {
    /// In metres.
    let length: Double
    /// `nil` where nothing was measured.
    let seconds: Double?
    let confidence: Double
    let isWrongWay: Bool
    /// Of the map itself, in km/h; `nil` for none and for defaults.
    let limit: Double?
    /// What the edge would take in free flow; `nil` where nothing was measured or learned.
    let freeSeconds: Double?
  }

  /// What all trips did on one road.
  struct Sums: Sendable {
    var trips = 0
    var wrongTrips = 0
    /// In metres; those with a time.
    var length = 0.0
    /// In seconds.
    var time = 0.0
    /// In seconds, of passages with a time of which free flow is known: in free flow, and as they were driven.
    var freeTime = 0.0
    var timeBesideFree = 0.0
    /// In metres, of all passages.
    var wholeLength = 0.0
    /// In metres: confidence × length.
    var sureLength = 0.0
    /// The greater one of the two directions; in km/h.
    var limit: Double?
    fileprivate var lastTrip = -1
    fileprivate var lastWrongTrip = -1

    /// In km/h; `nil` where nothing was measured.
    var speed: Double? { time > 0 && length > 0 ? length / time * 3.6 : nil }

    /// The mean speed as a share of that in free flow; `nil` where either is unknown.
    var shareOfFree: Double? { timeBesideFree > 0 && freeTime > 0 ? freeTime / timeBesideFree : nil }
  }

  let graph: RoadGraph
  private(set) var segments: [SegmentID] = []
  private(set) var sums: [Sums] = []
  /// The roads of each trip in order, by their places in ``segments``; -1 between two legs.
  private(set) var paths: [[Int32]]
  private var numbers: [SegmentID: Int32] = [:]
  private var legs: [Int]

  init(trips: Int, on graph: RoadGraph) {
    self.graph = graph
    paths = Array(repeating: [], count: trips)
    legs = Array(repeating: 0, count: trips)
  }

  /// Roads without paths of trips.
  ///
  /// - Parameter trips: how many drove each road, in both directions.
  init(drivenBy trips: [SegmentID: Int], on graph: RoadGraph) {
    self.init(trips: 0, on: graph)
    segments = trips.keys.sorted()
    sums = segments.map { segment in
      var sums = Sums()
      sums.trips = trips[segment] ?? 0
      return sums
    }
  }

  /// Adds a row of `edges`; those of a trip come in their order.
  mutating func add(_ edge: EdgeID, of trip: Int, leg: Int, _ passage: Passage) {
    let place = place(of: edge.segment)
    if !paths[trip].isEmpty, legs[trip] != leg { paths[trip].append(Self.breakMark) }
    legs[trip] = leg
    if paths[trip].last != place { paths[trip].append(place) }
    sums[Int(place)].add(passage, trip)
  }

  private mutating func place(of segment: SegmentID) -> Int32 {
    if let place = numbers[segment] { return place }
    let place = Int32(segments.count)
    numbers[segment] = place
    segments.append(segment)
    sums.append(Sums())
    return place
  }

  /// Puts the roads into the order of the map, in which neighbours are near each other.
  mutating func finish() {
    let order = segments.indices.sorted { segments[$0] < segments[$1] }
    var renumbered = [Int32](repeating: 0, count: order.count)
    for (number, old) in order.enumerated() { renumbered[old] = Int32(number) }
    segments = order.map { segments[$0] }
    sums = order.map { sums[$0] }
    numbers = [:]
    for trip in paths.indices { paths[trip] = paths[trip].map { $0 < 0 ? $0 : renumbered[Int($0)] } }
  }

  static let breakMark: Int32 = -1

  /// Places all along the roads.
  var places: [Place] {
    segments.flatMap { graph.shapeRange(of: $0).map(graph.shapePlace(at:)) }
  }

  /// Which roads follow each road, the most usual first, and the paths as ranks among them.
  var chains: NightChains { NightChains(of: paths, count: segments.count) }
}

extension NightRoads.Sums {
  fileprivate mutating func add(_ passage: NightRoads.Passage, _ trip: Int) {
    if lastTrip != trip { trips += 1 }
    lastTrip = trip
    if passage.isWrongWay, lastWrongTrip != trip {
      wrongTrips += 1
      lastWrongTrip = trip
    }
    if let seconds = passage.seconds, seconds > 0 {
      length += passage.length
      time += seconds
      if let free = passage.freeSeconds {
        freeTime += free
        timeBesideFree += seconds
      }
    }
    wholeLength += passage.length
    sureLength += passage.length * passage.confidence
    if let own = passage.limit { limit = max(limit ?? 0, own) }
  }
}

/// Paths as letters: `A` for the road that followed most often, `B` for the next one.
struct NightChains {
  /// Of each road, those that followed it.
  private(set) var followers: [[Int32]]
  /// The first road of each path; -1 for none.
  let first: [Int32]
  /// A letter for each further road. A road that is none of the first 26 is `!`, its place in letters of base 26, and `;`.
  private(set) var steps: [String] = []

  init(of paths: [[Int32]], count: Int) {
    var counts = [[Int32: Int]](repeating: [:], count: count)
    for path in paths {
      for (road, next) in zip(path, path.dropFirst()) where road >= 0 && next >= 0 {
        counts[Int(road)][next, default: 0] += 1
      }
    }
    followers = counts.map { counts in
      counts.sorted { $0.value > $1.value || $0.value == $1.value && $0.key < $1.key }.prefix(Self.most).map(\.key)
    }
    first = paths.map { $0.first ?? -1 }
    steps = paths.map(text)
  }

  private func text(_ path: [Int32]) -> String {
    var letters: [UInt8] = []
    for (road, next) in zip(path, path.dropFirst()) where next >= 0 {
      if road >= 0, let rank = followers[Int(road)].firstIndex(of: next) {
        letters.append(UInt8(ascii: "A") + UInt8(rank))
      } else {
        // Behind a break between legs, too.
        letters += (road < 0 ? "-" : "!").utf8 + Self.letters(next) + ";".utf8
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  private static func letters(_ place: Int32) -> [UInt8] {
    var (rest, letters) = (place, [UInt8]())
    repeat {
      letters.insert(UInt8(ascii: "a") + UInt8(rest % 26), at: 0)
      rest /= 26
    } while rest > 0
    return letters
  }

  private static let most = 26
}

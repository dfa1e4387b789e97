internal import Geodesy
internal import RoadGraph

/// A trip between two stands, or a whole drive.
struct FlowTrip {
  var begin: Int64
  var end: Int64
  var from: Place
  var to: Place
  var length: Metres
  /// The numbers of its main roads, in the order driven.
  var roads: [UInt32]
}

/// Cuts drives at stands into trips; keeps its memory.
struct FlowTripReader {
  private let graph: RoadGraph
  private let settings: FlowSettings
  private var roads: RoadNumbers
  private var trips: [FlowTrip] = []

  init(on graph: RoadGraph, _ settings: FlowSettings) {
    self.graph = graph
    self.settings = settings
    roads = RoadNumbers(of: graph)
  }

  var roadNames: [String] { roads.names }

  /// The trips of a drive in order, also those that are too short to count.
  mutating func trips(of drive: DriveRecord) -> [FlowTrip] {
    trips.removeAll(keepingCapacity: true)
    let stands = drive.stands.filter { Double($0.end - $0.begin) / 1000 >= settings.leastStand }
    var open = OpenTrip()
    var next = 0
    for path in drive.paths {
      var cursor = StepCursor(path)
      for fix in path.fixes {
        while next < stands.count, fix.time > stands[next].begin {
          close(&open, at: stands[next])
          next += 1
        }
        // While it stands, fixes only drift.
        if next > 0, fix.time < stands[next - 1].end { continue }
        open.take(fix, at: place(of: fix, on: path), cursor: &cursor, roads: &roads)
      }
      open.endPath()
    }
    close(&open, at: nil)
    return trips
  }

  private func place(of fix: PathFix, on path: DrivenPath) -> Place {
    graph.place(on: path.steps[Int(fix.step)].edge, at: Double(fix.offset) / 100)
  }

  private mutating func close(_ open: inout OpenTrip, at stand: Stand?) {
    defer { open = OpenTrip(after: stand) }
    guard let begin = open.begin, let end = open.end, let from = open.from, let to = stand?.place ?? open.to else {
      return
    }
    trips.append(
      FlowTrip(
        begin: begin, end: stand?.begin ?? end, from: from, to: to, length: open.length, roads: open.mainRoads))
  }
}

/// A trip that has not ended.
private struct OpenTrip {
  private(set) var begin: Int64?
  private(set) var end: Int64?
  private(set) var from: Place?
  private(set) var to: Place?
  private(set) var length: Metres = 0
  /// The last fix of the path: where the next piece of it begins.
  private var hasPath = false
  private var roadLengths: [(road: UInt32, length: Metres)] = []
  private static let mostRoads = 8

  init(after stand: Stand? = nil) { (begin, from) = (stand?.end, stand?.place) }

  mutating func take(_ fix: PathFix, at place: Place, cursor: inout StepCursor, roads: inout RoadNumbers) {
    if hasPath {
      cursor.advance(to: fix) { edge, driven in
        length += driven
        add(roads[edge], driven)
      }
    } else {
      // What is between two paths is unknown: the straight line at least.
      if let last = to ?? from { length += groundDistance(last, place) }
      cursor.skip(to: fix)
    }
    (begin, from) = (begin ?? fix.time, from ?? place)
    (end, to, hasPath) = (fix.time, place, true)
  }

  mutating func endPath() { hasPath = false }

  private mutating func add(_ road: UInt32?, _ length: Metres) {
    guard let road else { return }
    if let known = roadLengths.firstIndex(where: { $0.road == road }) {
      roadLengths[known].length += length
    } else {
      roadLengths.append((road, length))
    }
  }

  /// The longest of its roads.
  var mainRoads: [UInt32] {
    guard roadLengths.count > Self.mostRoads else { return roadLengths.map(\.road) }
    let order = roadLengths.indices.sorted { a, b in
      (-roadLengths[a].length, a) < (-roadLengths[b].length, b)
    }
    return order.prefix(Self.mostRoads).sorted().map { roadLengths[$0].road }
  }
}

/// Walks along the steps of a path from fix to fix.
private struct StepCursor {
  private let steps: [DrivenStep]
  private var step = 0
  /// In centimetres from the start of the edge.
  private var offset: Int32

  init(_ path: DrivenPath) {
    steps = path.steps
    offset = path.steps.first?.begin ?? 0
  }

  mutating func skip(to fix: PathFix) { (step, offset) = (Int(fix.step), fix.offset) }

  mutating func advance(to fix: PathFix, _ body: (EdgeID, Metres) -> Void) {
    while step < Int(fix.step) {
      body(steps[step].edge, Double(max(0, steps[step].end - offset)) / 100)
      step += 1
      offset = steps[step].begin
    }
    body(steps[step].edge, Double(max(0, fix.offset - offset)) / 100)
    offset = max(offset, fix.offset)
  }
}

/// Numbers for the roads of a map, by name, or else by reference.
private struct RoadNumbers {
  private let graph: RoadGraph
  /// By the index of the way: 0 if not asked yet, 1 without a name, else the number of the road and 2.
  private var numbers: [UInt32]
  private var known = NameNumbers()

  init(of graph: RoadGraph) {
    self.graph = graph
    numbers = [UInt32](repeating: 0, count: graph.wayCount)
  }

  var names: [String] { known.names }

  subscript(edge: EdgeID) -> UInt32? {
    mutating get {
      let way = graph.wayIndex(of: edge)
      if numbers[way] == 0 {
        let name = graph.hasName(edge) ? graph.name(of: edge) : graph.ref(of: edge)
        numbers[way] = name.isEmpty ? 1 : known[name] + 2
      }
      return numbers[way] == 1 ? nil : numbers[way] - 2
    }
  }
}

import Foundation
import Geodesy
import Knowledge
import RandomNumbers
import RoadGraph
import RoadRules

/// A town of squares whose mean paces are known, and drives through it.
///
/// The logarithm of the mean pace of an edge in an hour is the sum of normal effects of its street, itself, the hour of
/// the town, and the hour on the edge. A passage takes the mean time times factors of the drive, of the day, and of the
/// passage, with mean 1; a share of it is spent standing at the end of the edge.
struct SpeedsTown {
  struct Spread {
    var street = 0.15
    var edge = 0.2
    var hour = 0.15
    var edgeHour = 0.08
    var drive = 0.08
    var day = 0.0
    var passage = 0.35
    var standing = 0.25
  }

  let graph: RoadGraph
  let classes: WeekClasses
  /// In seconds per metre, by edge, then by class.
  private(set) var paces: [Double]
  private let spread: Spread
  private var random: SplitMix64
  private var dayFactors: [Double] = []
  private let hourWeights: [Double]

  static let sixHours = WeekClasses(days: [0b111_1111], hours: [0, 6, 9, 12, 16, 19]) ?? .usual
  static let monday: Int64 = 1_767_571_200_000  // 2026-01-05T00:00:00Z

  init(
    side: Int, spread: Spread = Spread(), seed: UInt64,
    classes: WeekClasses = SpeedsTown.sixHours, hourWeights: [Double]? = nil
  ) throws {
    var random = SplitMix64(seed: seed)
    graph = try RoadGraph(Self.network(side: side, random: &random))
    self.classes = classes
    self.spread = spread
    self.hourWeights = hourWeights ?? [Double](repeating: 1, count: classes.count)
    paces = Self.paces(graph, classes, spread, &random)
    dayFactors = (0..<400).map { _ in Self.factor(spread.day, &random) }
    self.random = random
  }

  // MARK: The truth

  /// Log-normal with mean 1.
  static func factor(_ sigma: Double, _ random: inout SplitMix64) -> Double {
    exp(sigma * random.normal() - sigma * sigma / 2)
  }

  private static func paces(
    _ graph: RoadGraph, _ classes: WeekClasses, _ spread: Spread, _ random: inout SplitMix64
  ) -> [Double] {
    let times = ExpectedTimes(graph: graph, mode: .car)
    let streets = (0..<graph.wayCount).map { _ in spread.street * random.normal() }
    let hours = (0..<classes.count).map { _ in spread.hour * random.normal() }
    return (0..<graph.edgeCount).flatMap { index in
      let edge = EdgeID(index)
      let own = streets[graph.wayIndex(of: edge)] + spread.edge * random.normal()
      return hours.map { exp($0 + own + spread.edgeHour * random.normal()) * 1.2 / times.speed(on: edge) }
    }
  }

  func pace(_ edge: EdgeID, _ hours: Int) -> Double { paces[edge.index * classes.count + hours] }

  // MARK: Drives

  /// A drive along a random path, with a fix every few seconds, and the true times of its edges.
  mutating func drive(
    number: Int, day: Int, every seconds: Int, edges count: Int = 25
  ) -> (record: DriveRecord, hours: Int, times: [(EdgeID, Double)]) {
    let hours = weightedHour()
    let path = randomPath(count)
    let range = classes.parts(of: hours).hours
    let begin =
      Self.monday + Int64(day) * 86_400_000 + Int64(range.lowerBound) * 3_600_000
      + Int64(random.uniform() * 0.5 * Double(range.count) * 3_600_000)
    let common = Self.factor(spread.drive, &random) * dayFactors[day]
    let times = path.map {
      ($0, graph.length(of: $0) * pace($0, hours) * common * Self.factor(spread.passage, &random))
    }
    let record = record(number, begin, times, every: seconds, first: random.uniform(), last: random.uniform())
    return (record, hours, times)
  }

  private mutating func weightedHour() -> Int {
    var left = random.uniform() * hourWeights.reduce(0, +)
    for (hour, weight) in hourWeights.enumerated() {
      left -= weight
      if left < 0 { return hour }
    }
    return hourWeights.count - 1
  }

  private mutating func randomPath(_ count: Int) -> [EdgeID] {
    var path = [EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))]
    while path.count < count {
      let last = path[path.count - 1]
      let next = graph.edges(leaving: graph.head(of: last)).filter { $0 != last.reversed }
      guard let edge = next.randomElement(using: &random) else { break }
      path.append(edge)
    }
    return path
  }

  private func record(
    _ number: Int, _ begin: Int64, _ times: [(EdgeID, Double)], every seconds: Int, first: Double, last: Double
  ) -> DriveRecord {
    var fixes: [PathFix] = []
    var (passed, next) = (0.0, times[0].1 * first)
    let end = times.dropLast().reduce(0) { $0 + $1.1 } + times[times.count - 1].1 * last
    for (step, (edge, time)) in times.enumerated() {
      while next < passed + time, next <= end {
        let moving = time * (1 - spread.standing)
        let share = min(1, (next - passed) / moving)
        fixes.append(
          PathFix(
            step: Int32(step), offset: Int32(share * graph.length(of: edge) * 100),
            time: begin + Int64((next * 1000).rounded())))
        next += Double(seconds)
      }
      passed += time
    }
    let steps = times.map { DrivenStep(edge: $0.0, begin: 0, end: Int32(graph.length(of: $0.0) * 100)) }
    return DriveRecord(
      vehicle: "v\(number % 40)", tripID: "t\(number)", source: "town", begin: begin, end: begin + Int64(end * 1000),
      paths: fixes.isEmpty ? [] : [DrivenPath(steps: steps, fixes: fixes)])
  }

  // MARK: The map

  private static func network(side: Int, random: inout SplitMix64) -> RoadNetwork {
    var network = RoadNetwork()
    network.provenance.source = "town"
    for index in 0..<side * side {
      let (row, column) = (index / side, index % side)
      let place = Place(
        latitude: 47.5 + Double(row) * 0.001 + 0.0003 * random.uniform(),
        longitude: 9.5 + Double(column) * 0.0015 + 0.0004 * random.uniform())
      network.nodes.append(RoadNetwork.Node(source: SourceNodeID(Int64(index + 1)), place: place))
    }
    for line in 0..<side {
      network.addStreet((0..<side).map { line * side + $0 }, isMain: line % 3 == 0)
      network.addStreet((0..<side).map { $0 * side + line }, isMain: line % 3 == 0)
    }
    return network
  }
}

extension RoadNetwork {
  fileprivate mutating func addStreet(_ junctions: [Int], isMain: Bool) {
    var way = Way(id: WayID(Int64(ways.count + 1)), roadClass: isMain ? .secondary : .residential)
    way.name = "Street \(ways.count + 1)"
    ways.append(way)
    for (from, to) in zip(junctions, junctions.dropFirst()) {
      let first = shape.count
      shape += [nodes[from].place, nodes[to].place]
      var segment = Segment(way: ways.count - 1, from: from, to: to, shape: first..<shape.count)
      segment.forward.access = .all
      segment.backward.access = .all
      segments.append(segment)
    }
  }
}

internal import Geodesy
internal import Glibc
internal import Storage

/// The parameters of a dissection.
package struct DissectionSettings: Sendable {
  /// The share of the nodes at either end of a line that a cut must separate; Schild & Sommer take a quarter.
  package var share = 0.25
  /// The number of lines across which cuts are searched, at equal angles.
  package var directions = 4
  /// Parts of this many nodes are not cut further.
  package var leafSize = 2

  package init() {}
}

/// An order of contraction of directed edges, from small cuts of the roads.
///
/// A network is cut in two through few vertices. These are contracted last, and both parts are cut in the same way. To
/// find a cut, nodes are sorted along a line, and a maximum flow between the first and the last of them gives the
/// narrowest cut between the two. Several lines are tried; the cut that is narrowest per node of its smaller part wins.
/// Trees, and all segments of a chain but one, come before the part to which they are attached. Within a cut, all edges
/// of one direction come before all of the other, since no path joins two of them without crossing to the other side.
///
/// Edges 2 *i* and 2 *i* + 1 are segment *i* forward and backward.
///
/// - Returns: all 2 *s* edges of *s* segments, in the order of contraction.
/// - Complexity: O(*s* · cut) for each of O(log *n*) levels.
/// - Source: Schild & Sommer 2015, On Balanced Separators in Road Networks (inertial flow),
///   doi:10.1007/978-3-319-20086-6_22; cuts of edges for line graphs and the order within a cut from Buchhold, Wagner,
///   Zeitz & Zündorf 2020, doi:10.4230/OASIcs.ATMOS.2020.9.
package func dissectionOrder(
  of network: consuming PlacedNetwork, settings: DissectionSettings = DissectionSettings()
) -> [UInt32] {
  var dissection = Dissection(of: network, settings: settings)
  dissection.run()
  return dissection.order
}

struct Dissection: ~Copyable {
  private let simplified: SimplifiedNetwork
  private let network: PlacedNetwork
  private let adjacency: Adjacency
  private let settings: DissectionSettings
  private(set) var order: [UInt32] = []

  /// The nodes left; a part is a range of them.
  private var nodes: FixedArray<UInt32>
  /// The current part of each node of the network.
  private var parts: FixedArray<UInt32>
  private var partCount: UInt32 = 0
  /// The number of a node within its part.
  private var numbers: FixedArray<UInt32>
  private var entryOfSegment: FixedArray<UInt32>
  private var flow: FlowNetwork
  private var line: SortedLine
  private var isFirstSide: FixedArray<Bool>
  private var spare: FixedArray<UInt32>

  init(of network: consuming PlacedNetwork, settings: DissectionSettings) {
    self.settings = settings
    simplified = SimplifiedNetwork(of: network)
    let network = simplified.network
    self.network = network
    adjacency = simplified.adjacency
    let count = simplified.nodes.count
    nodes = FixedArray(repeating: 0, count: count)
    for (i, node) in simplified.nodes.enumerated() { nodes[i] = node }
    parts = FixedArray(repeating: .max, count: network.nodeCount)
    numbers = FixedArray(repeating: 0, count: network.nodeCount)
    entryOfSegment = FixedArray(repeating: .max, count: network.segmentCount)
    flow = FlowNetwork(nodes: count, entries: adjacency.nodes.count)
    line = SortedLine(capacity: count)
    isFirstSide = FixedArray(repeating: false, count: count)
    spare = FixedArray(repeating: 0, count: count)
    order.reserveCapacity(2 * network.segmentCount)
  }

  mutating func run() {
    mark(0..<nodes.count)
    dissect(0..<nodes.count)
  }

  // MARK: Parts

  private mutating func mark(_ range: Range<Int>) {
    for i in range { parts[nodes[i]] = partCount }
    partCount += 1
  }

  private mutating func dissect(_ range: Range<Int>) {
    for piece in connectedPieces(of: range) {
      if piece.count <= settings.leafSize { finish(piece) } else { halve(piece) }
    }
  }

  /// Sorts the nodes of a part into its connected components, which become parts of their own.
  private mutating func connectedPieces(of range: Range<Int>) -> [Range<Int>] {
    guard let first = range.first else { return [] }
    let part = parts[nodes[first]]
    var pieces: [Range<Int>] = []
    var count = 0
    for start in range where parts[nodes[start]] == part {
      let begin = count
      add(nodes[start], &count)
      var taken = begin
      while taken < count {
        let node = spare[taken]
        taken += 1
        for entry in adjacency.entries(of: node) where parts[adjacency.nodes[entry]] == part {
          add(adjacency.nodes[entry], &count)
        }
      }
      partCount += 1
      pieces.append(range.lowerBound + begin..<range.lowerBound + count)
    }
    for i in 0..<count { nodes[range.lowerBound + i] = spare[i] }
    return pieces
  }

  private mutating func add(_ node: UInt32, _ count: inout Int) {
    parts[node] = partCount
    spare[count] = node
    count += 1
  }

  private mutating func halve(_ range: Range<Int>) {
    buildFlow(range)
    let middle = cut(range)
    let severed = severedSegments(range, middle)
    mark(range.lowerBound..<middle)
    mark(middle..<range.upperBound)
    dissect(range.lowerBound..<middle)
    dissect(middle..<range.upperBound)
    for edge in severed { order.append(edge) }
    for edge in severed { order.append(edge ^ 1) }
  }

  /// For every segment between two halves, the edge from the first into the second.
  private func severedSegments(_ range: Range<Int>, _ middle: Int) -> [UInt32] {
    let part = parts[nodes[range.lowerBound]]
    var edges: [UInt32] = []
    for i in range.lowerBound..<middle {
      let node = nodes[i]
      for entry in adjacency.entries(of: node) where parts[adjacency.nodes[entry]] == part {
        let isInFirst = isFirstSide[Int(numbers[adjacency.nodes[entry]])]
        if isInFirst { continue }
        let segment = adjacency.segments[entry]
        edges.append(2 * segment + (network.from[Int(segment)] == node ? 0 : 1))
      }
    }
    return edges
  }

  /// The edges of a part that is not cut further: trees and loops first.
  private mutating func finish(_ range: Range<Int>) {
    for i in range {
      for segment in simplified.hanging(from: nodes[i]) { append(segment) }
    }
    let part = parts[nodes[range.lowerBound]]
    for i in range {
      let node = nodes[i]
      for entry in adjacency.entries(of: node) where parts[adjacency.nodes[entry]] == part {
        if node < adjacency.nodes[entry] { append(adjacency.segments[entry]) }
      }
    }
  }

  private mutating func append(_ segment: UInt32) {
    order.append(2 * segment)
    order.append(2 * segment + 1)
  }

  // MARK: Cuts

  private mutating func buildFlow(_ range: Range<Int>) {
    for i in range { numbers[nodes[i]] = UInt32(i - range.lowerBound) }
    let part = parts[nodes[range.lowerBound]]
    flow.removeAll()
    for i in range {
      flow.addNode()
      for entry in adjacency.entries(of: nodes[i]) where parts[adjacency.nodes[entry]] == part {
        let segment = adjacency.segments[entry]
        let own = flow.addEntry(to: numbers[adjacency.nodes[entry]], width: network.widths[Int(segment)])
        if entryOfSegment[segment] == .max {
          entryOfSegment[segment] = own
        } else {
          flow.join(entryOfSegment[segment], own)
          entryOfSegment[segment] = .max
        }
      }
    }
  }

  /// Sorts the nodes of a part into two halves and returns where the second one begins.
  private mutating func cut(_ range: Range<Int>) -> Int {
    let count = range.count
    let ends = max(1, Int(Double(count) * settings.share))
    var best = HalvingScore.worst
    var projection = Projection(around: network.places[Int(nodes[range.lowerBound])])
    for direction in 0..<settings.directions {
      projection.turn(to: .pi * Double(direction) / Double(settings.directions))
      line.removeAll()
      for i in range { line.add(projection.position(of: network.places[Int(nodes[i])])) }
      line.separate(ends)
      flow.clearTerminals()
      for i in 0..<ends {
        flow.set(.source, at: line.number(at: i))
        flow.set(.sink, at: line.number(at: count - 1 - i))
      }
      guard let size = flow.smallestCut(atMost: best.largestUsefulCut(of: count)) else { continue }
      take(size, count, &best)
      flow.reachFromSinks()
      take(size, count, &best)
    }
    return partition(range)
  }

  /// Keeps the sides given by the flow if they are better than the best so far.
  private mutating func take(_ size: Int, _ count: Int, _ best: inout HalvingScore) {
    var reached = 0
    for i in 0..<count where flow.isReached(i) { reached += 1 }
    let score = HalvingScore(cut: size, smaller: min(reached, count - reached))
    guard score.isBetter(than: best) else { return }
    best = score
    for i in 0..<count { isFirstSide[i] = flow.isReached(i) }
  }

  private mutating func partition(_ range: Range<Int>) -> Int {
    var (first, second) = (0, 0)
    for i in range {
      if isFirstSide[i - range.lowerBound] {
        nodes[range.lowerBound + first] = nodes[i]
        first += 1
      } else {
        spare[second] = nodes[i]
        second += 1
      }
    }
    for i in 0..<second { nodes[range.lowerBound + first + i] = spare[i] }
    return range.lowerBound + first
  }
}

/// The quality of a cut: the narrower per node of its smaller part, the better.
private struct HalvingScore {
  var cut: Int
  var smaller: Int

  static let worst = HalvingScore(cut: .max, smaller: 0)

  func isBetter(than other: HalvingScore) -> Bool {
    guard other.smaller > 0 else { return smaller > 0 }
    return cut * other.smaller < other.cut * smaller
  }

  /// A wider cut is no better, however even its halves.
  func largestUsefulCut(of count: Int) -> Int {
    smaller == 0 ? .max / 2 : cut * (count / 2) / smaller
  }
}

/// Places as integers along lines, the same on every machine.
private struct Projection {
  private let origin: Place
  /// Units of longitude per 1024 units of latitude, and the direction of the line in 1024ths.
  private let eastward: Int64
  private var x: Int64 = 0
  private var y: Int64 = 0

  init(around origin: Place) {
    self.origin = origin
    eastward = Int64((1024 * cos(origin.latitude * .pi / 180)).rounded())
  }

  mutating func turn(to angle: Double) {
    x = (Int64((1024 * cos(angle)).rounded()) * eastward) >> 10
    y = Int64((1024 * sin(angle)).rounded())
  }

  func position(of place: Place) -> Int64 {
    (place.longitudeE7(eastOf: origin) * x + (Int64(place.latitudeE7) - Int64(origin.latitudeE7)) * y) >> 10
  }
}

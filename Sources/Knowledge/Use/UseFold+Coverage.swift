internal import Geodesy
internal import RoadGraph

extension UseFold {
  /// How much of the network was driven: in all, then by class, then by zone in the order of their names.
  ///
  /// A road belongs to the zones of its pieces, none of which is longer than 25 m; a piece is in the zone of its middle.
  ///
  /// - Parameter zones: `nil` for none.
  /// - Complexity: O(places of all shapes) with zones, else O(roads).
  package func coverage(by zones: Zones? = nil) -> [Coverage] {
    var classes = [CoveredLength](repeating: CoveredLength(), count: RoadClass.allCases.count)
    var byZone = zones.map { ZoneCoverage($0, network) }
    for index in 0..<network.segmentCount {
      let segment = SegmentID(index)
      guard isUsable(segment) else { continue }
      let parts = covered.parts(of: segment)
      let length = covered.length(of: segment)
      let roadClass = network.roadClass(of: segment.forward)
      classes[Int(roadClass.rawValue)].add(length, driven: parts.reduce(0) { $0 + $1.count })
      byZone?.add(segment, driven: parts)
    }
    let all = classes.reduce(into: CoveredLength()) { $0.add($1) }
    let perClass = RoadClass.allCases.filter { classes[Int($0.rawValue)].whole > 0 }
      .map { classes[Int($0.rawValue)].coverage(of: .roadClass($0)) }
    return [all.coverage(of: .all)] + perClass + (byZone?.coverages ?? [])
  }
}

/// Lengths in centimetres.
private struct CoveredLength {
  var whole: Int64 = 0
  var driven: Int64 = 0

  mutating func add(_ length: Int32, driven part: Int) {
    whole += Int64(length)
    driven += Int64(part)
  }

  mutating func add(_ other: CoveredLength) {
    whole += other.whole
    driven += other.driven
  }

  func coverage(of part: Coverage.Part) -> Coverage {
    Coverage(part: part, length: Metres(whole) / 100, driven: Metres(driven) / 100)
  }
}

/// Adds up roads by the zones that they run through.
private struct ZoneCoverage {
  private let graph: RoadGraph
  private var zones: ZoneNumbers
  private var lengths: [CoveredLength] = []

  /// A road beside the border of a zone is wrongly placed by half of this at most.
  private static let longestPiece: Metres = 25

  init(_ zones: Zones, _ graph: RoadGraph) {
    self.zones = ZoneNumbers(zones)
    self.graph = graph
  }

  mutating func add(_ segment: SegmentID, driven parts: [Range<Int32>]) {
    let range = graph.shapeRange(of: segment)
    for index in range.dropFirst() {
      let (begin, end) = (graph.shapeDistance(at: index - 1), graph.shapeDistance(at: index))
      let count = stepCount(along: end - begin, atMost: Self.longestPiece)
      for number in 0..<count {
        let middle = (Double(number) + 0.5) / Double(count)
        let place = graph.shapePlace(at: index - 1).interpolated(to: graph.shapePlace(at: index), fraction: middle)
        guard let zone = zones.zone(at: place) else { continue }
        while lengths.count <= Int(zone) { lengths.append(CoveredLength()) }
        let cuts = [number, number + 1].map { begin + (end - begin) * Double($0) / Double(count) }
        let piece = centimetres(cuts[0])..<centimetres(cuts[1])
        lengths[Int(zone)].add(
          Int32(piece.count), driven: parts.reduce(0) { $0 + $1.clamped(to: piece).count })
      }
    }
  }

  private func centimetres(_ length: Metres) -> Int32 { Int32(clamping: nearestInteger(length * 100)) }

  var coverages: [Coverage] {
    zip(zones.names, lengths).sorted { $0.0 < $1.0 }.map { name, length in length.coverage(of: .zone(name)) }
  }
}

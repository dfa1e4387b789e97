import Foundation
import Geodesy
import RandomNumbers
import Replay
import Reports
import RoadGraph
import TestSupport
import Testing

@Suite struct `The roads around a drive` {
  /// Two rows of roads, 100 m and 900 m from the drive along A–B.
  private let sketch: RoadSketch

  init() throws {
    sketch = try RoadSketch(
      """
      A----B
      C----D



      E----F
      """, metresPerCell: 150, roads: ["A-B", "C-D", SketchRoad("E-F", name: "Far Lane", roadClass: .residential)])
  }

  private func drive(along edge: EdgeID) -> Drive {
    var drive = Drive.with("edges", .of("edge", .numbers(places: 0), [Int64(edge.index)]))
    drive.takeRoads(of: sketch.graph)
    return drive
  }

  private func segments(_ drive: Drive) -> Set<SegmentID> { Set(drive.roads?.segments ?? []) }

  @Test func `are those that it was on and those near it`() {
    let found = segments(drive(along: sketch.edge("AB")))
    #expect(found.contains(sketch.edge("AB").segment) && found.contains(sketch.edge("CD").segment))
  }

  @Test func `are drawn with class, name, direction and places`() throws {
    let sketch = try RoadSketch(
      "A----B", metresPerCell: 100, roads: [SketchRoad("A>B", name: "High Street", roadClass: .primary)])
    var drive = Drive.with("edges", .of("edge", .numbers(places: 0), [Int64(sketch.edge("AB").index)]))
    drive.takeRoads(of: sketch.graph)
    let page = try DrivePage(of: drive)
    let roads = try #require(page.roads)
    let classes = try #require(roads["classes"] as? [String])
    #expect((roads["class"] as? [Int])?.map { classes[$0] } == ["primary"])
    #expect((roads["words"] as? [String])?.contains("High Street") == true)
    let flag = sketch.edge("AB").isForward ? 1 : 2
    #expect((roads["flags"] as? [Int])?.map { $0 & 3 } == [flag])
    let shape = sketch.graph.shape(of: sketch.edge("AB").segment.forward)
    let latitudes: [Int?] = shape.map { Int((Double($0.latitudeE7) / 10).rounded()) }
    let longitudes: [Int?] = shape.map { Int((Double($0.longitudeE7) / 10).rounded()) }
    #expect(page.sums(roads["lat"]) == latitudes && page.sums(roads["lon"]) == longitudes)
  }

  @Test func `are all that lie within the margin, in random towns`() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<20 {
      let network = RoadNetwork.random(nodes: 30, roads: 80, forbiddenTurns: 0, using: &random)
      let graph = try RoadGraph(network)
      let edge = EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))
      var drive = Drive.with("edges", .of("edge", .numbers(places: 0), [Int64(edge.index)]))
      drive.takeRoads(of: graph)
      let found = Set(try #require(drive.roads).segments)
      let own = graph.shape(of: edge)
      let ruler = LocalRuler(at: own[0])
      for segment in 0..<graph.segmentCount {
        let id = SegmentID(segment)
        let isOfMode = graph.access(of: id.forward)[.car] != .no || graph.access(of: id.backward)[.car] != .no
        let gap = graph.shape(of: id.forward).flatMap { place in own.map { ruler.distance($0, place) } }.min() ?? 0
        if isOfMode, gap < 500 { #expect(found.contains(id), "\(gap) m") }
      }
    }
  }
}

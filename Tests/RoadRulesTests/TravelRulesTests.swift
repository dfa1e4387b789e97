import Geodesy
import RoadGraph
import TestSupport
import Testing

@testable import RoadRules

private let local = AccessSet(rawValue: 0xAAAA)
private let permitted = AccessSet(rawValue: 0x5555)

@Suite struct `What a recorded drive does against the rules` {
  @Test(
    arguments: [
      (AccessSet.all, .yes, 0), (local, .yes, 0.5), (permitted, .yes, 2), (AccessSet.none, .yes, 5),
      (local, .destination, 0),
      (permitted, .destination, 2), (local, .permit, 0), (AccessSet.none, .permit, 5), (AccessSet.none, .no, 0),
      (AccessSet.all, .no, 0),
    ] as [(AccessSet, Access, Double)])
  func `has a price where it enters a road that is less open than the one before`(
    access: AccessSet, before: Access, price: Double
  ) throws {
    let sketch = try RoadSketch("A---B", roads: [SketchRoad("A-B", access: access)])
    #expect(TravelRules(mode: .car).entry(onto: sketch.edge("AB"), from: before, on: sketch.graph) == price)
  }

  @Test func `is impossible where only lawful paths are sought`() throws {
    let sketch = try RoadSketch("A---B---C", roads: ["A-B", "C>B"])
    let rules = TravelRules.lawful(.car)
    #expect(rules.entry(onto: sketch.edge("BC"), from: .yes, on: sketch.graph) == .infinity)
    #expect(rules.turning(from: sketch.edge("AB"), onto: sketch.edge("BA"), on: sketch.graph) == .infinity)
    #expect(rules.bannedTurn == .infinity && rules.closedBarrier == .infinity)
    #expect(rules.turning(from: sketch.edge("AB"), onto: sketch.edge("BC"), on: sketch.graph) == 0)
  }

  @Test(arguments: [("AB", "BC", 0.0), ("AB", "BD", 1), ("AB", "BE", 1), ("AB", "BA", 6)])
  func `turns the dearer the sharper, to the left as to the right`(from: String, onto: String, price: Double) throws {
    let sketch = try RoadSketch(
      """
          D
          |
      A---B---C
          |
          E
      """, roads: ["A-B-C", "D-B-E"])
    let found = TravelRules(mode: .car).turning(from: sketch.edge(from), onto: sketch.edge(onto), on: sketch.graph)
    #expect(abs(found - price) < 0.05)
  }

  @Test(arguments: ["A-B", "A>B", "B>A"])
  func `is a U-turn onto the other carriageway of a street`(road: String) throws {
    let sketch = try RoadSketch(
      """
      A-------------------B-----C
                e
      """, roads: [SketchRoad(road), "B-e-A", "B-C"])
    let graph = sketch.graph
    let rules = TravelRules(mode: .car)
    // The two carriageways have the same letters.
    let west = graph.head(of: sketch.edge("BA"))
    let east = graph.tail(of: sketch.edge("BC"))
    let arriving = graph.edges(leaving: west).filter { graph.head(of: $0) == east }
    let leaving = graph.edges(leaving: east).filter { graph.head(of: $0) == west }
    #expect(arriving.count == 2 && leaving.count == 2)
    for edge in arriving {
      for next in leaving { #expect(rules.isUTurn(from: edge, onto: next, on: graph)) }
      #expect(!rules.isUTurn(from: edge, onto: sketch.edge("BC"), on: graph))
    }
  }

  @Test func `is no U-turn round a block`() throws {
    let sketch = try RoadSketch(
      """
      A-----B
      |    /
      c---d
      """, roads: ["A-B", "B-d-c-A"])
    let graph = sketch.graph
    let edge = try #require(
      graph.edges(leaving: graph.tail(of: sketch.edge("AB"))).first { graph.length(of: $0) < 80 })
    let next = try #require(graph.edges(leaving: graph.head(of: edge)).first { $0 != edge.reversed })
    #expect(graph.head(of: next) == graph.tail(of: edge), "it leads back")
    #expect(!TravelRules(mode: .car).isUTurn(from: edge, onto: next, on: graph))
  }

  @Test func `is getting off a bicycle, which costs nobody else`() throws {
    let sketch = try RoadSketch("A---B---C", roads: ["A-B", SketchRoad("B-C", flags: .pushedForward)])
    func price(_ mode: TravelMode, _ from: String, _ onto: String) -> Double {
      TravelRules(mode: mode).pushing(from: sketch.edge(from), onto: sketch.edge(onto), on: sketch.graph)
    }
    #expect(price(.bicycle, "AB", "BC") == 2 && price(.pedestrian, "AB", "BC") == 0)
    #expect(price(.bicycle, "BC", "CB") == 0 && price(.bicycle, "CB", "BA") == 0)
  }

  @Test(
    arguments: [
      ("A-B", .residential, .all, true, true), ("A>B", .residential, .all, true, true),
      ("A-B", .residential, AccessSet.none, false, true), ("A-B", .footway, AccessSet.none, false, false),
      ("A-B", .footway, .all, true, true),
    ] as [(String, RoadClass, AccessSet, Bool, Bool)])
  func `happens on roads that are open in a direction, and on closed ones only where those are met`(
    road: String, roadClass: RoadClass, access: AccessSet, isDrivable: Bool, isMet: Bool
  ) throws {
    let sketch = try RoadSketch("A---B", roads: [SketchRoad(road, roadClass: roadClass, access: access)])
    var rules = TravelRules(mode: .car)
    #expect(["AB", "BA"].allSatisfy { rules.isDrivable(sketch.edge($0), on: sketch.graph) == isDrivable })
    rules.meetsClosedRoads = true
    #expect(["AB", "BA"].allSatisfy { rules.isDrivable(sketch.edge($0), on: sketch.graph) == isMet })
  }
}

@Suite struct `A vehicle` {
  @Test(arguments: TravelMode.allCases)
  func `has the row of its mode, with a speed on every class onto which tags may let it`(mode: TravelMode) {
    let profile = Profile.of(mode)
    #expect(profile.mode == mode && profile.foreignSpeeds.least > 0 && profile.classSpeeds[.residential] > 0)
    #expect(profile.dislike.least > 0 && profile.shareOfLimit.greatest <= 1)
  }

  @Test func `is completed by the usual measures where its own are unknown`() {
    var own = Vehicle([.height: 3])
    own.isHazardous = false
    var usual = Vehicle([.height: 4, .weight: 18])
    usual.isHazardous = true
    let completed = own.completed(by: usual)
    #expect(completed[.height] == 3 && completed[.weight] == 18 && completed[.width] == nil)
    #expect(completed.isHazardous == false && Vehicle().completed(by: usual).isHazardous == true)
    #expect(Vehicle().isEmpty && !own.isEmpty && Vehicle().completed(by: Vehicle()).isEmpty)
  }

  @Test func `has a sign of its own for each measure, and one for its goods`() {
    let signs = Vehicle.Measure.allCases.map { Misfit($0) } + [.hazardous]
    #expect(Set(signs).count == 6 && Misfit(signs).measures == Vehicle.Measure.allCases)
    #expect(Misfit.hazardous.measures == [])
  }
}

import Knowledge
import RoadRules
import TestSupport
import Testing

@Suite("Numbers of pieces of road")
struct PieceNumberTests {
  @Test("Pieces that their way and nodes tell apart have none")
  func apart() throws {
    let sketch = try RoadSketch("A--B--C", roads: ["A-B-C"])
    let numbers = PieceNumbers(of: sketch.graph)
    #expect(["AB", "BA", "BC"].allSatisfy { numbers[sketch.edge($0)] == nil })
  }

  @Test("A row stands on enough vehicles if none has more than half of its passages")
  func support() {
    let rule = PublicSupport(vehicles: 3)
    #expect(rule.admits(Support(passages: 6, trips: 6, vehicles: 3, mostOfOne: 3)))
    #expect(!rule.admits(Support(passages: 6, trips: 6, vehicles: 3, mostOfOne: 4)))
    #expect(!rule.admits(Support(passages: 6, trips: 6, vehicles: 2, mostOfOne: 3)))
  }

  @Test("Rows on too little are left out and counted, and so is what counts no vehicles")
  func admitted() throws {
    var tables = LearnedTables(classes: .usual)
    tables.coverage = LearnedRows([Coverage(part: .all, length: 10, driven: 5)])
    tables.stays = LearnedRows(
      [1, 4].map { vehicles in
        StayPlace(
          place: RoadSketch.corner, radius: 5, support: Support(passages: 8, vehicles: vehicles, mostOfOne: 2),
          medianDuration: 600, totalDuration: 4800, first: 0, last: 1, nights: 0)
      })
    var left = 0
    let admitted = tables.admitted(by: PublicSupport(vehicles: 3)) { left += 1 }
    var vehicles: [Int] = []
    try admitted.stays?.forEach { vehicles.append($0.support.vehicles) }
    #expect(vehicles == [4])
    #expect(left == 1)
    #expect(admitted.coverage == nil)
  }
}

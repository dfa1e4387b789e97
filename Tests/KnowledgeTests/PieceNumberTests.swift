import Knowledge
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
}

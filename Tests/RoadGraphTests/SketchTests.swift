import Geodesy
import RoadGraph
import TestSupport
import Testing

@Test func `a sketch spells its roads`() throws {
  let sketch = try RoadSketch(
    """
    A---B---C
        |
        D
    """, roads: ["A-B-C", "B>D"])
  #expect(sketch.graph.segmentCount == 3)
  #expect(sketch.spelled([sketch.edge("AB"), sketch.edge("BD")]) == "AB BD")
  #expect(sketch.graph.isAgainstOneway(sketch.edge("DB"), for: .car))
  var scratch = NearbyScratch()
  var found: [NearbyRoad] = []
  sketch.graph.roads(near: sketch.place("D"), within: 15, into: &found, using: &scratch)
  #expect(found.map(\.segment) == [sketch.edge("BD").segment])
  #expect(abs(sketch.graph.length(of: sketch.edge("AB")) - 40) < 0.1)
  try sketch.graph.verify()
}

import Knowledge
import RoadGraph
import Testing

@Suite("Records of drives")
struct DriveRecordTests {
  @Test("A step has the length between its offsets")
  func length() {
    #expect(DrivenStep(edge: EdgeID(4), begin: 250, end: 1_300).length == 10.5)
  }
}

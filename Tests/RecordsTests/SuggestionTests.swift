import Records
import Testing

@Suite struct `The name that was probably meant` {
  @Test(arguments: [
    ("trup", "trip"), ("tirp", "trip"), ("Trip", "trip"), ("failed-percent", "failed_percent"),
    ("faild_percent", "failed_percent"), ("colums", "columns"),
  ])
  func `is the nearest one`(name: String, meant: String) {
    #expect(nearest(name, among: ["trip", "failed_percent", "columns", "route"]) == meant)
  }

  @Test(arguments: ["zebra", "xy", ""]) func `is none if all differ by more than a third`(name: String) {
    #expect(nearest(name, among: ["trip", "failed_percent", "columns"]) == nil)
  }

  @Test func `is the first of equally near ones`() {
    #expect(nearest("mat", among: ["map", "cat"]) == "map")
    #expect(didYouMean("mat", among: ["map"]) == " Did you mean map?")
    #expect(didYouMean("mat", among: []).isEmpty)
  }
}

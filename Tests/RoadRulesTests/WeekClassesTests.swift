import RoadRules
import Testing

@Suite("The classes of the hours of a week")
struct WeekClassesTests {
  @Test("The usual classes are workdays, Saturday and Sunday by the hour")
  func usual() {
    let classes = WeekClasses.usual
    #expect(classes.count == 72)
    #expect(classes.openingHours(classes[hour: 7]) == "Mo-Fr 07:00-08:00")
    #expect(classes.openingHours(classes[hour: 4 * 24 + 23]) == "Mo-Fr 23:00-24:00")
    #expect(classes.openingHours(classes[hour: 167]) == "Su 23:00-24:00")
  }

  @Test("Hours may be joined, and days need not be neighbours")
  func joined() throws {
    let classes = try #require(WeekClasses(days: [0b000_0101, 0b111_1010], hours: [0, 6, 20]))
    #expect(
      (0..<classes.count).map(classes.openingHours) == [
        "Mo,We 00:00-06:00", "Mo,We 06:00-20:00", "Mo,We 20:00-24:00",
        "Tu,Th-Su 00:00-06:00", "Tu,Th-Su 06:00-20:00", "Tu,Th-Su 20:00-24:00",
      ])
    #expect(classes[hour: 24 + 19] == 4)
  }

  @Test("Classes that leave out hours, or share some, are none")
  func impossible() {
    #expect(WeekClasses(days: [0b000_0001], hours: [0]) == nil)
    #expect(WeekClasses(days: [0x7F, 1], hours: [0]) == nil)
    #expect(WeekClasses(days: [0x7F], hours: [6, 12]) == nil)
    #expect(WeekClasses(days: [0x7F], hours: [0, 12, 12]) == nil)
  }
}

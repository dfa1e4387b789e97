import Knowledge
import RoadRules
import Testing

@Suite("Classes of the week as text")
struct WeekClassesTextTests {
  @Test("Nothing gives the usual classes")
  func usual() throws {
    #expect(try WeekClasses(days: nil, hours: nil) == .usual)
  }

  @Test("Sets of days are ranges joined by plus signs, hours are where classes begin")
  func sets() throws {
    let classes = try WeekClasses(days: "Mo+Fr,Tu-Th,Sa-Su", hours: "0,6,22")
    #expect(classes.count == 9)
    #expect(classes.openingHours(0) == "Mo,Fr 00:00-06:00")
    #expect(classes.openingHours(4) == "Tu-Th 06:00-22:00")
    #expect(classes[hour: 6 * 24 + 23] == 8)
  }

  @Test("Days that are in no set or in two are refused", arguments: ["Mo-Fr", "Mo-Sa,Sa-Su"])
  func uncovered(days: String) {
    #expect(throws: WeekClassesError.daysDoNotCover(days)) { try WeekClasses(days: days, hours: nil) }
  }

  @Test("Other texts are refused", arguments: ["", "Mo-", "mo-su", "Su-Mo", "Mo-Su,", "Mo+Mo,Tu-Su"])
  func notDays(days: String) {
    #expect(throws: WeekClassesError.notDays(days)) { try WeekClasses(days: days, hours: nil) }
  }

  @Test("Hours begin with 0 and ascend", arguments: ["", "6", "0,6,6", "0,24", "0,x", "0,9,6"])
  func notHours(hours: String) {
    #expect(throws: WeekClassesError.notHours(hours)) { try WeekClasses(days: nil, hours: hours) }
  }
}

import Testing
import Work

@Suite struct `A condition under which a run fails` {
  private var counts: RunCounts {
    var counts = RunCounts()
    counts.reports = 8
    counts.byStatus = ["ok": 5, "partial": 1, "rejected": 2]
    counts.fixes = 200
    counts.fixesByStatus = ["matched": 150, "rejected": 50]
    counts.rejectsByReason = ["bad_time": 48, "bad_position": 2]
    return counts
  }

  @Test(arguments: [
    ("failed_percent > 5", 25.0), ("failed>=2", 2), ("failed_percent == 25", 25), ("ok_percent < 90", 62.5),
    ("rejected_fixes_percent >= 25", 25), ("rejects > 49", 50), ("rejects_bad_time != 0", 48), ("trips <= 8", 8),
    ("  partial_percent  >  1e1 ", 12.5),
  ])
  func `holds, and gives the value`(text: String, value: Double) throws {
    let condition = try FailCondition(text)
    try condition.check(for: .trips)
    #expect(condition.violation(by: counts, of: .trips) == value)
  }

  @Test(arguments: ["failed_percent > 25", "trips < 8", "rejects_duplicate > 0", "error_percent != 0"])
  func `does not hold`(text: String) throws {
    let condition = try FailCondition(text)
    try condition.check(for: .trips)
    #expect(condition.violation(by: counts, of: .trips) == nil)
  }

  @Test(arguments: ["ok_percent < 90", "ok_percent >= 0", "failed_percent == 0"])
  func `does not hold for a share of nothing`(text: String) throws {
    #expect(try FailCondition(text).violation(by: RunCounts(), of: .trips) == nil)
  }

  @Test(arguments: [
    "", "failed", "failed 5", "failed >", "> 5", "failed > many", "failed > nan", "failed > inf", "5 < failed > 2",
  ])
  func `is a name, a comparison and a number`(text: String) {
    #expect(throws: FailConditionError.malformed(text)) { try FailCondition(text) }
  }

  @Test func `names counts that the run has`() throws {
    let condition = try FailCondition("faild_percent > 5")
    let error = #expect(throws: FailConditionError.self) { try condition.check(for: .trips) }
    #expect("\(try #require(error))".contains("Did you mean failed_percent?"))
    #expect(throws: FailConditionError.self) { try FailCondition("matched_fixes > 5").check(for: .requests) }
    #expect(throws: FailConditionError.self) { try FailCondition("trips_percent > 5").check(for: .trips) }
    try FailCondition("violating_percent > 5").check(for: .requests)
  }
}

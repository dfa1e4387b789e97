internal import Reports

extension Drive {
  /// Whether somebody should look at it: a trip by its concerns, which are those of the page of a night, and a route always.
  package var needsLook: Bool { kind == .route || concerns.sum > 0 }

  /// What of a trip somebody should look at, from its tables.
  var concerns: [Concern] { [ofOutcome].compactMap(\.self) + ofEvents + missedStops + notRejoined }

  private var ofOutcome: Concern? {
    guard let trip = self["trips"], trip.rowCount > 0 else { return nil }
    return Concern.ofOutcome(
      fixes: Int(trip.number("fixes", 0) ?? 0), matched: Int(trip.number("matched", 0) ?? 0),
      coverage: trip.number("coverage", 0))
  }

  private var ofEvents: [Concern] {
    concerns(of: "events") { events, row in
      Concern(
        event: events["type"]?.word(row) ?? "", confidence: events.number("confidence", row) ?? 1,
        length: events.number("length_m", row), time: nil, isDoubtful: events.number("rule_doubtful", row) == 1,
        road: "")
    }
  }

  private var missedStops: [Concern] {
    let ofPlan = concerns(of: "milestones") { stops, row in
      let isStop = stops["type"]?.word(row) == "stopover" && stops["status"]?.word(row) != "reached"
      return isStop && stops.number("record_ends_m", row) == nil ? Concern(.missedStop) : nil
    }
    let ofJobs = concerns(of: "jobs") { jobs, row in
      jobs["state"]?.word(row) == "missed" && jobs["trip_id"]?.word(row) == title ? Concern(.missedStop) : nil
    }
    return ofPlan + ofJobs
  }

  private var notRejoined: [Concern] {
    concerns(of: "deviations") { deviations, row in
      guard deviations.number("returned", row) != 1 else { return nil }
      return Concern(
        .notRejoined, confidence: deviations.number("confidence", row) ?? 1, length: deviations.number("length_m", row))
    }
  }

  private func concerns(of name: String, _ concern: (ColumnTable, Int) -> Concern?) -> [Concern] {
    guard let table = self[name] else { return [] }
    return (0..<table.rowCount).compactMap { concern(table, $0) }
  }
}

extension ColumnTable {
  /// `nil` for none, and without the column.
  fileprivate func number(_ column: String, _ row: Int) -> Double? { self[column]?.number(row) }
}

internal import Settings

extension MatchCommand {
  /// Every option that may change a row, by its long name. Rows of an earlier run are kept only if all of these are as
  /// they were then.
  ///
  /// A test compares the names with the options of the command: an option is in this list, or the test names it as
  /// harmless and says why.
  var optionsOfRows: [String: String] {
    let all = optionsOfReading.merging(optionsOfPlans) { $1 }.merging(optionsOfMatching) { $1 }
    return all.merging(optionsOfOutput) { $1 }.mapValues { $0 ?? "not given" }
  }

  private var optionsOfReading: [String: String?] {
    [
      "columns": reading.columns, "preset": reading.presetText, "items": reading.items, "csv": reading.csv.text,
      "time-zone": reading.clock.timeZone, "keep": keeping.keep, "split": splitting.split.joined(separator: ","),
      "when": splitting.when.text,
    ]
  }

  private var optionsOfPlans: [String: String?] {
    [
      "plan": plans.plan, "plans": plans.plans, "pass-through": "\(RareSetting.passThrough.isOn ?? false)",
      "better-routes": polls.text, "places": places.places, "visit-after": RareSetting.visitAfter.text,
      "positions": positions.text, "policy": rules.policy, "traffic": rules.traffic,
      "closed-roads": "\(rules.closedRoads)",
    ]
  }

  private var optionsOfMatching: [String: String?] {
    [
      "mode": mode, "sigma": "\(matching.sigma)", "radius": "\(matching.radius)",
      "time-limit": RareSetting.timeLimit.text, "alternatives": "\(matching.alternatives)",
      "vehicle": rules.vehicle.text, "speeding": rules.speeding.text,
    ]
  }

  private var optionsOfOutput: [String: String?] {
    [
      "format": writing.format, "table": writing.textOfTables, "select": writing.selections.joined(separator: ","),
      "csv-safe": "\(writing.spreadsheets.csvSafe)", "partition": resuming.partition,
      "guidance": guidance.text, "shields": drawing.shields, "plot": plotting.plot, "style": replaying.style,
      "tiles": replaying.tilesText,
    ]
  }
}

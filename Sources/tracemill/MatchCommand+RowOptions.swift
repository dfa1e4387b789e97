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
      "columns": reading.columns, "delimiter": reading.delimiter, "coordinates": reading.coordinates,
      "speed-unit": reading.speedUnit, "time-format": reading.timeFormat, "time-zone": reading.clock.timeZone,
      "preset": reading.presetText, "skip": reading.skip?.description, "items": reading.items,
      "rows": reading.rows, "interval": reading.interval, "keep": keeping.keep,
      "split": splitting.split.joined(separator: ","), "from": splitting.from, "to": splitting.to, "day": splitting.day,
    ]
  }

  private var optionsOfPlans: [String: String?] {
    [
      "plan": plans.plan, "plans": plans.plans, "plan-for-all": "\(plans.planForAll)",
      "pass-through": "\(plans.passThrough)",
      "poll-interval": polls.pollInterval?.description, "min-time-difference": polls.minTimeDifference?.description,
      "min-time-difference-percentage": polls.minTimeDifferencePercentage?.description, "places": places.places,
      "visit-after": places.visitAfter, "interpolate": positions.interpolate?.description,
      "extrapolate": positions.extrapolate, "extrapolate-rate": positions.extrapolateRate?.description,
      "policy": rules.policy, "traffic": rules.traffic, "closed-roads": "\(rules.closedRoads)",
    ]
  }

  private var optionsOfMatching: [String: String?] {
    [
      "mode": mode, "sigma": "\(matching.sigma)", "radius": "\(matching.radius)",
      "time-limit": matching.timeLimit?.description, "alternatives": "\(matching.alternatives)",
      "explain": "\(matching.explain)", "vehicle-height": rules.vehicle.vehicleHeight?.description,
      "vehicle-width": rules.vehicle.vehicleWidth?.description,
      "vehicle-length": rules.vehicle.vehicleLength?.description,
      "vehicle-weight": rules.vehicle.vehicleWeight?.description,
      "vehicle-axle-load": rules.vehicle.vehicleAxleLoad?.description,
      "hazardous-goods": "\(rules.vehicle.hazardousGoods)", "speeding": "\(rules.speeding)",
      "speed-tolerance": "\(rules.speedTolerance)", "speed-tolerance-share": "\(rules.speedToleranceShare)",
      "default-limits": "\(rules.defaultLimits)", "doubts": "\(rules.doubts)", "crossings": "\(rules.crossings)",
    ]
  }

  private var optionsOfOutput: [String: String?] {
    [
      "format": writing.format, "table": writing.tables.joined(separator: ","),
      "select": writing.selections.joined(separator: ","), "compress": writing.compress,
      "csv-safe": "\(writing.spreadsheets.csvSafe)",
      "partition": resuming.partition,
      "language": guidance.language, "units": guidance.units, "new-names": "\(guidance.newNames)",
      "notifications": "\(guidance.notifications)", "notify-at": guidance.thresholds.joined(separator: ","),
      "shields": drawing.shields, "plot": plotting.plot, "style": replaying.style, "tiles": replaying.tiles,
      "tiles-attribution": replaying.tilesAttribution,
    ]
  }
}

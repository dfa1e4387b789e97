internal import Reports
internal import Routing

// Options that have nothing to do beside the others that were given. Files of settings may have them, so they are told
// and not refused.

extension RouteCommand {
  /// Says which options of searches this run leaves out, since it searches for no route.
  func warnOfUnused(_ console: Console) {
    let usual = RoutingSettings()
    let ofPath = [("--alternatives", routing.alternatives > 0)]
    let ofLine =
      ofPath + [
        ("--snap-radius", routing.snapRadius != usual.snapRadius),
        ("--max-waypoints", routing.maxWaypoints != usual.mostWaypoints),
      ]
    let ofRoute =
      ofLine + [
        ("--mode", routing.mode != nil), ("--optimisation", routing.optimisation != nil),
        ("--avoid", !routing.avoid.isEmpty), ("--avoid-edge", !routing.avoidEdge.isEmpty),
        ("--avoid-way", !routing.avoidWay.isEmpty), ("--avoid-area", !times.avoidArea.isEmpty),
        ("--vehicle", !routing.vehicle.given.isEmpty),
      ]
    if refresh != nil {
      tell(ofRoute, "--refresh times each route with the options that it was found with", console)
    } else if importedLines != nil {
      tell(ofLine, "--import follows each line", console)
    } else if returnTo != nil {
      tell(ofPath, "--return-to finds one path back", console)
    }
  }

  private func tell(_ options: [(name: String, isGiven: Bool)], _ reason: String, _ console: Console) {
    let names = options.filter(\.isGiven).map(\.name)
    if !names.isEmpty { console.warn("\(reason); without effect: \(names.joined(separator: ", "))") }
  }
}

extension DriveOptions {
  /// Says which options find what is in no table of the run.
  ///
  /// - Parameter leavesOut: whether a table is not written.
  func warnOfUnused(alternatives: Int = 0, _ console: Console, leavesOut: (TripTable) -> Bool) {
    let tables: [(String, TripTable, isGiven: Bool)] = [
      ("--alternatives", .alternatives, alternatives > 0), ("--positions", .positions, !positions.isEmpty),
    ]
    for (name, table, isGiven) in tables where isGiven && leavesOut(table) {
      console.warn(
        "\(name) is for the table \(table.rawValue), which --table leaves out; name that table, or leave \(name) out")
    }
  }
}

internal import Matching
internal import Reports
internal import Traces
internal import Trips

extension Explanation {
  static let ofTripStatuses: [Explanation] = TripStatus.allCases.map { status in
    let cure =
      switch status {
      case .ok: "Nothing."
      case .partial: "See the reason of the trip, and the reasons of its records in the table points."
      case .unmatched: "See the reasons in points: the map may not cover the trace, or the mode be another."
      case .skipped: "See the reason of the trip."
      case .rejected: "See the reasons of its records in rejects."
      case .timeout: "Allow more, or split the trace."
      case .error: "Build the map again; if that does not help, report it with the trace."
      }
    return Explanation(status, .tripStatus, cure)
  }

  /// The reasons of trips that are not in ``FixReason``.
  static let ofTrips: [Explanation] =
    [
      Explanation(
        "single_fix", .tripReason, "there is only one usable record",
        "Nothing, if the device sent no more. Otherwise see in points why the others were left out."),
      Explanation(
        "many_dropped", .tripReason, "more than a fifth of the records were refused or left out",
        "See dropped_by_reason, and the reasons of the records in points; tracemill inspect says how the file is read."),
      Explanation(
        "no_usable_fix", .tripReason, "every record was refused or left out", "See the reasons in points or rejects."),
      Explanation(
        "no_readable_fix", .tripReason, "every record was refused",
        "See the reasons in rejects; tracemill inspect says what each column was taken for."),
      Explanation("no_fixes", .tripReason, "the trace has no records", "Nothing, or see what wrote the file."),
      Explanation(
        "off_road", .tripReason, "the vehicle left the roads of the map between two legs",
        "Nothing if it drove on private ground. If there is a road, the map is old, or the road is closed to the mode: "
          + "--closed-roads."),
      Explanation(
        "time_gap", .tripReason, "the trace is silent for so long between two legs that the path is unknown",
        "Nothing here; the device did not send, or records are missing in the input."),
      Explanation(
        "no_path", .tripReason, "no path joins two legs",
        "Look at the place on a map: a road may be missing there, or its oneway be wrong."),
      Explanation(
        "hidden", .tripReason, "what lies between two legs is hidden",
        "Nothing; --hide says what is hidden, and a run without it shows the whole trip."),
    ]
    + [FixReason.timeLimit, .internalError].map { Explanation($0.rawValue, .tripReason, $0.meaning, $0.cure) }

  static let ofFixStatuses: [Explanation] = FixStatus.allCases.map { status in
    let cure =
      switch status {
      case .matched: "Nothing."
      case .offRoad: "Nothing if that is true; otherwise see --radius and --mode."
      case .unmatched: "See its reason."
      case .dropped: "See its reason."
      case .rejected: "See its reason, and its message in rejects."
      }
    return Explanation(status, .fixStatus, cure)
  }

  static let ofRuns: [Explanation] = [
    Explanation(
      Manifest.searchBoundCode, .runRemark,
      "the search for a path to some fixes ended at its bound on work, so that no_path there may not be true",
      "Look at the fixes with no_path: these are mostly places that jump. If they are right, give their accuracy, or "
        + "a lower --radius.")
  ]

  static let ofFixes: [Explanation] = FixReason.allCases.map {
    Explanation($0.rawValue, .fixReason, $0.meaning, $0.cure)
  }
}

extension FixReason {
  fileprivate var cure: String {
    switch self {
    case .badRecord: "Look at the line: a separator or a quote is wrong. --csv delimiter names the separator."
    case .badPosition: "If all are refused, --columns names the columns and --csv coordinates their form."
    case .missingPosition: "Nothing if the device had no position. Otherwise --columns names the columns."
    case .badTime: "If all are refused, --csv time-format says how times are written."
    case .implausibleTime: "The clock of the device is wrong, or --csv time-format says how times are written."
    case .invalidFix: "--columns valid=none reads such positions all the same."
    case .repeatedHour: "--time-zone says where the clock was; or have the device send UTC or offsets."
    case .missingTime: "Nothing; the trace goes on without the record."
    case .nullIsland: "Nothing; the device had no position."
    case .duplicate:
      "Nothing, if the sender repeats records. If all have one time, it lacks its seconds: name another column."
    case .outOfOrder: "If there are many, the records of several vehicles are in one trace: --columns trace=NAME."
    case .jump: "If there are many, the records of several vehicles are in one trace: --columns trace=NAME."
    case .noRoadNear: "Nothing if the vehicle was off the roads. Otherwise --radius, or a newer map."
    case .outsideMap: "Build a map that covers the place, or name another one with --map."
    case .notOnRoad: "Nothing if the vehicle was on private ground; --closed-roads also takes roads closed to the mode."
    case .noPath: "Look at the place on a map: a road may be missing there, or its oneway be wrong."
    case .timeLimit: "Allow more with TRACEMILL_TIME_LIMIT, or split the trace."
    case .internalError: "Build the map again; if that does not help, report it with the trace."
    }
  }
}

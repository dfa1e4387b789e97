internal import Comparison
internal import Detection
internal import MapImport
internal import Plans
internal import Reports
internal import Requests

extension Explanation {
  static let ofPlans: [Explanation] =
    PlanOutcome.Status.allCases.map { status in
      let cure =
        switch status {
        case .ok: "Nothing."
        case .untouched: "See the message in the table plans: the trip may have another plan, by --plans or its id."
        case .failed: "See the reason and the message in the table plans."
        case .missing: "Give both the same id, or say with --plans which plan each trace has."
        }
      return Explanation(status, .planStatus, cure)
    }
    + [
      Explanation(
        "no_plan", .planReason, "no plan has the id of the trace, and no row of --plans names it",
        "Give both the same id, or say with --plans which plan each trace has."),
      Explanation(
        PlanOutcome.neverOnPlan, .planReason, "no fix of the trip is on its plan, and it reached no waypoint",
        "Look whether the trip has the right plan."),
    ]
    + PlanRowReason.allCases.map { Explanation($0.rawValue, .planReason, $0.explanation.0, $0.explanation.1) }

  static let ofSites: [Explanation] = SiteReason.allCases.map { reason in
    let (meaning, cure) =
      switch reason {
      case .badRow: ("the row does not have the fields of the header, or a quote is not closed", "Look at the line.")
      case .badJSON:
        ("it is not well-formed JSON, or no feature", "Write a FeatureCollection, or one feature per line.")
      case .missingField: ("it has neither an id nor a name, or no position", "Add what is missing.")
      case .badValue: ("the position is not on the earth, or the radius is none", "See the message for the value.")
      case .badArea: ("the polygon cannot be read", "Write GeoJSON or well-known text, longitude first.")
      case .repeated: ("an earlier place has the same id", "Leave out one of them.")
      }
    return Explanation(reason.rawValue, .siteReason, meaning, cure)
  }

  static let ofSpeeding: [Explanation] = SpeedingDoubt.allCases.map { doubt in
    let meaning =
      switch doubt {
      case .sparse: "the records around it are too far apart in time"
      case .unsureFix: "the place of a record is not sure"
      case .unsureRoad: "it is not sure which roads were driven"
      case .noise: "the errors of the positions may explain the speed"
      }
    return Explanation(doubt.rawValue, .speedingDoubt, meaning, "Nothing; only what is sure becomes an event.")
  }

  static let ofEdgeLists: [Explanation] = ListReason.allCases.map { reason in
    Explanation(
      reason.rawValue, .listReason, reason.meaning,
      reason.isOfValue
        ? "Mend the value, if the default is not what is meant." : "Mend the row; the message has file and line.")
  }

  static let ofComparisons: [Explanation] = ComparisonReason.allCases.map {
    Explanation(
      $0.rawValue, .comparisonReason, $0.meaning, "Mend the row or the feature; the message has file and line.")
  }
}

extension ListReason {
  /// The sentence without its full stop.
  fileprivate var meaning: String { sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence }
}

extension PlanRowReason {
  fileprivate var explanation: (String, String) {
    switch self {
    case .badRow: ("the row does not have the fields of the header, or a quote is not closed", "Look at the line.")
    case .badJSON: ("the line is not a JSON object", "Write one object per line.")
    case .missingField: ("the row names no plan, or neither a trace nor a vehicle and a day", "Add what is missing.")
    case .badValue: ("the day or the time is none, or the row has a trace and a vehicle at once", "See the message.")
    case .repeated:
      (
        "an earlier row or plan is for the same trace, or has the same id",
        "Leave out one of them, or tell the tours of one day apart by a column time."
      )
    case .unknownPlan:
      ("there is no such plan", "The row names an id that --plan does not have, or a file that is missing.")
    case .ambiguousPlan:
      ("the file has several plans, or several of a name, and the row does not say which", "Write FILE#ID.")
    case .unreadableFile:
      ("the file of the plan cannot be read", "Check the path: it begins where the file of --plans lies.")
    case .badPlan:
      (
        "the file or handle holds no plan, or one of its documents is none",
        "Name a file of routes, requests or lines; mend the document."
      )
    case .tooLong: ("the line is longer than any row may be", "Put a long line of places into a file of its own.")
    }
  }
}

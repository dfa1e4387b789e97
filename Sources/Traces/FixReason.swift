/// Why a fix was refused by the reader, dropped by cleaning, or left without a road. The raw values are stable codes.
package enum FixReason: String, CaseIterable, Sendable, BitwiseCopyable {
  // Refused by the reader: the record cannot be understood.
  case badRecord = "bad_record"
  case badPosition = "bad_position"
  case missingPosition = "missing_position"
  case badTime = "bad_time"
  case implausibleTime = "implausible_time"
  case repeatedHour = "repeated_hour"
  case invalidFix = "invalid_fix"
  // Dropped by cleaning: readable, but it cannot be true.
  case missingTime = "missing_time"
  case nullIsland = "null_island"
  case duplicate
  case outOfOrder = "out_of_order"
  case jump
  // Matched to nothing.
  case noRoadNear = "no_road_near"
  case outsideMap = "outside_map"
  case notOnRoad = "not_on_road"
  case noPath = "no_path"
  case timeLimit = "time_limit"
  case internalError = "internal_error"

  /// Whether the reader refused the record; if not, it was readable and a later stage rejected it.
  package var isOfReader: Bool {
    switch self {
    case .badRecord, .badPosition, .missingPosition, .badTime, .implausibleTime, .repeatedHour, .invalidFix: true
    default: false
    }
  }

  /// Whether the fix is good but no road was found for it.
  package var isOfMatching: Bool {
    switch self {
    case .noRoadNear, .outsideMap, .notOnRoad, .noPath, .timeLimit, .internalError: true
    default: false
    }
  }

  /// What the code means, as one lower-case clause.
  package var meaning: String {
    switch self {
    case .badRecord: "the record does not have the expected fields"
    case .badPosition: "latitude or longitude is not a number or out of range"
    case .missingPosition: "latitude or longitude is missing"
    case .badTime: "the time cannot be read"
    case .implausibleTime: "the time is not within 1980 to 2100"
    case .repeatedHour: "the clocks of the place showed the time twice, and the order of the trace does not decide"
    case .invalidFix: "a column of the record says that its position is not valid"
    case .missingTime: "the record has no time while others of the trace do"
    case .nullIsland: "the position is 0, 0, which devices write when they have no fix"
    case .duplicate: "the record repeats the time of the one before it"
    case .outOfOrder: "the time lies before that of an earlier record"
    case .jump: "no vehicle could have come here and gone on in the time"
    case .noRoadNear: "no road of this mode lies within the search radius"
    case .outsideMap: "the position lies outside the map"
    case .notOnRoad: "roads are near, but the fixes do not follow one"
    case .noPath: "no path joins this fix to its neighbours"
    case .timeLimit: "the time allowed for the trace was over before this fix was reached"
    case .internalError: "matching the trace met an internal error"
    }
  }
}

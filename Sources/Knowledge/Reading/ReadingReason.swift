/// Why a row of a report, or all of a trip, is not learned from. The raw values are stable codes.
package enum ReadingReason: String, CaseIterable, Sendable {
  /// The row has more or fewer fields than the header, or is not JSON.
  case badRecord = "bad_record"
  case missingTrip = "missing_trip"
  /// Rows of a trip that the table `trips` has not, or has elsewhere in its order.
  case unknownTrip = "unknown_trip"
  case badEdge = "bad_edge"
  case badOffset = "bad_offset"
  case badTime = "bad_time"
  case badConfidence = "bad_confidence"
  case badEvidence = "bad_evidence"
  case badLeg = "bad_leg"
  case badFlag = "bad_flag"
  case badPlace = "bad_place"
  /// A fix that lies on no edge of its trip.
  case offPath = "off_path"

  /// A clause.
  package var meaning: String {
    switch self {
    case .badRecord: "the row has another number of fields than the header, or is damaged"
    case .missingTrip: "the row names no trip"
    case .unknownTrip: "the row belongs to a trip that is not in trips, or not in the same order"
    case .badEdge: "the edge is not a number of an edge of the map"
    case .badOffset: "the offsets are not numbers of metres, ascending, and on the edge"
    case .badTime: "a time cannot be read"
    case .badConfidence: "the confidence is not within 0…1"
    case .badEvidence: "the evidence is neither observed, inferred nor detour"
    case .badLeg: "the leg is not a number"
    case .badFlag: "wrong_way is neither true nor false"
    case .badPlace: "lat and lon are no place"
    case .offPath: "the fix lies on none of the edges of its trip that follow"
    }
  }
}

/// Why a row is refused.
struct RowFault: Error {
  let reason: ReadingReason
  init(_ reason: ReadingReason) { self.reason = reason }
}

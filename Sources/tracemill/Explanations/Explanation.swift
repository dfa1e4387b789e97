internal import Records

/// What a code of the reports or an exit code means, and what to do about it.
///
/// All codes that tracemill writes as a reason or a status are in ``all``; a test compares it with the enumerations of
/// the other rooms.
struct Explanation: Equatable, Sendable {
  /// Where a code is found. One code may be found in several places and mean a little more or less there.
  enum Subject: String, CaseIterable, Sendable {
    case exitCode = "exit code"
    case tripStatus = "status of a trip"
    case tripReason = "reason of a trip that is not ok"
    case fixStatus = "status of a record in points"
    case fixReason = "reason of a record that is not matched"
    case readingReason = "remark or refusal about a file"
    case routeStatus = "status of a route"
    case routeReason = "reason of a request without a route"
    case requestReason = "reason of a request that is refused"
    case violation = "rule that a route violates"
    case planStatus = "status of a trip's plan"
    case planReason = "reason of a row of --plans that is refused, or of a plan that is not used"
    case siteReason = "row or feature of --places that is refused"
    case speedingDoubt = "reason why a fast drive is no event"
    case listReason = "row or value of an edge list that is left out"
    case comparisonReason = "row that compare leaves out"
  }

  let code: String
  let subject: Subject
  /// One clause, in lower case and without a full stop.
  let meaning: String
  /// What to do, in one or two sentences.
  let cure: String

  init(_ code: String, _ subject: Subject, _ meaning: String, _ cure: String) {
    self.code = code
    self.subject = subject
    self.meaning = meaning
    self.cure = cure
  }

  /// By subject, then in the order of the enumerations.
  static let all: [Explanation] =
    Exit.allCases.map(\.explanation) + ofTripStatuses + ofTrips + ofFixStatuses + ofFixes + ofFiles + ofRoutes
    + ofRequests + ofViolations + ofPlans + ofSites + ofSpeeding + ofEdgeLists + ofComparisons

  /// Of one code, in all places.
  static func of(_ code: String) -> [Explanation] { all.filter { $0.code == code } }

  var text: String {
    "\(code) (\(subject.rawValue))\n  means  \(meaning).\n  to do  \(cure)\n"
  }

  var json: JSONValue {
    .object([
      "code": .text(code), "subject": .text(subject.rawValue), "meaning": .text(meaning), "cure": .text(cure),
    ])
  }
}

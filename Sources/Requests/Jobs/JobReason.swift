internal import Jobs
internal import Records

/// Why an order, or a line of the office's log, is refused. Raw values are the codes in reports.
package enum JobReason: String, CaseIterable, Sendable {
  /// The row does not have the columns of the header, or a quote is not closed.
  case badRow = "bad_row"
  /// The line is not a JSON object, or a name occurs twice in it.
  case badJSON = "bad_json"
  /// The line exceeds the longest row.
  case tooLong = "line_too_long"
  /// It names no job, no time or no event; or a route of a solution names no vehicle.
  case missingField = "missing_field"
  /// A value that is not allowed for its field, such as a place that is not on the earth.
  case badValue = "bad_value"
  /// The polygon cannot be read.
  case badArea = "bad_area"
  /// A time window ends before it begins.
  case badWindow = "bad_window"
  /// An earlier record of the same file has the same job, or the tour of the same vehicle and day.
  case repeated
  /// A time of day without a day.
  case missingDate = "missing_date"
  /// No file gives the job a place.
  case missingPlace = "missing_place"
  /// The place is not on the map.
  case offMap = "off_map"
  /// The optimiser reports an error and has no solution.
  case badSolution = "bad_solution"
  /// No list has such a job.
  case unknownJob = "unknown_job"
  /// There is no such event.
  case unknownEvent = "unknown_event"
  /// An earlier row of the same job has a later time.
  case outOfOrder = "out_of_order"
}

/// What is wrong with an order, or a line of the office's log.
struct JobRefusal: Error, Hashable, Sendable {
  var reason: JobReason
  /// A clause that names the field and the offending value.
  var message: String

  init(_ reason: JobReason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  init(_ refusal: SiteRefusal) {
    let reason: JobReason =
      switch refusal.reason {
      case .missingField: .missingField
      case .badArea: .badArea
      default: .badValue
      }
    self.init(reason, refusal.message)
  }
}

extension Refusal {
  /// - Parameter consequence: what was left out, as a sentence.
  init(_ refusal: JobRefusal, _ consequence: String, _ line: Int?, of path: String) {
    self.init(
      file: path, line: line, reason: refusal.reason.rawValue, message: "\(refusal.message). \(consequence)")
  }
}

extension Job.ID {
  /// As messages name it: `pickup '7'`.
  var words: String { "\(kind.rawValue) \(shown(text))" }
}

/// What messages say that refusals cost.
enum JobCost {
  static let job = "The job was left out."
  static let row = "The row was left out."
  static let file = "The file was left out."
  static let tour = "The planned way of the tour was left out."
}

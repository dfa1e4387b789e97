internal import Dispatching
internal import Requests

extension Explanation {
  static let ofJobs: [Explanation] =
    JobReason.allCases.map { Explanation($0.rawValue, .jobReason, $0.explanation.0, $0.explanation.1) }
    + DispatchFault.Kind.allCases.map { kind in
      switch kind {
      case .refusedEvent:
        Explanation(
          kind.rawValue, .dispatcherReason, "the dispatcher refuses an event for good",
          "The message has the dispatcher's words; the event is not sent again.")
      case .badMessage:
        Explanation(
          kind.rawValue, .dispatcherReason, "a message of the dispatcher makes no sense",
          "Mend it at the dispatcher, and send it with another id.")
      }
    }
}

extension JobReason {
  fileprivate var explanation: (String, String) {
    switch self {
    case .badRow: ("the row does not have the fields of the header, or a quote is not closed", "Look at the line.")
    case .badJSON: ("the line is not a JSON object, or a name occurs twice in it", "Write one object per line.")
    case .tooLong: ("the line is longer than any row may be", "Shorten its content.")
    case .missingField: ("it names no job, no time, no event or no vehicle", "Add what is missing.")
    case .badValue: ("a value is not allowed for its field", "See the message for the value.")
    case .badArea: ("the polygon cannot be read", "Write GeoJSON or well-known text, longitude first.")
    case .badWindow: ("the window ends before it begins", "Write a time after midnight as 26:00.")
    case .repeated: ("an earlier record of the same file has the same job", "Leave out one of them.")
    case .missingDate: ("a time of day has no day", "Give --job-date, or a column date.")
    case .missingPlace: ("no file gives the job a place", "Name a further --job-list that has it.")
    case .offMap: ("the place is not on the map", "Check the order of latitude and longitude, or take another map.")
    case .badSolution: ("the optimiser reports an error and has no solution", "Solve the problem again.")
    case .unknownJob: ("no list has such a job", "Name its list, too, with --job-list.")
    case .unknownEvent: ("there is no such event", "The message lists those there are.")
    case .outOfOrder: ("an earlier row of the same job has a later time", "Sort the rows by time.")
    }
  }
}

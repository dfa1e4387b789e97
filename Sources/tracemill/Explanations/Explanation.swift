internal import Knowledge
internal import Records
internal import Reports

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
    case runRemark = "remark about a run, in the manifest"
    case routeStatus = "status of a route"
    case routeReason = "reason of a request without a route"
    case requestReason = "reason of a request that is refused"
    case violation = "rule that a route violates"
    case planStatus = "status of a trip's plan"
    case planReason = "reason of a row of --plans that is refused, or of a plan that is not used"
    case siteReason = "row or feature of --places that is refused"
    case jobReason = "row of --job-list or --job-events that is refused"
    case dispatcherReason = "what goes wrong between a live run and its dispatcher"
    case speedingDoubt = "reason why a fast drive is no event"
    case listReason = "row or value of an edge list that is left out"
    case comparisonReason = "row that compare leaves out"
  }

  let code: String
  /// Where the code is found: a ``Subject``, or columns of tables.
  let subject: String
  /// One clause, in lower case and without a full stop.
  let meaning: String
  /// What to do, in one or two sentences.
  let cure: String
  /// The columns that may have the code, each as `events.type`.
  private(set) var columns: [String] = []

  init(_ code: String, _ subject: Subject, _ meaning: String, _ cure: String) {
    self.code = code
    self.subject = subject.rawValue
    self.meaning = meaning
    self.cure = cure
  }

  /// What a word of a column means, as its schema says.
  init<Word: Coded>(_ word: Word, _ subject: Subject, _ cure: String) {
    self.init(word.code, subject, Word.meanings[word.code] ?? "", cure)
  }

  /// What a code of columns means that is no reason and no status.
  fileprivate init(_ code: String, in columns: [String], _ meaning: String) {
    self.code = code
    self.subject = "in " + columns.joined(separator: ", ")
    self.meaning = meaning
    self.cure = "Nothing; tracemill schema \(columns[0].prefix { $0 != "." }) describes the column."
    self.columns = columns
  }

  /// By subject, then in the order of the enumerations; then what else the columns of tables may have.
  static let all: [Explanation] = withColumns(reasons)

  private static let reasons: [Explanation] =
    Exit.allCases.map(\.explanation) + ofTripStatuses + ofTrips + ofFixStatuses + ofFixes + ofRuns + ofFiles + ofRoutes
    + ofRequests + ofViolations + ofPlans + ofJobs + ofSites + ofSpeeding + ofEdgeLists + ofComparisons

  /// Of one code, in all places.
  static func of(_ code: String) -> [Explanation] { all.filter { $0.code == code } }

  var text: String {
    "\(code) (\(subject))\n  means  \(meaning).\n  to do  \(cure)\n"
  }

  var json: JSONValue {
    .object([
      "code": .text(code), "subject": .text(subject), "meaning": .text(meaning), "cure": .text(cure),
      "columns": .list(columns.map(JSONValue.text)),
    ])
  }
}

// MARK: - Columns

extension Explanation {
  /// Columns with the same words, which mean the same.
  private struct Words: Hashable {
    let codes: [String]
    let meanings: [String: String]
  }

  /// Adds to each explanation the columns that may have its code, and explains the codes that are no reasons.
  private static func withColumns(_ reasons: [Explanation]) -> [Explanation] {
    var all = reasons
    for (words, columns) in wordsOfTables {
      // A status or a reason is explained with a cure already, and has the same meaning in the schema.
      let known = all.indices.filter { all[$0].isOf(words) }
      for number in known { all[number].columns += columns }
      let unknown = Set(words.codes).subtracting(known.map { all[$0].code })
      all += words.codes.filter(unknown.contains).map { Explanation($0, in: columns, words.meanings[$0] ?? "") }
    }
    return all
  }

  private func isOf(_ words: Words) -> Bool { words.meanings[code] == meaning && words.codes.contains(code) }

  /// The lists of words of all tables, each with its columns, in the order of the tables.
  private static var wordsOfTables: [(words: Words, columns: [String])] {
    var found: [(words: Words, columns: [String])] = []
    let schemas =
      TripTable.allCases.map(\.schema) + RouteTable.allCases.map(\.schema) + LearnedTable.allCases.map(\.schema)
    for schema in schemas {
      for column in schema.columns {
        guard let codes = column.type.values else { continue }
        let words = Words(codes: codes, meanings: column.meanings)
        let name = "\(schema.name).\(column.name)"
        if let number = found.firstIndex(where: { $0.words == words }) {
          found[number].columns.append(name)
        } else {
          found.append((words, [name]))
        }
      }
    }
    return found
  }
}

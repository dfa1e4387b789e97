package import Geodesy
package import Records
internal import Routing
internal import Traces

/// A plan as written.
package enum PlanTask: Sendable {
  case route(WrittenRoute)
  /// Waypoints, or a line.
  case request(WrittenRequest)
}

/// The plans of a file.
package struct PlanFile: Sendable {
  /// One plan, or why it makes no sense.
  package struct Entry: Sendable {
    package let id: String
    package let task: Result<PlanTask, RequestRefusal>
    /// Where it begins in its file, from 1; `nil` if that is unknown.
    var line: Int?
  }

  /// Each id once.
  package let entries: [Entry]
  /// The plans whose id an earlier one has; they are left out.
  package let refusals: [Refusal]
  private let entryOfID: [String: Int]

  /// - Parameter path: of their file.
  private init(_ read: [Entry], path: String) {
    var entries: [Entry] = []
    var refusals: [Refusal] = []
    var entryOfID: [String: Int] = [:]
    let trimmed = read.map { Entry(id: trimmedID($0.id), task: $0.task, line: $0.line) }
    for (number, entry) in trimmed.enumerated() {
      if let first = entryOfID[entry.id] {
        refusals.append(Refusal(of: entry, number: number + 1, after: entries[first], path: path))
      } else {
        entryOfID[entry.id] = entries.count
        entries.append(entry)
      }
    }
    self.entries = entries
    self.refusals = refusals
    self.entryOfID = entryOfID
  }

  /// The number of the plan with one of the ids of a trace.
  package func entry(of traceIDs: [String]) -> Int? { traceIDs.lazy.compactMap(number).first }

  /// Whether the file has exactly one plan. If several have the same id, it is not clear which one is meant.
  package var isSingle: Bool { entries.count == 1 && refusals.isEmpty }

  /// The number of the plan with an id.
  package func number(of id: String) -> Int? { entryOfID[id] }

  /// The plans of a file whose content says what it is: route documents, trip documents, requests in NDJSON or CSV, or
  /// lines in GPX, GeoJSON, CSV or as encoded polylines; or of one handle of a route.
  ///
  /// - Parameter isOnMap: tells polylines of six decimals from polylines of five.
  /// - Throws: ``ChangeFileError`` if the file does not exist or contains no plan.
  package init(fileOrHandle text: String, isOnMap: (Place) -> Bool) throws(ChangeFileError) {
    if WrittenRoute.isHandle(text) {
      let routes = try WrittenRoute.routes(fileOrHandle: text)
      self.init(routes.map { Entry(id: $0.id, task: .success(.route($0))) }, path: text)
      return
    }
    let entries: [Entry]
    switch PlanFormat(of: try wholeFile(text)) {
    case .routes:
      entries = try WrittenRoute.routes(fileOrHandle: text).filter { $0.alternative == 0 }.map {
        Entry(id: $0.id, task: .success(.route($0)), line: $0.line)
      }
    case .trips(let trips): entries = trips.enumerated().map { Entry(trip: $1.json, line: $1.line, number: $0) }
    case .requests: entries = try Self.requests(of: text)
    case .lines:
      entries = try WrittenLine.lines(of: text, isOnMap: isOnMap).map { line in
        Entry(id: line.id, task: line.request.map { .request($0) })
      }
    }
    guard !entries.isEmpty else { throw .noLines(path: text, "there is no plan in it") }
    self.init(entries, path: text)
  }

  private static func requests(of path: String) throws(ChangeFileError) -> [Entry] {
    let file: RequestFile
    do throws(RequestFileError) { file = try RequestFile(path: path) } catch {
      throw .noLines(path: path, "\(error)")
    }
    var entries: [Entry] = []
    while let line = file.next() {
      let read = Result { () throws(RequestRefusal) in try file.form.request(line) }
      entries.append(Entry(read, number: entries.count + 1, line: line.line))
    }
    return entries
  }
}

extension Refusal {
  /// - Parameter number: of the plan in its file, from 1.
  fileprivate init(of plan: PlanFile.Entry, number: Int, after first: PlanFile.Entry, path: String) {
    let place = first.line.map { "the one of line \($0)" } ?? "the first one"
    self.init(
      file: path, line: plan.line, traceID: nil, reason: PlanRowReason.repeated.rawValue,
      message: "plan \(number) has the id \(shown(plan.id)) again; \(place) counts. It was left out.")
  }
}

extension PlanFile.Entry {
  fileprivate init(_ read: Result<WrittenRequest, RequestRefusal>, number: Int, line: Int) {
    self.line = line
    switch read {
    case .success(let request): id = request.id ?? String(number)
    case .failure(let refusal): id = refusal.id ?? String(number)
    }
    task = read.map { .request($0) }
  }

  /// The roads along the matched places of an earlier trip.
  fileprivate init(trip document: JSONValue, line: Int?, number: Int) {
    let written = WrittenLine(trip: document, number: number)
    id = written.id
    self.line = line
    task = written.request.map { .request($0) }
  }
}

/// What a file of plans holds.
private enum PlanFormat {
  case routes
  case trips([(line: Int?, json: JSONValue)])
  case requests
  case lines

  init(of bytes: [UInt8]) {
    let first = bytes.first { ![0xEF, 0xBB, 0xBF, 0x09, 0x0A, 0x0D, 0x20].contains($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      let header = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
      let words = KnownColumns.words(of: header).joined()
      self = words.contains("fromlat") && words.contains("tolat") ? .requests : .lines
      return
    }
    guard let values = try? JSONValue.numberedSequence(in: bytes), let first = values.first else {
      self = .requests  // whose lines are refused one by one
      return
    }
    let list = values.count == 1 ? first.value.list : nil
    let documents = list ?? values.map(\.value)
    if documents.allSatisfy(\.isTripDocument) {
      self = .trips(list?.map { (nil, $0) } ?? values.map { ($0.line, $0.value) })
    } else if documents.allSatisfy({ $0["handle"] != nil }) {
      self = .routes
    } else if documents.contains(where: { $0["waypoints"] != nil || $0["line"] != nil }) {
      self = .requests
    } else {
      self = .lines
    }
  }
}

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
    /// Other ids under which it is found where no other plan has them: its place in a file of tracks, and its name.
    var otherIDs: [String] = []
  }

  /// Each id once.
  package let entries: [Entry]
  /// The plans whose id an earlier one has, and damaged documents; they are left out. In order of their lines.
  package let refusals: [Refusal]
  private let entryOfID: [String: Int]
  /// By their other ids.
  private let entriesOfName: [String: [Int]]

  /// - Parameters:
  ///   - damages: the documents that are no plans.
  ///   - path: of their file.
  private init(_ read: [Entry], besides damages: [Refusal] = [], path: String) {
    var entries: [Entry] = []
    var refusals = damages
    var entryOfID: [String: Int] = [:]
    let trimmed = read.map { Entry(id: trimmedID($0.id), task: $0.task, line: $0.line, otherIDs: $0.otherIDs) }
    for (number, entry) in trimmed.enumerated() {
      if let first = entryOfID[entry.id] {
        refusals.append(Refusal(of: entry, number: number + 1, after: entries[first], path: path))
      } else {
        entryOfID[entry.id] = entries.count
        entries.append(entry)
      }
    }
    self.entries = entries
    self.refusals = refusals.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    self.entryOfID = entryOfID
    let names = entries.enumerated().flatMap { number, entry in entry.otherIDs.map { (trimmedID($0), [number]) } }
    entriesOfName = Dictionary(names, uniquingKeysWith: +)
  }

  /// The number of the plan with one of the ids of a trace.
  package func entry(of traceIDs: [String]) -> Int? { traceIDs.lazy.compactMap(number).first }

  /// Whether the file has exactly one plan. If several have the same id, or some are damaged, it is not clear which one
  /// is meant.
  package var isSingle: Bool { entries.count == 1 && refusals.isEmpty }

  /// The number of the plan with an id; with another id that only one plan has.
  package func number(of id: String) -> Int? {
    if let entry = entryOfID[id] { return entry }
    let named = entriesOfName[id] ?? []
    return named.count == 1 ? named[0] : nil
  }

  /// The numbers of the plans that a user may mean: by an id, or by the place in the file, from 1.
  func numbers(of text: String) -> [Int] {
    if let entry = entryOfID[text] { return [entry] }
    if let named = entriesOfName[text] { return named }
    guard hasNumbers, let number = Int(text), (1...entries.count).contains(number) else { return [] }
    return [number - 1]
  }

  /// Whether the plans are lines of tracks or routes, which may be called by their numbers.
  private var hasNumbers: Bool { entries.contains { !$0.otherIDs.isEmpty } }

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
    var damages: [Refusal] = []
    let entries: [Entry]
    switch try PlanFormat(of: text) {
    case .routes: entries = try Self.documents(of: text, besides: &damages, Self.route)
    case .trips:
      var count = 0
      entries = try Self.documents(of: text, besides: &damages) { json, line in
        defer { count += 1 }
        return json.isTripDocument
          ? .plan(Entry(trip: json, line: line, number: count)) : .damage("no trip of tracemill")
      }
    case .requests: entries = try Self.requests(of: text)
    case .lines:
      entries = try WrittenLine.lines(of: text, isOnMap: isOnMap).map { line in
        Entry(id: line.id, task: line.request.map { .request($0) }, otherIDs: line.otherIDs)
      }
    }
    guard !entries.isEmpty else { throw .noLines(path: text, damages.first?.message ?? "there is no plan in it") }
    self.init(entries, besides: damages, path: text)
  }

  /// What a document of a file of plans is.
  private enum Reading {
    case plan(Entry)
    /// The document of a request without a route, or of an alternative.
    case nothing
    /// Not what it should be, as a clause.
    case damage(String)
  }

  /// The plans of documents that are read one by one. Only what is needed of them is kept.
  private static func documents(
    of path: String, besides damages: inout [Refusal], _ read: (JSONValue, Int) -> Reading
  ) throws(ChangeFileError) -> [Entry] {
    var file = try DocumentFile(path)
    var entries: [Entry] = []
    while let document = try file.next() {
      let reading = document.value.map { read($0, document.line) }
      switch reading {
      case .plan(let entry)?: entries.append(entry)
      case .nothing?: break
      case .damage(let fault)?: damages.append(Refusal(.badPlan, "this is \(fault)", document.line, of: path))
      case nil: damages.append(Refusal(.badJSON, document.fault ?? "this is no JSON", document.line, of: path))
      }
    }
    return entries
  }

  private static func route(_ json: JSONValue, _ line: Int) -> Reading {
    guard WrittenRoute.isRouteDocument(json) else {
      return .damage("no route document: it lacks its id, its waypoints or its handle")
    }
    guard let route = WrittenRoute(ofDocument: json, line: line), route.alternative == 0 else { return .nothing }
    return .plan(Entry(id: route.id, task: .success(.route(route)), line: line))
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
  /// Of a document that is no plan.
  fileprivate init(_ reason: PlanRowReason, _ fault: String, _ line: Int, of path: String) {
    self.init(
      file: path, line: line, traceID: nil, reason: reason.rawValue, message: "\(fault). The plan was left out.")
  }

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

package import Geodesy
internal import Records
internal import Routing

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
  }

  package let entries: [Entry]
  private let entryOfID: [String: Int]

  private init(_ entries: [Entry]) {
    self.entries = entries
    entryOfID = Dictionary(entries.indices.map { (entries[$0].id, $0) }) { first, _ in first }
  }

  /// The number of the plan of a trace: the only one of the file, or the one with its id.
  package func entry(of traceID: String) -> Int? { number(of: traceID) ?? (entries.count == 1 ? 0 : nil) }

  /// The number of the plan with an id.
  package func number(of id: String) -> Int? { entryOfID[id] }

  /// The plans of a file whose content says what it is: route documents, trip documents, requests in NDJSON or CSV, or
  /// lines in GPX, GeoJSON, CSV or as encoded polylines; or of one handle of a route.
  ///
  /// - Parameter isOnMap: tells polylines of six decimals from those of five.
  /// - Throws: ``ChangeFileError`` where there is no such file, or no plan in it.
  package init(fileOrHandle text: String, isOnMap: (Place) -> Bool) throws(ChangeFileError) {
    if WrittenRoute.isHandle(text) {
      let routes = try WrittenRoute.routes(fileOrHandle: text)
      self.init(routes.map { Entry(id: $0.id, task: .success(.route($0))) })
      return
    }
    let entries: [Entry]
    switch PlanFormat(of: try wholeFile(text)) {
    case .routes:
      entries = try WrittenRoute.routes(fileOrHandle: text).filter { $0.alternative == 0 }.map {
        Entry(id: $0.id, task: .success(.route($0)))
      }
    case .trips(let trips): entries = trips.enumerated().map { Entry(trip: $1, number: $0) }
    case .requests: entries = try Self.requests(of: text)
    case .lines:
      entries = try WrittenLine.lines(of: text, isOnMap: isOnMap).map { line in
        Entry(id: line.id, task: line.request.map { .request($0) })
      }
    }
    guard !entries.isEmpty else { throw .noLines(path: text, "there is no plan in it") }
    self.init(entries)
  }

  private static func requests(of path: String) throws(ChangeFileError) -> [Entry] {
    let file: RequestFile
    do throws(RequestFileError) { file = try RequestFile(path: path) } catch {
      throw .noLines(path: path, "\(error)")
    }
    var entries: [Entry] = []
    while let line = file.next() {
      let read = Result { () throws(RequestRefusal) in try file.form.request(line) }
      entries.append(Entry(read, number: entries.count + 1))
    }
    return entries
  }
}

extension PlanFile.Entry {
  fileprivate init(_ read: Result<WrittenRequest, RequestRefusal>, number: Int) {
    switch read {
    case .success(let request): id = request.id ?? String(number)
    case .failure(let refusal): id = refusal.id ?? String(number)
    }
    task = read.map { .request($0) }
  }

  /// The roads along the matched places of an earlier trip.
  fileprivate init(trip document: JSONValue, number: Int) {
    let id = document["trace_id"]?.text ?? String(number + 1)
    self.id = id
    task = Result { () throws(RequestRefusal) in
      let points = document["points"]?.list ?? []
      let line = WrittenLine(id: id) { () throws(RequestRefusal) in points.compactMap(Place.init(matched:)) }
      return .request(try line.request.get())
    }
  }
}

extension Place {
  /// The place on the road of an object of `points`.
  fileprivate init?(matched point: JSONValue) {
    guard let latitude = point["matched_lat"]?.number, let longitude = point["matched_lon"]?.number,
      Place.isValid(latitude: latitude, longitude: longitude)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}

/// What a file of plans holds.
private enum PlanFormat {
  case routes
  case trips([JSONValue])
  case requests
  case lines

  init(of bytes: [UInt8]) {
    let first = bytes.first { ![0xEF, 0xBB, 0xBF, 0x09, 0x0A, 0x0D, 0x20].contains($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      let header = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self).lowercased()
      self = header.contains("from_lat") ? .requests : .lines
      return
    }
    guard let values = try? JSONValue.sequence(in: bytes), let value = values.first else {
      self = .requests  // whose lines are refused one by one
      return
    }
    let documents = values.count == 1 ? value.list ?? values : values
    if documents.allSatisfy({ $0["schema"]?.text?.hasPrefix("tracemill/trip/") == true }) {
      self = .trips(documents)
    } else if documents.allSatisfy({ $0["handle"] != nil }) {
      self = .routes
    } else if documents.contains(where: { $0["waypoints"] != nil || $0["line"] != nil }) {
      self = .requests
    } else {
      self = .lines
    }
  }
}

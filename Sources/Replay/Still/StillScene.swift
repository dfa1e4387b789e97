internal import Geodesy
internal import Reports
internal import RoadGraph

/// What a still shows of a drive, as lines and places of the earth.
struct StillScene {
  /// A part of the path with one colour.
  struct Stretch {
    var line: [Place]
    /// Into the categories of the colouring.
    var category: Int
  }

  /// Where the path is not on roads.
  struct Link {
    enum Kind { case offRoad, gap }
    var line: [Place]
    var kind: Kind
  }

  /// A fix as read.
  struct Dot {
    var place: Place
    var isMatched: Bool
  }

  /// A place with words of its own: an event or a waypoint.
  struct Mark {
    var place: Place
    var words: String
    /// Of an event.
    var code = ""
  }

  var path: [Stretch] = []
  var links: [Link] = []
  var plan: [[Place]] = []
  var alternatives: [[Place]] = []
  var fixes: [Dot] = []
  /// The gravest ones, in order.
  var events: [Mark] = []
  var eventsLeftOut = 0
  var waypoints: [Mark] = []
  var begin: Place?
  var end: Place?

  /// The places that have to be in the picture.
  var places: [Place] {
    path.flatMap(\.line) + links.flatMap(\.line) + plan.flatMap(\.self) + alternatives.flatMap(\.self)
      + events.map(\.place) + waypoints.map(\.place)
      + (path.isEmpty && links.isEmpty ? fixes.map(\.place) : [])
  }
}

// MARK: - Trips

extension StillScene {
  init(of drive: Drive, colouring: PathColouring) {
    switch drive.kind {
    case .trip: takeTrip(drive, colouring)
    case .route: takeRoute(drive, colouring)
    }
    take(events: drive["events"].map(Self.events) ?? [])
    if begin == nil { begin = path.first?.line.first ?? links.first?.line.first }
    if end == nil { end = links.last?.isBehind(path) == true ? links.last?.line.last : path.last?.line.last }
  }

  private mutating func takeTrip(_ drive: Drive, _ colouring: PathColouring) {
    let legs = takeEdges(drive, colouring)
    if let points = drive["points"] {
      takeFixes(points)
      takeLinks(points, drive["legs"], legs)
      if legs.isEmpty, drive.roads == nil { takeMatchedPlaces(points, drive["legs"]) }
    }
    plan = drive["plans"]?.lines ?? []
    waypoints = drive["milestones"].map { Self.waypoints($0) } ?? []
    alternatives = drive.lines(of: "alternatives", numberedBy: "alternative").map { $0.line }
  }

  /// The edges driven.
  ///
  /// - Returns: the line of each leg.
  private mutating func takeEdges(_ drive: Drive, _ colouring: PathColouring) -> [[Place]] {
    guard let edges = drive["edges"] else { return [] }
    var legs: [[Place]] = []
    var lastLeg: Int64?
    for row in 0..<edges.rowCount {
      guard let line = drive.shape(of: row, in: edges) else { continue }
      let category = colouring.category(of: row, in: edges)
      let leg = edges["leg"]?.values[row]
      if leg != lastLeg || legs.isEmpty {
        legs.append([])
      } else if path.last?.category == category {
        path[path.count - 1].line += line
        legs[legs.count - 1] += line
        continue
      }
      legs[legs.count - 1] += line
      lastLeg = leg
      path.append(Stretch(line: line, category: category))
    }
    return legs
  }

  private mutating func takeFixes(_ points: ColumnTable) {
    for row in 0..<points.rowCount {
      guard let place = points.place(row), let status = points["status"]?.word(row) else { continue }
      if status == "rejected" || status == "dropped" { continue }
      fixes.append(Dot(place: place, isMatched: status == "matched"))
    }
  }

  /// The ways between legs, before the first and behind the last one: through the fixes off the road, or straight.
  private mutating func takeLinks(_ points: ColumnTable, _ table: ColumnTable?, _ legs: [[Place]]) {
    let (firsts, lasts) = (table?["first_fix"]?.values ?? [], table?["last_fix"]?.values ?? [])
    let numbers = points["index"]?.values ?? []
    var row = 0
    for leg in 0...firsts.count {
      let end = leg < firsts.count ? firsts[leg] : .max
      var line: [Place] = []
      while row < points.rowCount, row < numbers.count, numbers[row] < end {
        if points["status"]?.word(row) == "off_road", let place = points.place(row) { line.append(place) }
        row += 1
      }
      let isOffRoad = !line.isEmpty
      if leg > 0, leg <= legs.count, let place = legs[leg - 1].last { line.insert(place, at: 0) }
      if leg < legs.count, let place = legs[leg].first { line.append(place) }
      if isOffRoad || leg > 0 && leg < legs.count, line.count > 1 {
        links.append(Link(line: line, kind: isOffRoad ? .offRoad : .gap))
      }
      guard leg < lasts.count else { continue }
      while row < numbers.count, numbers[row] <= lasts[leg] { row += 1 }
    }
  }

  /// Without a map, the path leads from fix to fix.
  private mutating func takeMatchedPlaces(_ points: ColumnTable, _ legs: ColumnTable?) {
    let begins = Set(legs?["first_fix"]?.values ?? [])
    for row in 0..<points.rowCount {
      guard let place = points.place(row, "matched_lat", "matched_lon") else { continue }
      if path.isEmpty || begins.contains(points["index"]?.values[row] ?? -1) {
        path.append(Stretch(line: [], category: 0))
      }
      path[path.count - 1].line.append(place)
    }
  }

  private mutating func take(events all: [Mark]) {
    let ranked = all.indices.sorted { (all[$0].gravity, $0) < (all[$1].gravity, $1) }
    events = ranked.prefix(Self.mostEvents).sorted().map { all[$0] }
    eventsLeftOut = all.count - events.count
  }

  /// More would make the legend a table.
  private static let mostEvents = 12

  private static func waypoints(_ table: ColumnTable) -> [Mark] {
    (0..<table.rowCount).compactMap { row in
      table.place(row).map { Mark(place: $0, words: table["name"]?.word(row) ?? "") }
    }
  }

  private static func events(_ table: ColumnTable) -> [Mark] {
    (0..<table.rowCount).compactMap { row in
      guard let place = table.place(row), let type = (table["type"] ?? table["kind"])?.word(row) else { return nil }
      var words = type.inWords
      let time =
        table["begin_time"]?.kind == .times ? table["begin_time"]?.values[row] ?? CellColumn.null : CellColumn.null
      if time != CellColumn.null { words = StillFacts.clock(time) + " " + words }
      if let detail = table["detail"]?.word(row), !detail.isEmpty { words += ": " + detail }
      return Mark(place: place, words: words, code: type)
    }
  }
}

// MARK: - Routes

extension StillScene {
  private mutating func takeRoute(_ drive: Drive, _ colouring: PathColouring) {
    for (number, line) in drive.lines(of: "elements", numberedBy: "alternative") {
      if number == 0 { path.append(Stretch(line: line, category: 0)) } else { alternatives.append(line) }
    }
    links = (drive["off_road"]?.lines ?? []).filter { $0.count > 1 }.map { Link(line: $0, kind: .offRoad) }
    guard let table = drive["waypoints"] else { return }
    let best = (0..<table.rowCount).filter { table["alternative"]?.values[$0] ?? 0 == 0 }
    let marks = Self.waypoints(table.keeping(best))
    (begin, end) = (marks.first?.place, marks.last?.place)
    waypoints = Array(marks.dropFirst().dropLast())
  }
}

extension StillScene.Link {
  /// Whether it leads on from the end of a path.
  fileprivate func isBehind(_ path: [StillScene.Stretch]) -> Bool {
    path.last.map { $0.line.last == line.first } ?? true
  }
}

extension Drive {
  /// The line of each run of rows with the same number, in the order of the rows.
  fileprivate func lines(of table: String, numberedBy column: String) -> [(number: Int64, line: [Place])] {
    guard let table = self[table] else { return [] }
    var lines: [(number: Int64, line: [Place])] = []
    for row in 0..<table.rowCount {
      guard let line = shape(of: row, in: table) else { continue }
      let number = table[column]?.values[row] ?? 0
      if lines.last?.number == number { lines[lines.count - 1].line += line } else { lines.append((number, line)) }
    }
    return lines
  }

  /// The line of the edge that a row names; `nil` if the map has none.
  fileprivate func shape(of row: Int, in table: ColumnTable) -> [Place]? {
    guard let graph = roads?.graph, let edge = table["edge"]?.values[row], (0..<Int64(graph.edgeCount)).contains(edge)
    else { return nil }
    var stretch = graph.whole(EdgeID(Int(edge)))
    stretch.begin = table["begin_offset_m"]?.number(row) ?? stretch.begin
    stretch.end = table["end_offset_m"]?.number(row) ?? stretch.end
    return graph.shape(of: stretch)
  }
}

extension ColumnTable {
  /// The place in two columns of a row; `nil` if they are empty.
  func place(_ row: Int, _ latitude: String = "lat", _ longitude: String = "lon") -> Place? {
    guard let y = self[latitude]?.values[row], let x = self[longitude]?.values[row], y != CellColumn.null,
      x != CellColumn.null
    else { return nil }
    return Place(latitudeE7: Int32(clamping: y), longitudeE7: Int32(clamping: x))
  }
}

extension String {
  /// A code as words: `wrong_way` is `wrong way`.
  var inWords: String { replacing("_", with: " ") }
}

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
    /// The name of its colour in the style.
    var look: String
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
    take(events: Self.events(of: drive) + Self.violations(of: drive))
    if begin == nil { begin = path.first?.line.first }
    if end == nil { end = path.last?.line.last }
  }

  private mutating func takeTrip(_ drive: Drive, _ colouring: PathColouring) {
    var legs = takeEdges(drive, colouring)
    if let points = drive["points"] {
      if drive.roads == nil { legs = takeMatchedPlaces(points, drive["legs"], colouring) }
      takeFixes(points)
      (begin, end) = (legs.first?.first, legs.last?.last)
      takeLinks(points, drive["legs"], legs)
    }
    plan = drive["plans"]?.lines ?? []
    waypoints = drive["milestones"].map(Self.milestones) ?? []
    alternatives = drive.lines(of: "alternatives", numberedBy: "alternative").map { $0.line }
  }

  /// The edges driven.
  ///
  /// - Returns: the line of each leg.
  private mutating func takeEdges(_ drive: Drive, _ colouring: PathColouring) -> [[Place]] {
    guard let edges = drive["edges"] else { return [] }
    var legs: [[Place]] = []
    var lastLeg: Int64?
    var drawn: Set<DrawnEdge> = []
    var isOpen = false
    for row in 0..<edges.rowCount {
      guard let line = drive.shape(of: row, in: edges) else { continue }
      let category = colouring.category(of: row, in: edges)
      let leg = edges["leg"]?.values[row]
      if leg != lastLeg || legs.isEmpty {
        legs.append([])
        isOpen = false
      }
      lastLeg = leg
      legs[legs.count - 1] += line
      guard drawn.insert(DrawnEdge(row, of: edges, category)).inserted else {
        isOpen = false
        continue
      }
      if isOpen, path.last?.category == category {
        path[path.count - 1].line += line
      } else {
        path.append(Stretch(line: line, category: category))
      }
      isOpen = true
    }
    return legs
  }

  /// An edge driven several times is drawn once.
  private struct DrawnEdge: Hashable {
    let values: [Int64]
    let category: Int

    init(_ row: Int, of edges: ColumnTable, _ category: Int) {
      values = ["edge", "begin_offset_m", "end_offset_m"].map { edges[$0]?.values[row] ?? 0 }
      self.category = category
    }
  }

  private mutating func takeFixes(_ points: ColumnTable) {
    for row in 0..<points.rowCount {
      guard let place = points.place(row), let status = points["status"]?.word(row) else { continue }
      // Fixes off the road are on the dashed lines.
      guard status == "matched" || status == "unmatched" else { continue }
      fixes.append(Dot(place: place, isMatched: status == "matched"))
    }
  }

  /// The ways between legs, before the first and after the last: through the fixes off the road, or straight.
  private mutating func takeLinks(_ points: ColumnTable, _ table: ColumnTable?, _ legs: [[Place]]) {
    let (firsts, lasts) = (table?["first_fix"]?.values ?? [], table?["last_fix"]?.values ?? [])
    let numbers = points["index"]?.values ?? []
    var row = 0
    for leg in 0...firsts.count {
      let next = leg < firsts.count ? firsts[leg] : .max
      var line: [Place] = []
      while row < points.rowCount, row < numbers.count, numbers[row] < next {
        if points["status"]?.word(row) == "off_road", let place = points.place(row) { line.append(place) }
        row += 1
      }
      let isOffRoad = !line.isEmpty
      if leg > 0, leg <= legs.count, let place = legs[leg - 1].last { line.insert(place, at: 0) }
      if leg < legs.count, let place = legs[leg].first { line.append(place) }
      if isOffRoad || leg > 0 && leg < legs.count, line.count > 1 {
        links.append(Link(line: line, kind: isOffRoad ? .offRoad : .gap))
      }
      if isOffRoad, leg == 0 { begin = line.first }
      if isOffRoad, leg == firsts.count { end = line.last }
      guard leg < lasts.count else { continue }
      while row < numbers.count, numbers[row] <= lasts[leg] { row += 1 }
    }
  }

  /// Without a map, the path leads from fix to fix.
  ///
  /// - Returns: the line of each leg.
  private mutating func takeMatchedPlaces(
    _ points: ColumnTable, _ legs: ColumnTable?, _ colouring: PathColouring
  ) -> [[Place]] {
    let begins = Set(legs?["first_fix"]?.values ?? [])
    for row in 0..<points.rowCount {
      guard let place = points.place(row, "matched_lat", "matched_lon") else { continue }
      if path.isEmpty || begins.contains(points["index"]?.values[row] ?? -1) {
        path.append(Stretch(line: [], category: colouring.plain))
      }
      path[path.count - 1].line.append(place)
    }
    return path.map(\.line)
  }

  private mutating func take(events all: [Mark]) {
    let ranked = all.indices.sorted { (all[$0].gravity, $0) < (all[$1].gravity, $1) }
    events = ranked.prefix(Self.mostEvents).sorted().map { all[$0] }
    eventsLeftOut = all.count - events.count
  }

  /// More would make the legend a table.
  private static let mostEvents = 12

  private static func milestones(_ table: ColumnTable) -> [Mark] {
    (0..<table.rowCount).compactMap { row in
      let number = table["waypoint"]?.number(row).map { " \(Int($0))" } ?? ""
      return table.place(row).map {
        Mark(
          place: $0, words: table["name"]?.word(row) ?? "waypoint" + number,
          look: table["status"]?.word(row) ?? "waypoint")
      }
    }
  }

  /// Without the events that the milestones show.
  private static func events(of drive: Drive) -> [Mark] {
    guard let table = drive["events"] else { return [] }
    let hasMilestones = drive["milestones"] != nil
    let clock = drive.stillClock
    return (0..<table.rowCount).compactMap { row in
      guard let place = table.place(row), let type = table["type"]?.word(row),
        !hasMilestones || !type.contains("milestone") && !type.contains("destination")
      else { return nil }
      return Mark(place: place, words: table.words(of: type, row, clock), look: looks[type] ?? "notice")
    }
  }

  private static let looks = [
    "wrong_way": "alarm", "forbidden_turn": "alarm", "no_access": "alarm", "closed_road": "alarm", "closure": "alarm",
    "accident": "alarm", "barrier_passed": "alarm", "vehicle_limit": "alarm", "speeding": "warning",
    "deviation": "warning", "congestion": "warning", "works": "warning", "off_road": "warning", "gap": "quiet",
    "better_route": "reached",
  ]
}

// MARK: - Routes

extension StillScene {
  private mutating func takeRoute(_ drive: Drive, _ colouring: PathColouring) {
    for (number, line) in drive.lines(of: "elements", numberedBy: "alternative") {
      if number == 0 {
        path.append(Stretch(line: line, category: colouring.plain))
      } else {
        alternatives.append(line)
      }
    }
    links = (drive["off_road"]?.lines ?? []).filter { $0.count > 1 }.map { Link(line: $0, kind: .offRoad) }
    guard let table = drive["waypoints"] else { return }
    let best = (0..<table.rowCount).filter { table["alternative"]?.values[$0] ?? 0 == 0 }
    let marks = best.compactMap { row in
      table.place(row).map { Mark(place: $0, words: table["name"]?.word(row) ?? "", look: "waypoint") }
    }
    (begin, end) = (marks.first?.place, marks.last?.place)
    waypoints = Array(marks.dropFirst().dropLast())
  }

  /// The rules that the best route breaks.
  private static func violations(of drive: Drive) -> [Mark] {
    guard let table = drive["violations"] else { return [] }
    return (0..<table.rowCount).compactMap { row in
      guard table["alternative"]?.values[row] ?? 0 == 0, let place = table.place(row, "begin_lat", "begin_lon"),
        let code = table["code"]?.word(row)
      else { return nil }
      return Mark(place: place, words: code.inWords, look: "alarm")
    }
  }
}

extension StillScene.Mark {
  /// 0 for the gravest.
  fileprivate var gravity: Int { ["alarm", "warning", "notice"].firstIndex(of: look) ?? 3 }
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
  /// What an event of a type was, and when.
  fileprivate func words(of type: String, _ row: Int, _ clock: StillClock) -> String {
    let time = self["begin_time"]?.kind == .times ? self["begin_time"]?.values[row] ?? CellColumn.null : CellColumn.null
    let begin = time == CellColumn.null ? "" : clock.time(time) + " "
    let detail = (self["detail"] ?? self["description"])?.word(row) ?? ""
    return begin + type.inWords + (detail.isEmpty ? "" : ": " + detail.withoutCodes)
  }

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

  /// A clause without the codes before its colons: `off_road: the vehicle was off the road`.
  fileprivate var withoutCodes: String {
    replacing(/(^|; )[a-z]+(?:_[a-z]+)*: (?=[a-z])/) { $0.output.1 }.inWords
  }
}

internal import Geodesy
internal import Guidance
internal import Records
internal import Reports
internal import RoadGraph

/// Writes a drive as the JSON that the script of the page reads.
///
/// Columns are lists of differences between neighbouring rows, since these are small numbers.
struct DriveWriter: ~Copyable {
  var bytes = ByteWriter(capacity: 1 << 16)

  mutating func write(_ drive: Drive, _ settings: ReplaySettings) {
    member("schema", isFirst: true)
    text("tracemill/replay/1")
    member("kind")
    text(drive.kind.rawValue)
    member("title")
    text(drive.title)
    member("program")
    text(settings.program)
    member("attribution")
    text(drive.roads?.attribution ?? "")
    member("units")
    text(drive.isInMiles ? "imperial" : "metric")
    member("style")
    safe(settings.style.json)
    member("tiles")
    write(settings.tiles)
    member("tables")
    write(drive.tables)
    member("roads")
    if let roads = drive.roads { write(roads) } else { bytes.word(.null) }
    member("ground")
    if let ground = drive.roads?.ground { write(ground) } else { bytes.word(.null) }
    member("around")
    if let tiles = drive.roads?.tiles { write(tiles) } else { bytes.word(.null) }
    member("shields")
    write(drive.shields)
    member("notes")
    list(drive.notes) { $0.text($1) }
    bytes.text("}\n")
  }

  private mutating func write(_ tiles: TileSource?) {
    guard let tiles else { return bytes.word(.null) }
    member("url", isFirst: true)
    text(tiles.url)
    member("attribution")
    text(tiles.attribution)
    bytes.text("}")
  }

  private mutating func write(_ shields: [RoadShield]) {
    bytes.text("{")
    for (number, shield) in shields.enumerated() {
      if number > 0 { bytes.text(",") }
      text(shield.code)
      bytes.text(":")
      text(ShieldIcon(of: shield).svg)
    }
    bytes.text("}")
  }

  // MARK: Tables

  private mutating func write(_ tables: [ColumnTable]) {
    bytes.text("{")
    for (number, table) in tables.enumerated() {
      bytes.text(number > 0 ? ",\n" : "\n")
      text(table.name)
      bytes.text(":")
      write(table)
    }
    bytes.text("}")
  }

  private mutating func write(_ table: ColumnTable) {
    member("rows", isFirst: true)
    bytes.integer(Int64(table.rowCount))
    member("columns")
    bytes.text("{")
    for (number, column) in table.columns.enumerated() {
      bytes.text(number > 0 ? ",\n" : "\n")
      text(column.name)
      bytes.text(":")
      write(column)
    }
    bytes.text("}")
    if let lines = table.lines {
      member("lines")
      write(lines)
    }
    bytes.text("}")
  }

  private mutating func write(_ column: CellColumn) {
    if column.values.allSatisfy({ $0 == column.values[0] }) { return write(constant: column) }
    switch column.kind {
    case .numbers where column.values.contains(where: { $0 != CellColumn.null && abs($0) > Self.mostExact }):
      return write(exactly: column)
    case .numbers(let places):
      member("places", isFirst: true)
      bytes.integer(Int64(places))
      member("deltas")
      deltas(column.values)
    case .times:
      member("times", isFirst: true)
      deltas(column.values)
    case .flags:
      member("flags", isFirst: true)
      integers(column.values)
    case .words:
      member("words", isFirst: true)
      list(column.words) { $0.text($1) }
      member("at")
      integers(column.values)
    }
    bytes.text("}")
  }

  private mutating func write(constant column: CellColumn) {
    member("all", isFirst: true)
    if column.values[0] == CellColumn.null {
      bytes.word(.null)
    } else if let word = column.word(0) {
      text(word)
    } else if case .numbers(let places) = column.kind, places > 0 {
      bytes.fixed(column.values[0], places: places)
    } else if column.kind == .flags {
      bytes.word(column.values[0] == 1 ? .true : .false)
    } else {
      bytes.integer(column.values[0])
    }
    bytes.text("}")
  }

  /// Ids that a number of JSON cannot hold, as words.
  private mutating func write(exactly column: CellColumn) {
    var words = CellColumn(column.name, .words)
    for value in column.values {
      if value == CellColumn.null { words.appendNull() } else { words.append(word: String(value)) }
    }
    write(words)
  }

  /// 2⁵³, up to which all whole numbers are exact in JSON.
  private static let mostExact: Int64 = 1 << 53

  private mutating func write(_ lines: [[Place]]) {
    member("counts", isFirst: true)
    list(lines) { $0.bytes.integer(Int64($1.count)) }
    write(places: lines.flatMap(\.self))
    bytes.text("}")
  }

  /// In millionths of a degree, which are at most 11 cm; longitudes run on beyond ±180°.
  private mutating func write(places: [Place]) {
    let first = places.first ?? Place(latitudeE7: 0, longitudeE7: 0)
    member("lat")
    deltas(places.map { Int64($0.latitudeE7).dividedRounding(by: 10) })
    member("lon")
    deltas(places.map { (Int64(first.longitudeE7) + $0.longitudeE7(eastOf: first)).dividedRounding(by: 10) })
  }

  // MARK: Ground

  private mutating func write(_ ground: SurroundingGround) {
    let packed = ground.packed
    member("tiles", isFirst: true)
    integers(packed.tiles.map { Int64($0) })
    member("bytes")
    text(packed.base64)
    bytes.text("}")
  }

  // MARK: Tiles

  /// What a folder of pages shares of one square of the map.
  mutating func write(tile roads: SurroundingRoads?, _ ground: SurroundingGround?) {
    member("roads", isFirst: true)
    if let roads { write(roads) } else { bytes.word(.null) }
    member("ground")
    if let ground { write(ground) } else { bytes.word(.null) }
    bytes.text("}\n")
  }

  /// Level, column and row of each tile, and whether ground is in them.
  private mutating func write(_ cut: SharedTiles.Cut) {
    member("sheet", isFirst: true)
    text(cut.sheet)
    member("tiles")
    integers(cut.tiles.flatMap { [Int64($0.level.rawValue), Int64($0.column), Int64($0.row)] })
    member("ground")
    bytes.word(cut.tiles.contains { $0.level == .far } ? .true : .false)
    bytes.text("}")
  }

  // MARK: Roads

  private mutating func write(_ roads: SurroundingRoads) {
    let graph = roads.graph
    let edges = roads.segments.map(\.forward)
    member("segments", isFirst: true)
    deltas(roads.segments.map { Int64($0.rawValue) })
    member("classes")
    list(RoadClass.allCases) { $0.text($1.name) }
    member("class")
    list(edges) { $0.bytes.integer(Int64(graph.roadClass(of: $1).rawValue)) }
    member("flags")
    list(edges) { $0.bytes.integer(roads.flags(of: $1)) }
    write(names: edges, on: graph)
    member("plates")
    write(plates: roads.shields)
    if let extent = roads.extent {
      member("near")
      bytes.integer(Int64(extent.near))
      member("far")
      bytes.integer(Int64(extent.far))
    }
    member("counts")
    list(roads.segments) { $0.bytes.integer(Int64(graph.shapeRange(of: $1).count)) }
    write(places: roads.segments.flatMap { graph.shapeRange(of: $0).map(graph.shapePlace(at:)) })
    bytes.text("}")
  }

  private mutating func write(plates shields: [(number: String, shield: RoadShield)]) {
    bytes.text("{")
    for (index, plate) in shields.enumerated() {
      if index > 0 { bytes.text(",") }
      text(plate.number)
      bytes.text(":")
      text(ShieldIcon(of: plate.shield).svg)
    }
    bytes.text("}")
  }

  private mutating func write(names edges: [EdgeID], on graph: RoadGraph) {
    var words = CellColumn("", .words)
    words.append(word: "")
    for edge in edges { words.append(word: graph.name(of: edge)) }
    for edge in edges { words.append(word: graph.ref(of: edge)) }
    member("words")
    list(words.words) { $0.text($1) }
    member("name")
    integers(Array(words.values[1..<edges.count + 1]))
    member("ref")
    integers(Array(words.values[(edges.count + 1)...]))
  }
}

// MARK: - JSON

extension DriveWriter {
  /// The name of a member, and what is before it.
  private mutating func member(_ name: StaticString, isFirst: Bool = false) {
    bytes.text(isFirst ? "{\"" : ",\"")
    bytes.text("\(name)\":")
  }

  /// A string in which nothing ends the element of the page.
  private mutating func text(_ text: String) {
    var string = ByteWriter(capacity: text.utf8.count + 16)
    string.jsonString(text)
    safe(string.array)
  }

  /// JSON, in which `<` occurs only in strings.
  private mutating func safe(_ json: [UInt8]) {
    for byte in json {
      if byte == UInt8(ascii: "<") { bytes.text("\\u003c") } else { bytes.byte(byte) }
    }
  }

  private mutating func list<Element>(_ elements: [Element], _ write: (inout DriveWriter, Element) -> Void) {
    bytes.text("[")
    for (number, element) in elements.enumerated() {
      if number > 0 { bytes.text(",") }
      write(&self, element)
    }
    bytes.text("]")
  }

  private mutating func integers(_ values: [Int64]) {
    list(values) { $1 == CellColumn.null ? $0.bytes.word(.null) : $0.bytes.integer($1) }
  }

  /// Each value as its difference from the one before; the first from 0. A null does not affect the values after it.
  private mutating func deltas(_ values: [Int64]) {
    var last: Int64 = 0
    integers(
      values.map { value in
        guard value != CellColumn.null else { return value }
        defer { last = value }
        return value - last
      })
  }
}

extension Int64 {
  fileprivate func dividedRounding(by divisor: Int64) -> Int64 {
    (self + (self < 0 ? -divisor : divisor) / 2) / divisor
  }
}

extension SurroundingRoads {
  /// 1 oneway forward, 2 oneway backward, 4 tunnel, 8 bridge, 16 roundabout, 32 toll.
  fileprivate func flags(of edge: EdgeID) -> Int64 {
    let flags = graph.flags(of: edge)
    var bits: Int64 = graph.isAgainstOneway(edge.reversed, for: mode) ? 1 : 0
    if graph.isAgainstOneway(edge, for: mode) { bits |= 2 }
    for (number, flag) in [RoadFlags.tunnel, .bridge, .roundabout, .toll].enumerated() where flags.contains(flag) {
      bits |= 4 << number
    }
    return bits
  }

  /// Whose data the roads are.
  var attribution: String { graph.provenance.kind == "osm" ? "© OpenStreetMap contributors" : "" }
}

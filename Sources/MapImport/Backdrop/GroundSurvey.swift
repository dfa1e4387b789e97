internal import Extracts
internal import Geodesy
internal import RoadGraph

/// What an extract shows of the ground, cut into tiles.
///
/// Areas that the extract has only in part, or whose rings do not close, are left out and counted.
struct GroundSurvey {
  private var cutters: [TileCutter] = []
  private var coast = Coast()
  /// The box of the extract.
  private var box: MercatorBox?
  /// The first node of roads on land.
  private var dryPlaces: [MercatorPoint] = []
  private var counts = ImportCounts()

  /// - Throws: ``ExtractError`` if the file cannot be read, also if its ways do not ascend by their ids.
  init(path: String, format: OSMFormat) throws(ExtractError) {
    let borders = try Self.borders(path: path, format: format)
    var file = try GroundFile(path: path, format: format, areas: GroundRules.areas)
    let stated = try extractHeader(of: path).bounds
    var places: [NamedPlace] = []
    var tags = Tags()
    while let kind = try file.next() {
      tags.load(file.tagBytes)
      if kind == .node {
        if let place = NamedPlace(tags, file.id, file.places) { places.append(place) }
      } else {
        if box == nil { begin(within: stated ?? file.bounds) }
        take(kind, of: file, tags, borders)
      }
    }
    if box == nil { begin(within: stated ?? file.bounds) }
    for place in places { add(place) }
    let losses = file.losses
    counts.add(losses.broken, "backdrop_areas_broken")
    counts.add(losses.incomplete, "backdrop_areas_incomplete")
  }

  /// Nodes come before ways, so the box around them is known when it is needed.
  private mutating func begin(within bounds: ExtractBounds?) {
    guard let box = bounds.map({ MercatorBox($0) }) else { return }
    self.box = box
    cutters = BackdropLevel.allCases.map { TileCutter($0, within: box) }
  }

  /// The ways of the borders of countries and states; a way of both is one of a country.
  private static func borders(path: String, format: OSMFormat) throws(ExtractError) -> [Int64: GroundKind] {
    var borders: [Int64: GroundKind] = [:]
    var tags = Tags()
    var file = try OSMFile(path: path, format: format, kinds: .relations)
    while try file.next() != nil {
      guard file.hasTags else { continue }
      let object = file.object
      tags.load(object.tagBytes)
      guard let kind = GroundRules.border(tags) else { continue }
      for member in object.members where member.kind == .ways {
        if borders[member.id] != .countryBorder { borders[member.id] = kind }
      }
    }
    return borders
  }

  // MARK: Shapes

  private mutating func take(
    _ kind: GroundFile.Kind, of file: borrowing GroundFile, _ tags: Tags, _ borders: [Int64: GroundKind]
  ) {
    if kind == .area {
      if let kind = GroundRules.area(tags) { add(kind, file.id, file.rings) }
      return
    }
    if let border = borders[file.id] ?? GroundRules.border(tags), !tags.value(.maritime, is: "yes") {
      add(border, file.id, file.places)
    }
    guard file.hasTags else { return }
    if GroundRules.isRoadOnLand(tags), let place = file.places.first { dryPlaces.append(MercatorPoint(place)) }
    if GroundRules.isCoast(tags) { coast.add(file.id, file.nodeIDs, file.places.map { MercatorPoint($0) }) }
    if let line = GroundRules.line(tags) { add(line, file.id, file.places) }
  }

  private mutating func add(_ kind: GroundKind, _ id: Int64, _ rings: [(places: [Place], isHole: Bool)]) {
    counts.add("backdrop_areas_kept")
    for (places, isHole) in rings {
      let ring = places.map { MercatorPoint($0) }
      for index in cutters.indices { cutters[index].add(ring: ring, isHole: isHole, kind, id) }
    }
  }

  private mutating func add(_ kind: GroundKind, _ id: Int64, _ places: [Place]) {
    counts.add("backdrop_lines_kept")
    let line = places.map { MercatorPoint($0) }
    for index in cutters.indices { cutters[index].add(line: line, kind, id) }
  }

  private mutating func add(_ place: NamedPlace) {
    counts.add("backdrop_places_kept")
    for index in cutters.indices { cutters[index].add(place) }
  }

  // MARK: Tiles

  /// All tiles, with the sea.
  ///
  /// - Parameter all: counts of what was kept and what was not are added.
  mutating func finish(_ all: inout ImportCounts) -> StoredBackdrop {
    addSea()
    all.merge(counts)
    var stored = StoredBackdrop()
    for cutter in cutters {
      for (id, tile) in cutter.tiles { stored.add(tile, as: id) }
    }
    return stored
  }

  /// Adds the sea, unless the coast does not tell where it is, or it would cover roads.
  private mutating func addSea() {
    guard let box, !coast.isEmpty else { return }
    guard let sea = coast.sea(within: box) else { return counts.add("backdrop_coast_not_closed") }
    counts.add(sea.looseEnds, "backdrop_coast_ends_loose")
    counts.add(sea.islandsLeftOut, "backdrop_islands_left_out")
    for (number, ring) in sea.rings.enumerated() {
      for index in cutters.indices {
        cutters[index].add(ring: ring.points, isHole: ring.isHole, .sea, Int64(number))
      }
    }
    guard let near = cutters.last, near.share(of: dryPlaces, in: .sea) > Self.mostWetRoads else { return }
    counts.add("backdrop_coast_floods_roads")
    for index in cutters.indices { cutters[index].remove(.sea) }
  }

  /// Roads on dams and in harbours lie in the sea as it is simplified; more than this share of all roads does not.
  private static let mostWetRoads = 0.02
}

/// A place with a name.
struct NamedPlace {
  let kind: GroundKind
  let source: Int64
  let name: String
  /// Inhabitants, or the metres of a peak; 0 if they are not known.
  let weight: Int
  let point: MercatorPoint

  /// - Returns: `nil` for a node that is none.
  init?(_ tags: Tags, _ source: Int64, _ places: [Place]) {
    guard let (kind, weight) = GroundRules.place(tags), let name = tags.text(.name), let place = places.first else {
      return nil
    }
    (self.kind, self.weight, self.source, self.name) = (kind, weight, source, name)
    point = MercatorPoint(place)
  }
}

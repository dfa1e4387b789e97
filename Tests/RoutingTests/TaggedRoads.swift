import Foundation
import Geodesy
import MapImport
import Moments
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

/// Roads drawn with letters and described by OpenStreetMap's tags, which are imported, and on which routes are sought.
///
///     let roads = try TaggedRoads("A--B--C", ["AB highway=primary", "BC highway=footway"], nodes: ["B barrier=stile"])
///     try roads.route("AC", .pedestrian)      // "ABC"
///
/// One sign is 20 m wide and high; north is up. Capital letters are nodes and digits places for waypoints. A route is
/// spelled by the nodes that it passes, and is `nil` where no lawful one exists.
struct TaggedRoads {
  let graph: RoadGraph
  private let places: [Character: Place]

  init(
    _ drawing: String, _ ways: [String], nodes: [String] = [], relations: [String] = []
  ) throws {
    places = Self.places(drawing)
    let folder = try TemporaryFolder()
    let file = try folder.write("drawn.osm", Self.xml(places, ways, nodes, relations))
    graph = try RoadGraph(importOSM(path: file))
    withExtendedLifetime(folder) {}
  }

  // MARK: Routes

  /// The lawful route from the first letter or digit to the last.
  ///
  /// - Parameters:
  ///   - departure: ISO 8601.
  ///   - isPrepared: it is sought by a hierarchy.
  func found(
    _ stops: String, _ mode: TravelMode, vehicle: Vehicle = Vehicle(), heading: Degrees? = nil,
    departure: String? = nil, isPrepared: Bool = false
  ) throws -> Route? {
    var timetable = RoadTimetable()
    let rules = ConditionalRules(of: graph)
    if !rules.isEmpty { timetable.rules = rules }
    let changes = timetable.changes(at: nil, for: Traveller(.car), on: graph, withTraffic: false)
    let usual = RoadCosts(graph: graph, options: RouteOptions(), changes: changes)
    let prepared = isPrepared ? try PreparedRoads(roads: RoutingHierarchy(of: graph), costs: usual) : nil
    if isPrepared { #expect(prepared != nil, "the hierarchy is used at all") }
    var router = Router(on: graph, timetable: timetable, prepared: prepared)
    var request = RouteRequest(waypoints: try stops.map { Waypoint(place: try #require(places[$0])) })
    request.waypoints[0].heading = heading
    request.options.mode = mode
    request.options.vehicle = vehicle
    request.departure = try departure.map { try #require(ZonedTime(iso8601: $0)) }
    request.isStrict = true
    do throws(RouteError) {
      return try router.route(request)
    } catch {
      return nil
    }
  }

  func route(
    _ stops: String, _ mode: TravelMode, vehicle: Vehicle = Vehicle(), heading: Degrees? = nil
  ) throws -> String? {
    try found(stops, mode, vehicle: vehicle, heading: heading).map(spelled)
  }

  /// In km/h over the whole route.
  func speed(_ stops: String, _ mode: TravelMode, departure: String? = nil) throws -> Double? {
    try found(stops, mode, departure: departure).map { $0.length / $0.duration * 3.6 }
  }

  func spelled(_ route: Route) -> String {
    let edges = route.legs.flatMap(\.elements).filter { $0.length > 1 }.map(\.edge)
    let nodes = edges.prefix(1).map { graph.tail(of: $0) } + edges.map { graph.head(of: $0) }
    return nodes.reduce(into: "") { text, node in
      let letter = letter(node)
      if text.last != letter { text.append(letter) }
    }
  }

  private func letter(_ node: NodeID) -> Character {
    Character(UnicodeScalar(UInt8(truncatingIfNeeded: (graph.source(of: node)?.rawValue ?? 0) + 64)))
  }

  // MARK: Drawing

  private static func places(_ drawing: String) -> [Character: Place] {
    var places: [Character: Place] = [:]
    for (row, line) in drawing.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for (column, sign) in line.enumerated() where sign.isUppercase || sign.isNumber {
        places[sign] = Place(
          latitude: 47.5 - Double(row) * 20 / 111_180, longitude: 9.5 + Double(column) * 20 / 75_220)
      }
    }
    return places
  }

  private static func xml(
    _ places: [Character: Place], _ ways: [String], _ nodes: [String], _ relations: [String]
  ) -> String {
    let tagged = Dictionary(nodes.map { ($0.first ?? "?", $0) }, uniquingKeysWith: { $1 })
    let drawn = places.filter { $0.key.isLetter }.sorted { $0.key < $1.key }.map { letter, place in
      "<node id='\(id(letter))' lat='\(place.latitude)' lon='\(place.longitude)'>\(tags(tagged[letter]))</node>"
    }
    let roads = ways.enumerated().map { number, way in
      let refs = way.prefix { $0 != " " }.map { "<nd ref='\(id($0))'/>" }.joined()
      return "<way id='\(number + 1)'>\(refs)\(tags(way))</way>"
    }
    let others = relations.enumerated().map { number, relation in
      let members = relation.prefix { $0 != " " }.split(separator: ",").map(member).joined()
      return "<relation id='\(number + 1)'>\(members)\(tags(relation))</relation>"
    }
    return "<osm version='0.6'>" + (drawn + roads + others).joined(separator: "\n") + "</osm>"
  }

  private static func id(_ letter: Character) -> Int { Int(letter.asciiValue ?? 64) - 64 }

  /// `w1@from`, `B@via`.
  private static func member(_ text: Substring) -> String {
    let sides = text.split(separator: "@")
    let isWay = sides[0].first == "w"
    let ref = isWay ? String(sides[0].dropFirst()) : String(id(sides[0].first ?? "?"))
    return "<member type='\(isWay ? "way" : "node")' ref='\(ref)' role='\(sides[1])'/>"
  }

  /// The words of a text but the first.
  private static func tags(_ text: String?) -> String {
    (text ?? "").split(separator: " ").dropFirst().map { tag in
      let sides = tag.split(separator: "=", maxSplits: 1)
      return "<tag k='\(sides[0])' v='\(sides[1].replacing("'", with: "&apos;").replacing("\"", with: "&quot;"))'/>"
    }.joined()
  }
}

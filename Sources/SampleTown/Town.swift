package import Geodesy

/// Names and values as OpenStreetMap tags them, in the order they are written.
package typealias Tags = KeyValuePairs<String, String>

/// A point of the town with an OSM node id.
package struct TownNode: Sendable {
  package let id: Int
  /// Metres east and north of the market square.
  package let point: LocalPoint
  package let tags: Tags

  static func at(_ id: Int, _ x: Metres, _ y: Metres, _ tags: Tags = [:]) -> TownNode {
    TownNode(id: id, point: LocalPoint(x: x, y: y), tags: tags)
  }
}

/// A street, shore or railway: a line through nodes, drawn in the direction of its oneway if it has one.
package struct TownWay: Sendable {
  package let id: Int
  package let nodes: [Int]
  package let tags: Tags

  static func along(_ id: Int, _ nodes: [Int], _ tags: Tags) -> TownWay {
    TownWay(id: id, nodes: nodes, tags: tags)
  }

  package subscript(tag: String) -> String? { tags.first { $0.key == tag }?.value }

  package var isClosed: Bool { nodes.first == nodes.last }

  /// The direction of its oneway: 1 along the nodes, −1 against them, 0 for a two-way street.
  package var oneway: Int {
    switch self["oneway"] {
    case "yes": 1
    case "-1": -1
    default: self["junction"] == "roundabout" || self["highway"] == "motorway" ? 1 : 0
    }
  }
}

/// A turn restriction relation.
package struct TownRestriction: Sendable {
  package enum Via: Sendable {
    case node(Int)
    case way(Int)
  }

  package let id: Int
  package let from: Int
  package let via: Via
  package let to: Int
  package let tags: Tags
}

/// A part of the town; a paragraph of the map file.
package struct District: Sendable {
  package let name: String
  /// What to look for here.
  package let about: String
  package let nodes: [TownNode]
  package let ways: [TownWay]
  package var restrictions: [TownRestriction] = []
}

/// The invented town of Quillmere: every map feature that a trace of the samples meets.
///
/// It is on the Dogger Bank in the North Sea, where nobody lives, so no report on it can be mistaken for one on a real
/// place. Traffic keeps to the right, speeds are metric. Ids identify the district: nodes 1xx and ways 11xx belong to
/// the first, 2xx and 12xx to the second.
package struct Town: Sendable {
  package let districts: [District]
  /// The origin of the ruler's flat map is the market square.
  package let ruler: LocalRuler
  private let nodesByID: [Int: TownNode]

  package init(districts: [District], origin: Place) {
    self.districts = districts
    ruler = LocalRuler(at: origin)
    nodesByID = Dictionary(districts.flatMap(\.nodes).map { ($0.id, $0) }) { first, _ in
      preconditionFailure("node \(first.id) is defined twice")
    }
  }

  package static let quillmere = Town(
    districts: [
      .oldTown, .stationQuarter, .crownCircus, .motorway, .orchard, .lakeside, .stagWood, .quillHill, .railway,
    ],
    origin: Place(latitudeE7: 547_000_000, longitudeE7: 28_400_000))

  package var nodes: [TownNode] { districts.flatMap(\.nodes) }
  package var ways: [TownWay] { districts.flatMap(\.ways) }
  package var restrictions: [TownRestriction] { districts.flatMap(\.restrictions) }

  /// - Precondition: the town has a node `id`.
  package func node(_ id: Int) -> TownNode {
    guard let node = nodesByID[id] else { preconditionFailure("the town has no node \(id)") }
    return node
  }

  package func place(_ id: Int) -> Place { ruler.place(node(id).point) }
}

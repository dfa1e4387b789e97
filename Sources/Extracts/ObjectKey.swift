/// The position of an object in a sorted file: nodes, ways, relations; of each kind 0, −1, −2, …, then 1, 2, ….
///
/// - Source: the order of libosmium's `object_order_type_id`, to which `osmium sort` sorts.
struct ObjectKey: Hashable, Comparable {
  private let rank: Int32
  private let order: UInt64

  init(_ kind: OSMFile.Kinds, _ id: Int64) {
    rank = kind.rawValue
    order = id > 0 ? UInt64(1) << 63 | UInt64(id) : UInt64(id.magnitude)
  }

  var kind: OSMFile.Kinds { OSMFile.Kinds(rawValue: rank) }

  var id: Int64 { order >> 63 == 1 ? Int64(order & ~(1 << 63)) : -Int64(order) }

  static func < (one: ObjectKey, other: ObjectKey) -> Bool {
    one.rank != other.rank ? one.rank < other.rank : one.order < other.order
  }

  /// As `way 5`.
  var text: String { "\(name) \(id)" }

  private var name: String {
    switch kind {
    case .nodes: "node"
    case .ways: "way"
    default: "relation"
    }
  }
}

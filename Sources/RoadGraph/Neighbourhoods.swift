internal import Geodesy
internal import Storage

/// The leaves of a map's index around the places of earlier searches.
///
/// Vehicles come back to the same roads, and a search costs most on its way down the tree. The map is cut into cells;
/// for each cell, the leaves in a box around it are remembered, in the order of the tree. A search whose own box is
/// within that box looks through these alone, and so finds the same leaves in the same order as from the root.
///
/// Shapes, for *c* cells:
///
///     slots     a fixed number; a cell whose slot is taken by another replaces it
///     leaves    those of each cell side by side
struct Neighbourhoods {
  private struct Slot: BitwiseCopyable {
    var cell: Int64
    var first: UInt32
    var end: UInt32
  }

  /// At most this many leaves are remembered; 0 for none.
  private let mostLeaves: Int
  private var graph: RoadGraph?
  private var slots: [Slot] = []
  private var leaves: [UInt32] = []
  private var found: [Int] = []
  private var stack: [Int] = []

  /// A cell is 2¹³ units of 10⁻⁷ degree from south to north, 91 m, and 2¹⁴ from west to east, 182 m at the equator.
  private static let cellBits = (latitude: 13, longitude: 14)
  /// How far its box reaches beyond it: about 60 m, up to 60° of latitude.
  private static let margin: (latitudeE7: Int32, longitudeE7: Int32) = (5_500, 12_000)
  private static let slotBits = 12

  init(mostLeaves: Int) { self.mostLeaves = mostLeaves }

  /// A remembered leaf.
  subscript(entry: Int) -> Int { Int(leaves[entry]) }

  /// The entries of all leaves that may meet a box around a place, in the order of the tree; `nil` if the box is too
  /// large for the memory.
  mutating func leaves(around place: Place, meeting box: Bounds, on graph: RoadGraph) -> Range<Int>? {
    guard mostLeaves > 0 else { return nil }
    let (south, west) = (place.latitudeE7 >> Self.cellBits.latitude, place.longitudeE7 >> Self.cellBits.longitude)
    let around = Self.box(south, west)
    guard around.contains(box), box.onOtherSideOfAntimeridian == nil else { return nil }
    if self.graph !== graph { forget(for: graph) }
    let cell = Int64(south) << 32 | Int64(UInt32(bitPattern: west))
    let slot = Self.slot(of: cell)
    if slots[slot].cell != cell { slots[slot] = look(around, for: cell, on: graph) }
    return Int(slots[slot].first)..<Int(slots[slot].end)
  }

  /// The box around a cell. Cells near ±180° reach beyond.
  private static func box(_ south: Int32, _ west: Int32) -> Bounds {
    let (begin, left) = (south << cellBits.latitude, west << cellBits.longitude)
    return Bounds(
      minLatitudeE7: begin - margin.latitudeE7, minLongitudeE7: left - margin.longitudeE7,
      maxLatitudeE7: begin + (1 << cellBits.latitude) + margin.latitudeE7,
      maxLongitudeE7: left + (1 << cellBits.longitude) + margin.longitudeE7)
  }

  /// Neighbouring cells have different slots.
  private static func slot(of cell: Int64) -> Int {
    Int(truncatingIfNeeded: (UInt64(bitPattern: cell) &* 0x9E37_79B9_7F4A_7C15) >> (64 - UInt64(slotBits)))
  }

  private mutating func forget(for graph: RoadGraph) {
    self.graph = graph
    forgetAll()
  }

  private mutating func forgetAll() {
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(Slot(cell: .min, first: 0, end: 0), count: 1 << Self.slotBits))
    leaves.removeAll(keepingCapacity: true)
  }

  private mutating func look(_ around: Bounds, for cell: Int64, on graph: RoadGraph) -> Slot {
    found.removeAll(keepingCapacity: true)
    graph.index.leaves(meeting: around, into: &found, stack: &stack)
    if leaves.count + found.count > mostLeaves { forgetAll() }
    let first = leaves.count
    for leaf in found { leaves.append(UInt32(truncatingIfNeeded: leaf)) }
    return Slot(cell: cell, first: UInt32(first), end: UInt32(leaves.count))
  }
}

/// A box to which many others are compared.
struct BoxFilter: BitwiseCopyable {
  /// Its greatest latitude and longitude, and the complements of the least ones.
  private let limits: SIMD4<Int32>
  private static let signs = SIMD4<Int32>(0, 0, -1, -1)

  init(_ box: Bounds) {
    limits =
      SIMD4(box.maxLatitudeE7, box.maxLongitudeE7, box.minLatitudeE7, box.minLongitudeE7) ^ Self.signs
  }

  @inline(__always)
  func meets(_ other: Bounds) -> Bool {
    let sides = SIMD4(other.minLatitudeE7, other.minLongitudeE7, other.maxLatitudeE7, other.maxLongitudeE7)
    return !any((sides ^ Self.signs) .> limits)
  }

  /// Whether it meets the box around two places.
  @inline(__always)
  func meets(_ a: Place, _ b: Place) -> Bool {
    meets(
      Bounds(
        minLatitudeE7: min(a.latitudeE7, b.latitudeE7), minLongitudeE7: min(a.longitudeE7, b.longitudeE7),
        maxLatitudeE7: max(a.latitudeE7, b.latitudeE7), maxLongitudeE7: max(a.longitudeE7, b.longitudeE7)))
  }
}

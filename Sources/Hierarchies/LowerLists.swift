internal import Storage

/// For the current vertex, the lower vertices that share an arc with it.
///
/// Vertices are visited from the lowest rank up. Every visited vertex keeps two cursors into its sorted rows, one per
/// direction. It is in the list of the next higher vertex that one of the cursors points to. The lower neighbours are
/// thus found without rows of their own: 16 bytes per vertex, and none for the arcs.
///
/// - Source: the linked lists of up-looking sparse factorisation; Davis, Direct Methods for Sparse Linear Systems, 2006,
///   doi:10.1137/1.9780898718881.
struct LowerLists: ~Copyable {
  static let none = UInt32.max
  private var first: FixedArray<UInt32>
  private var next: FixedArray<UInt32>
  /// The next arc in each of the two rows of a vertex.
  var cursors: FixedArray<UInt32>

  init(vertexCount: Int) {
    first = FixedArray(repeating: Self.none, count: vertexCount)
    next = FixedArray(repeating: Self.none, count: vertexCount)
    cursors = FixedArray(repeating: 0, count: 2 * vertexCount)
  }

  func firstLower(of vertex: UInt32) -> UInt32 { first[vertex] }
  func lower(after vertex: UInt32) -> UInt32 { next[vertex] }

  /// Puts `lower` into the list of `upper`, its next neighbour; into no list after its last arc.
  mutating func put(_ lower: UInt32, under upper: UInt32) {
    guard upper != Self.none else { return }
    next[lower] = first[upper]
    first[upper] = lower
  }
}

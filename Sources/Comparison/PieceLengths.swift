internal import Geodesy
internal import RoadGraph

/// Gives every piece of two edge lists a length, and makes the pieces of both lists of the same kind.
///
/// With a map, all pieces become pairs of neighbouring nodes. Without one, both lists must be cut at the same nodes,
/// and a length that either states holds for both. Pieces without a length are refused.
struct PieceLengths {
  private let map: MapLengths?
  private var stated: [PieceKey: Metres] = [:]
  /// Without a map, two ways between the same nodes are kept apart if both lists name the ways.
  private var keepsWays = false

  /// - Throws: ``ComparisonError/lengthsUnknown``.
  init(_ truth: Grouped<ListedPiece>, _ result: Grouped<ListedPiece>, on graph: RoadGraph?) throws(ComparisonError) {
    let all = [truth, result].lazy.flatMap { $0.elements.lazy.joined() }
    map = graph.map { MapLengths(of: all, in: $0) }
    guard graph == nil else { return }
    let lists = [truth, result].map { $0.elements.joined() }
    keepsWays = lists.allSatisfy { $0.contains { $0.key.way != 0 } }
    for piece in all where stated[key(of: piece)] == nil { stated[key(of: piece)] = piece.length }
    let isOfOneKind = Set(all.map(\.hasNodes)).count <= 1
    if !isOfOneKind || stated.isEmpty && !all.isEmpty { throw .lengthsUnknown }
  }

  private func key(of piece: ListedPiece) -> PieceKey {
    var key = piece.key
    if piece.hasNodes && !keepsWays { key.way = 0 }
    return key
  }

  /// The list with lengths; a piece that has none is refused.
  func resolve(_ list: Grouped<ListedPiece>, file: String, _ refusals: inout RefusalLedger) -> Grouped<ListedPiece> {
    var resolved = list
    for trace in list.elements.indices {
      resolved.elements[trace] = []
      for piece in list.elements[trace] {
        do throws(RowRefusal) {
          resolved.elements[trace] += try resolve(piece)
        } catch {
          refusals.refuse(error.reason, file: file, line: Int(piece.line), traceID: list.ids[trace])
        }
      }
    }
    return resolved
  }

  /// The number of pieces in a resolved list that are not of the map; 0 without a map.
  func foreignPieces(of list: Grouped<ListedPiece>) -> Int {
    guard let map else { return 0 }
    return list.elements.reduce(0) { $0 + $1.count { !map.has($0) } }
  }

  private func resolve(_ piece: ListedPiece) throws(RowRefusal) -> [ListedPiece] {
    if let map { return try map.resolve(piece) }
    var piece = piece
    piece.key = key(of: piece)
    guard let length = stated[piece.key] else { throw RowRefusal(.noLength) }
    piece.length = length
    return [piece]
  }
}

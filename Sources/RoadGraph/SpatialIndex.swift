internal import Geodesy
internal import Storage

/// The packed R-tree over the line pieces of all segments, in place in the file; see ``SpatialIndexBuilder``.
struct SpatialIndex: Sendable {
  static let nodeSize = 16
  static let piecesPerLeaf = 4

  let boxes: Column<Bounds>
  let levelEnds: Column<UInt32>
  let leafPlaces: Column<UInt32>
  let leafSegments: Column<UInt32>

  /// Appends the leaves whose boxes meet `box` to `found`, in an order that depends on the tree alone.
  func leaves(meeting box: Bounds, into found: inout [Int], stack: inout [Int]) {
    guard !boxes.isEmpty else { return }
    stack.removeAll(keepingCapacity: true)
    stack.append(boxes.count - 1)
    if levelEnds.count == 1 {
      if boxes[0].intersects(box) { found.append(0) }
      return
    }
    var level = levelEnds.count - 1
    while let node = stack.popLast() {
      while node < levelStart(level) { level -= 1 }
      while node >= Int(levelEnds[level]) { level += 1 }
      let childStart = levelStart(level - 1) + (node - levelStart(level)) * Self.nodeSize
      let childEnd = min(childStart + Self.nodeSize, Int(levelEnds[level - 1]))
      for child in childStart..<childEnd where boxes[child].intersects(box) {
        if level == 1 { found.append(child) } else { stack.append(child) }
      }
    }
  }

  private func levelStart(_ level: Int) -> Int { level == 0 ? 0 : Int(levelEnds[level - 1]) }
}

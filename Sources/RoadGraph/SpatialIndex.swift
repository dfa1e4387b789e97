internal import Geodesy
internal import Storage

/// The packed R-tree over the line pieces of all segments, in place in the file; see ``SpatialIndexBuilder``.
struct SpatialIndex: Sendable {
  static let nodeSize = 16
  static let piecesPerLeaf = 4

  let boxes: Column<Bounds>
  let leafPlaces: Column<UInt32>
  let leafSegments: Column<UInt32>
  private let levelStarts: [Int]

  /// `nil` if the number of boxes does not match the number of leaves.
  init?(boxes: Column<Bounds>, leafPlaces: Column<UInt32>, leafSegments: Column<UInt32>) {
    levelStarts = Self.levelStarts(leafCount: leafPlaces.count)
    guard boxes.count == levelStarts[levelStarts.count - 1] else { return nil }
    self.boxes = boxes
    self.leafPlaces = leafPlaces
    self.leafSegments = leafSegments
  }

  /// The start of each level of boxes, leaves first, and the end of the last level.
  static func levelStarts(leafCount: Int) -> [Int] {
    var starts = [0, leafCount]
    var count = leafCount
    while count > 1 {
      count = (count + nodeSize - 1) / nodeSize
      starts.append(starts[starts.count - 1] + count)
    }
    return starts
  }

  /// Whether each box contains the boxes below it.
  var areNested: Bool {
    (1..<max(1, levelStarts.count - 1)).allSatisfy { level in
      (levelStarts[level - 1]..<levelStarts[level]).allSatisfy { child in
        boxes[levelStarts[level] + (child - levelStarts[level - 1]) / Self.nodeSize].contains(boxes[child])
      }
    }
  }

  /// The box around everything.
  var bounds: Bounds { boxes.isEmpty ? .empty : boxes[boxes.count - 1] }

  /// Appends the leaves whose boxes meet `box` to `found`, in an order that depends only on the tree.
  ///
  /// - Parameter stack: pairs of a level and the number of a box in it, in one word.
  func leaves(meeting box: Bounds, into found: inout [Int], stack: inout [Int]) {
    guard bounds.intersects(box) else { return }
    let filter = BoxFilter(box)
    let root = levelStarts.count - 2
    guard root > 0 else { return found.append(0) }
    stack.removeAll(keepingCapacity: true)
    stack.append(root << 32)
    while let entry = stack.popLast() {
      let level = (entry >> 32) - 1
      let start = levelStarts[level]
      let children = (entry & 0xFFFF_FFFF) * Self.nodeSize
      for child in children..<min(children + Self.nodeSize, levelStarts[level + 1] - start)
      where filter.meets(boxes[start + child]) {
        if level == 0 { found.append(child) } else { stack.append(level << 32 | child) }
      }
    }
  }
}

internal import Geodesy

/// A road that leaves a junction and that lanes may lead to.
struct LaneTarget {
  var angle: Degrees
  /// The cost of leaving the road without an arrow, in degrees as the difference between an arrow and a road.
  var idleCost: Degrees
}

/// Which arrows lead to which roads, both numbered from left to right: one arrow to several roads side by side, or
/// several arrows side by side to one road.
struct LaneMatch {
  private struct Block {
    var arrows: Range<Int>
    var roads: Range<Int>
  }

  private let blocks: [Block]

  /// The arrows that lead to a road.
  func arrows(to road: Int) -> Range<Int> { blocks.first { $0.roads.contains(road) }?.arrows ?? 0..<0 }

  /// The roads that share their arrow with a road, itself included.
  func companions(of road: Int) -> Range<Int> { blocks.first { $0.roads.contains(road) }?.roads ?? road..<road + 1 }

  /// The cost of a road that shares its arrow, as a part of its cost without an arrow.
  private static let costOfSharing = 0.4
  private static let widestThrough: Degrees = 60
  private static let costOfTurning: Degrees = 50

  /// The match in order with the least cost: the sum of all differences of angles, and the costs of the arrows and
  /// roads that are left over.
  ///
  /// - Complexity: O(*n³*) for *n* arrows and roads; junctions have a handful of either.
  init(_ arrows: [Degrees], _ roads: [LaneTarget], idleArrow: Degrees) {
    // For the arrows from i and the roads from j on: the least cost, and the block that begins there.
    var costs = Self.table(arrows.count + 1, roads.count + 1, Degrees.infinity)
    var steps = Self.table(arrows.count + 1, roads.count + 1, Block(arrows: 0..<0, roads: 0..<0))
    costs[arrows.count][roads.count] = 0
    for i in (0...arrows.count).reversed() {
      for j in (0...roads.count).reversed() where i < arrows.count || j < roads.count {
        for block in Self.blocks(from: i, of: arrows.count, j, of: roads.count) {
          let own = Self.cost(block, arrows, roads, idleArrow: idleArrow)
          let cost = own + costs[block.arrows.upperBound][block.roads.upperBound]
          if cost < costs[i][j] { (costs[i][j], steps[i][j]) = (cost, block) }
        }
      }
    }
    blocks = Self.path(steps)
  }

  private static func table<Cell>(_ rows: Int, _ columns: Int, _ cell: Cell) -> [[Cell]] {
    Array(repeating: Array(repeating: cell, count: columns), count: rows)
  }

  /// The blocks that may begin with arrow `i` and road `j`: an idle one of either, or a pair of one with several.
  private static func blocks(from i: Int, of arrows: Int, _ j: Int, of roads: Int) -> [Block] {
    var blocks: [Block] = []
    if i < arrows, j < roads {
      blocks += (i + 1...arrows).map { Block(arrows: i..<$0, roads: j..<j + 1) }
      blocks += (j + 1...roads).dropFirst().map { Block(arrows: i..<i + 1, roads: j..<$0) }
    }
    if i < arrows { blocks.append(Block(arrows: i..<i + 1, roads: j..<j)) }
    if j < roads { blocks.append(Block(arrows: i..<i, roads: j..<j + 1)) }
    return blocks
  }

  private static func cost(
    _ block: Block, _ arrows: [Degrees], _ roads: [LaneTarget], idleArrow: Degrees
  ) -> Degrees {
    if block.roads.isEmpty { return idleArrow }
    if block.arrows.isEmpty { return roads[block.roads.lowerBound].idleCost }
    let sharing = roads[block.roads].dropFirst().reduce(0) { $0 + $1.idleCost * costOfSharing }
    return block.arrows.reduce(sharing) { sum, i in
      sum + roads[block.roads].reduce(0) { $0 + difference(arrows[i], $1.angle) }
    }
  }

  /// An arrow straight on hardly ever means a turn.
  private static func difference(_ arrow: Degrees, _ road: Degrees) -> Degrees {
    abs(arrow - road) + (arrow == 0 && abs(road) > widestThrough ? costOfTurning : 0)
  }

  private static func path(_ steps: [[Block]]) -> [Block] {
    var (i, j, blocks) = (0, 0, [Block]())
    while i < steps.count - 1 || j < steps[0].count - 1 {
      let block = steps[i][j]
      (i, j) = (block.arrows.upperBound, block.roads.upperBound)
      if !block.arrows.isEmpty, !block.roads.isEmpty { blocks.append(block) }
    }
    return blocks
  }
}

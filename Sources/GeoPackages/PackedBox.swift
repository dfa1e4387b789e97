internal import Geodesy

/// A box of 32-bit numbers, as SQLite's R-tree has them, around one of 64-bit numbers.
struct PackedBox: BitwiseCopyable {
  private(set) var west: Float = 0
  private(set) var east: Float = 0
  private(set) var south: Float = 0
  private(set) var north: Float = 0

  /// An empty one, for a tree without rows.
  init() {}

  init(_ bounds: LayerBounds) {
    west = Self.down(bounds.west)
    east = Self.up(bounds.east)
    south = Self.down(bounds.south)
    north = Self.up(bounds.north)
  }

  /// Rounding must not leave a corner outside.
  private static func down(_ value: Double) -> Float {
    let rounded = Float(value)
    return Double(rounded) > value ? rounded.nextDown : rounded
  }

  private static func up(_ value: Double) -> Float {
    let rounded = Float(value)
    return Double(rounded) < value ? rounded.nextUp : rounded
  }

  mutating func extend(to other: PackedBox) {
    west = min(west, other.west)
    east = max(east, other.east)
    south = min(south, other.south)
    north = max(north, other.north)
  }

  /// The position of the middle of the box along a Hilbert curve.
  ///
  /// - Parameter bounds: the box that the curve fills; it contains this one.
  func hilbertPosition(in bounds: PackedBox) -> UInt32 {
    Geodesy.hilbertPosition(
      x: Self.cell((west + east) / 2, from: bounds.west, to: bounds.east),
      y: Self.cell((south + north) / 2, from: bounds.south, to: bounds.north))
  }

  private static func cell(_ value: Float, from low: Float, to high: Float) -> UInt16 {
    low < high ? UInt16(min(max((value - low) / (high - low), 0), 1) * 65535) : 0
  }
}

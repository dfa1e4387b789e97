/// The position of a cell on a Hilbert curve of order 16, in a grid of 65,536 × 65,536 cells.
///
/// Cells that are near on the curve are near in the grid.
///
/// - Source: the rotation-and-reflection form of Hilbert's curve, Warren, Hacker's Delight, 2nd ed., §16.
@inlinable package func hilbertPosition(x: UInt16, y: UInt16) -> UInt32 {
  let side: UInt32 = 1 << 16
  var (x, y) = (UInt32(x), UInt32(y))
  var position: UInt32 = 0
  var step = side / 2
  while step > 0 {
    let right: UInt32 = x & step != 0 ? 1 : 0
    let upper: UInt32 = y & step != 0 ? 1 : 0
    position &+= step &* step &* ((3 &* right) ^ upper)
    if upper == 0 {
      if right == 1 {
        x = side - 1 - x
        y = side - 1 - y
      }
      swap(&x, &y)
    }
    step /= 2
  }
  return position
}

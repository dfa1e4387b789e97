internal import Geodesy
private import Glibc

/// A cell of a grid over the earth, about 25 m wide and high.
///
/// Rows are equally high everywhere. The width of a row's cells follows from the whole degree of its latitude, so that
/// equal places have equal cells on every machine.
struct GroundCell: Hashable, Comparable, Sendable, BitwiseCopyable {
  var row: Int32
  var column: Int32

  /// 25 m, in 10⁻⁷ degrees of latitude. It is about twice the spread of the fixes on one road, and less than the
  /// distance of two.
  private static let height: Int32 = 2246

  init(_ place: Place) {
    row = place.latitudeE7.dividedDown(by: Self.height)
    column = place.longitudeE7.dividedDown(by: Self.width(ofRow: row))
  }

  private init(row: Int32, longitudeE7: Int64) {
    self.row = row
    column = Int32(clamping: longitudeE7).dividedDown(by: Self.width(ofRow: row))
  }

  static func < (a: GroundCell, b: GroundCell) -> Bool { (a.row, a.column) < (b.row, b.column) }

  private static func width(ofRow row: Int32) -> Int32 {
    let degree = Double((Int64(row) * Int64(height)) / 10_000_000).magnitude
    return Int32((Double(height) / max(cos(min(degree, 89) * .pi / 180), 0.01)).rounded())
  }

  /// The cells that touch the one of a place.
  static func neighbours(of place: Place) -> [GroundCell] {
    let own = GroundCell(place)
    var cells: [GroundCell] = []
    for row in own.row - 1...own.row + 1 {
      let width = Int64(width(ofRow: row))
      for east in [-width, 0, width] {
        let cell = GroundCell(row: row, longitudeE7: Int64(place.longitudeE7) + east)
        if cell != own, cells.last != cell { cells.append(cell) }
      }
    }
    return cells
  }
}

extension Int32 {
  /// The quotient, rounded down for negative numbers as well.
  fileprivate func dividedDown(by divisor: Int32) -> Int32 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

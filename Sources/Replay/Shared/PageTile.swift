internal import Geodesy
internal import Glibc
internal import RoadGraph

/// A square of the world of which the pages of a folder share the map.
struct PageTile: Hashable, Comparable, Sendable {
  /// What a tile holds, by the zoom of web maps at which it is one picture.
  enum Level: UInt8, Sendable {
    /// The ground as it is from afar.
    case far = 10
    /// Greater roads and ferries.
    case greater = 12
    /// The other roads, and the ground with its buildings.
    case near = 14

    fileprivate var across: Int { 1 << Int(rawValue) }
  }

  let level: Level
  let column: Int
  let row: Int

  init(level: Level, column: Int, row: Int) { (self.level, self.column, self.row) = (level, column, row) }

  /// The tile in which some ground lies.
  init(_ ground: BackdropTile.ID) {
    self.init(level: ground.level == .far ? .far : .near, column: ground.column, row: ground.row)
  }

  /// By level, row and column.
  static func < (left: PageTile, right: PageTile) -> Bool {
    (left.level.rawValue, left.row, left.column) < (right.level.rawValue, right.row, right.column)
  }

  /// Two corners that lie across from each other.
  var corners: [Place] {
    [0, 1].map { step in
      MercatorPoint(
        x: Double(column + step) / Double(level.across), y: Double(row + step) / Double(level.across)
      ).place
    }
  }

  /// The ground that lies in it; `nil` for a level without ground.
  var ground: BackdropTile.ID? {
    switch level {
    case .far: BackdropTile.ID(.far, column: column, row: row)
    case .near: BackdropTile.ID(.near, column: column, row: row)
    case .greater: nil
    }
  }

  /// The tiles of a level that have a part within a distance of some points: of squares around these, which is a little
  /// more.
  ///
  /// - Parameter metres: less than the width of the world.
  static func tiles(_ level: Level, within metres: Int, of points: [MercatorPoint]) -> Set<PageTile> {
    var found: Set<PageTile> = []
    let across = Double(level.across)
    var last = (columns: 0...0, rows: 0...0)
    for point in points {
      // Mercator's projection stretches all lengths by 1 ÷ cos latitude, which is cosh of the height on the map.
      let reach = Double(metres) / equatorInMetres * cosh((0.5 - point.y) * 2 * .pi)
      let columns = Int(((point.x - reach) * across).rounded(.down))...Int(((point.x + reach) * across).rounded(.down))
      let rows = Int(max(0, (point.y - reach) * across))...Int(min(across - 1, (point.y + reach) * across))
      if !found.isEmpty, last == (columns, rows) { continue }
      last = (columns, rows)
      for row in rows {
        for column in columns {
          found.insert(PageTile(level: level, column: (column + level.across) % level.across, row: row))
        }
      }
    }
    return found
  }

  private static let equatorInMetres = 40_075_017.0
}

extension PageTile: CustomStringConvertible {
  /// A part of the name of its file.
  var description: String { "\(level.rawValue)-\(column)-\(row)" }
}

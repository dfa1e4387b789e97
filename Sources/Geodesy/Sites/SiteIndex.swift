/// Sites, and a lookup of those that contain a place.
///
/// Each site is filed in the squares that its box touches, at the level whose squares are as large as the box: at most
/// four squares, or a few more beside the antimeridian. A lookup visits one square of each level in use.
///
/// Memory: some 200 bytes for a site, and its polygons.
package struct SiteIndex: Sendable {
  package let sites: [Site]
  private let shapes: [SiteShape]
  /// The numbers of the sites in each square.
  private var squares: [UInt64: [Int32]] = [:]
  /// Of ground around polygons.
  private let margin: Metres
  /// The sizes of squares in use: the squares of level *n* have sides of 2ⁿ units.
  private let levels: [Int]

  /// Squares of some 90 m.
  private static let finest = 13

  /// - Parameter margin: the ground around a polygon that belongs to it, too.
  package init(_ sites: [Site], aroundPolygons margin: Metres = 0) {
    self.sites = sites
    self.margin = margin
    shapes = sites.map { SiteShape($0.extent) }
    let boxes = zip(sites, shapes).map { $1.box(withMargin: margin, of: $0.extent) }
    let levelOfSite = boxes.map { Self.level(of: $0) }
    levels = Set(levelOfSite).sorted()
    for (number, box) in boxes.enumerated() {
      for square in Self.squares(of: box, level: levelOfSite[number]) {
        squares[square, default: []].append(Int32(number))
      }
    }
  }

  /// The numbers of the sites that contain a place, in ascending order.
  ///
  /// - Complexity: O(levels + sites in the square).
  package func sites(at place: Place, into found: inout [Int]) {
    found.removeAll(keepingCapacity: true)
    let point = SiteBox(place)
    for level in levels {
      let square = Self.square(point.west >> Int64(level), point.south >> Int64(level), level: level)
      guard let numbers = squares[square] else { continue }
      for number in numbers where shapes[Int(number)].contains(place, margin: margin) { found.append(Int(number)) }
    }
    if found.count > 1 { found.sort() }
  }

  /// From the middle of a circle, or from the outline of a polygon; 0 within a polygon.
  package func distance(of site: Int, to place: Place) -> Metres { shapes[site].distance(to: place) }

  /// The smallest site that contains a place; of equal ones the first.
  package func site(at place: Place) -> Site? {
    var found: [Int] = []
    sites(at: place, into: &found)
    return found.min { shapes[$0].box.side < shapes[$1].box.side }.map { sites[$0] }
  }

  private static func level(of box: SiteBox) -> Int {
    var level = finest
    while 1 << Int64(level) < box.side { level += 1 }
    return level
  }

  /// The squares that a box touches, also where it reaches over the antimeridian.
  private static func squares(of box: SiteBox, level: Int) -> [UInt64] {
    var squares: Set<UInt64> = []
    for shift in [0, -SiteBox.turn, SiteBox.turn] {
      let (west, east) = (max(box.west + shift, 0), min(box.east + shift, SiteBox.turn))
      guard west <= east else { continue }
      for x in (west >> Int64(level))...(east >> Int64(level)) {
        for y in (box.south >> Int64(level))...(box.north >> Int64(level)) {
          squares.insert(square(x, y, level: level))
        }
      }
    }
    return squares.sorted()
  }

  private static func square(_ x: Int64, _ y: Int64, level: Int) -> UInt64 {
    UInt64(level) << 58 | UInt64(x & 0x1FFF_FFFF) << 29 | UInt64(y & 0x1FFF_FFFF)
  }
}

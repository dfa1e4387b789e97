import Geodesy
import RoadGraph
import Testing

@Suite struct `The Hilbert curve` {
  /// A box whose cells are one unit wide.
  private let cells = Bounds(minLatitudeE7: 0, minLongitudeE7: 0, maxLatitudeE7: 65535, maxLongitudeE7: 65535)

  private func position(_ x: Int, _ y: Int) -> Int {
    Int(hilbertPosition(of: Place(latitudeE7: Int32(y), longitudeE7: Int32(x)), in: cells))
  }

  @Test(arguments: [(0, 0), (32, 96), (65504, 65504), (4096, 61440)])
  func `visits every cell of a square once, each next to the one before`(left: Int, bottom: Int) {
    let side = 32
    var cellAt: [Int: (x: Int, y: Int)] = [:]
    for x in left..<left + side {
      for y in bottom..<bottom + side { cellAt[position(x, y)] = (x, y) }
    }
    #expect(cellAt.count == side * side)
    let visited = cellAt.sorted { $0.key < $1.key }
    for (a, b) in zip(visited, visited.dropFirst()) {
      #expect(b.key == a.key + 1)
      #expect(abs(a.value.x - b.value.x) + abs(a.value.y - b.value.y) == 1)
    }
  }

  @Test func `begins and ends in the corners of its first side`() {
    #expect(position(0, 0) == 0)
    #expect(position(65535, 0) == Int(UInt32.max))
  }

  @Test func `takes places outside the box for those at its edge`() {
    #expect(hilbertPosition(of: Place(latitudeE7: -5, longitudeE7: 70000), in: cells) == UInt32.max)
    let point = Bounds(minLatitudeE7: 7, minLongitudeE7: 7, maxLatitudeE7: 7, maxLongitudeE7: 7)
    #expect(hilbertPosition(of: Place(latitudeE7: 7, longitudeE7: 7), in: point) == 0)
  }

  @Test func `holds the whole earth`() {
    let earth = Bounds(
      minLatitudeE7: -900_000_000, minLongitudeE7: -1_800_000_000, maxLatitudeE7: 900_000_000,
      maxLongitudeE7: 1_800_000_000)
    #expect(hilbertPosition(of: Place(latitude: -90, longitude: -180), in: earth) == 0)
    #expect(hilbertPosition(of: Place(latitude: -90, longitude: 180), in: earth) == .max)
  }
}

import Foundation
import RandomNumbers
import SQLite
import TestSupport
import Testing

@testable import GeoPackages

@Suite struct `A packed spatial index` {
  private let database: Database

  init() throws { database = try Database(path: ":memory:") }

  private func fill(_ boxes: [LayerBounds], batch: Int) throws {
    try database.execute("CREATE VIRTUAL TABLE tree USING rtree(id, minx, maxx, miny, maxy)")
    let index = try PackedIndex("tree", in: database, batch: batch)
    for (number, box) in boxes.enumerated() { try index.append(row: Int64(number + 1), box) }
    try index.finish()
  }

  private func numbers(_ sql: String, _ values: [any Storable] = []) throws -> [Int] {
    try database.rows(sql, values).compactMap { Int($0[0]) }
  }

  private func boxes(_ count: Int, seed: UInt64) -> [LayerBounds] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { number in
      let (x, y) = (random.uniform(in: -180...179), random.uniform(in: -90...89))
      return LayerBounds(west: x, east: x + (number % 3 == 0 ? 0 : 1), south: y, north: y + (number % 2 == 0 ? 0 : 1))
    }
  }

  // One node, one more than a node has, one batch, several batches on several levels, and their limits.
  @Test(arguments: [0, 1, 51, 52, 60, 61, 120, 3_000, 3_061, 10_000])
  func `is sound and finds what a scan finds`(count: Int) throws {
    let boxes = boxes(count, seed: 7)
    try fill(boxes, batch: 60)
    #expect(try database.value("SELECT rtreecheck('tree')") == "ok")
    #expect(try numbers("SELECT id FROM tree ORDER BY id") == Array(1..<count + 1))
    for window in self.boxes(20, seed: 8) {
      let (west, east, south, north) = (window.west - 10, window.east + 10, window.south - 10, window.north + 10)
      let found = try numbers(
        "SELECT id FROM tree WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ? ORDER BY id",
        [west, east, south, north])
      let meant = boxes.indices.filter {
        boxes[$0].east >= west && boxes[$0].west <= east && boxes[$0].north >= south && boxes[$0].south <= north
      }
      // Boxes are rounded outwards, so a few more may be found, and none may be missed.
      #expect(Set(meant.map { $0 + 1 }).isSubset(of: found) && found.count <= meant.count + 2)
    }
  }

  @Test func `can be edited afterwards`() throws {
    let boxes = boxes(5_000, seed: 9)
    try fill(boxes, batch: 1000)
    try database.execute("DELETE FROM tree WHERE id % 3 = 0")
    for number in 6_000..<9_000 {
      try database.execute("INSERT INTO tree VALUES (?, ?, ?, ?, ?)", [number, number % 90, number % 90, 1, 1])
    }
    #expect(try database.value("SELECT rtreecheck('tree')") == "ok")
    #expect(try database.value("SELECT count(*) FROM tree") == 5_000 - 1_666 + 3_000)
  }

  @Test func `rounds boxes outwards`() throws {
    let bounds = LayerBounds(west: 0.1, east: 0.1, south: -0.1, north: -0.1)
    let box = PackedBox(bounds)
    #expect(Double(box.west) <= 0.1 && Double(box.east) >= 0.1)
    #expect(Double(box.south) <= -0.1 && Double(box.north) >= -0.1)
    #expect(box.west.nextUp >= box.east && box.south.nextUp >= box.north)
  }
}

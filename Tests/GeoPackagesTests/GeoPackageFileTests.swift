import Foundation
import Geodesy
import SQLite
import Storage
import TestSupport
import Testing

@testable import GeoPackages

@Suite struct `A GeoPackage` {
  let folder: TemporaryFolder
  var path: String { folder.path("a.gpkg") }

  init() throws { folder = try TemporaryFolder() }

  private let places = LayerSchema(
    "places", "One row per place.", shape: .point,
    [
      .init("name", .text, "Its name."), .init("index", .integer, "A word of SQL."), .init("share", .real, "Of it."),
      .init("doubtful", .flag, "Known late."), .init("time", .time, "When."),
    ])
  private let roads = LayerSchema("roads", "One row per road.", shape: .lines, [.init("way", .integer, "Its id.")])
  private let notes = LayerSchema("notes", "One row per note.", shape: nil, [.init("text", .text, "What it says.")])

  private func packed(_ fill: (inout ByteBuffer) -> Void) -> ByteBuffer {
    var buffer = ByteBuffer()
    fill(&buffer)
    return buffer
  }

  private func write(_ chunks: [(inout ByteBuffer) -> Void], to name: String = "a.gpkg") throws {
    let file = try GeoPackageFile(path: folder.path(name), layers: [places, roads, notes])
    for chunk in chunks { try file.write(packed(chunk)) }
    try file.settle { $0 == -8 }
    try file.commit()
  }

  private func rows(_ sql: String) throws -> [Row] {
    try Database(path: path, for: .reading).rows(sql)
  }

  private func blob(_ sql: String) throws -> [UInt8] {
    let value = try #require(try rows(sql).first?["geom"])
    return try #require([UInt8](value))
  }

  private func addPlace(_ buffer: inout ByteBuffer, _ place: Place?, _ name: String?, mark: Int64? = nil) {
    buffer.beginPackedRow(layer: 0)
    if let place { buffer.packGeometry(point: place) } else { buffer.packNoGeometry() }
    if let name { buffer.pack(name) } else { buffer.packNull() }
    buffer.pack(Int64.max)
    buffer.pack(0.1)
    if let mark { buffer.pack(late: mark) } else { buffer.packNull() }
    buffer.pack("2026-01-01T08:30:05.000Z")
  }

  @Test func `says that it is one, of version 1.3`() throws {
    try write([])
    let bytes = try #require(folder.bytes("a.gpkg"))
    #expect(Array(bytes[68..<72]) == Array("GPKG".utf8))
    #expect(bytes[60..<64].reduce(0) { $0 << 8 | Int($1) } == 10300)
    #expect(bytes.count % 4096 == 0)
  }

  @Test func `holds values as they came`() throws {
    try write([
      { addPlace(&$0, Place(latitudeE7: 1, longitudeE7: 2), "Zürich \"1\"") },
      { addPlace(&$0, nil, "") }, { addPlace(&$0, nil, nil) },
    ])
    let found = try rows("SELECT fid, name, \"index\", share, doubtful, time, typeof(name) AS type FROM places")
    #expect(found.map { $0["fid"] } == [1, 2, 3])
    #expect(found.map { $0["name"] } == ["Zürich \"1\"", "", .null])
    #expect(found.map { $0["type"] } == ["text", "text", "null"])
    #expect(found.allSatisfy { $0["index"] == .integer(.max) && $0["share"] == 0.1 && $0["doubtful"] == .null })
    #expect(found[0]["time"] == "2026-01-01T08:30:05.000Z")
  }

  @Test func `has points as the standard writes them`() throws {
    try write([{ addPlace(&$0, Place(latitudeE7: 10_000_000, longitudeE7: -20_000_000), "a") }])
    let blob = try blob("SELECT geom FROM places")
    // GP, version 0, little-endian without envelope, 4326; then a point of little-endian WKB.
    let header: [UInt8] = [0x47, 0x50, 0, 1, 0xE6, 0x10, 0, 0, 1, 1, 0, 0, 0]
    let x: [UInt8] = [0, 0, 0, 0, 0, 0, 0x00, 0xC0]  // −2
    let y: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]  // 1
    #expect(blob == header + x + y)
  }

  @Test func `has lines with the box around them`() throws {
    let lines = [
      [
        Place(latitudeE7: 10_000_000, longitudeE7: 20_000_000), Place(latitudeE7: -10_000_000, longitudeE7: 30_000_000),
      ],
      [Place(latitudeE7: 0, longitudeE7: 0), Place(latitudeE7: 0, longitudeE7: 10_000_000)],
    ]
    try write([
      {
        $0.beginPackedRow(layer: 1)
        $0.packGeometry(lines: lines)
        $0.pack(Int64(7))
      }
    ])
    let blob = try blob("SELECT geom FROM roads")
    #expect(Array(blob.prefix(8)) == [0x47, 0x50, 0, 3, 0xE6, 0x10, 0, 0])
    #expect(blob.count == 8 + 32 + 9 + 2 * (9 + 2 * 16))
    let index = try #require(try rows("SELECT * FROM rtree_roads_geom").first)
    let box = ["minx", "maxx", "miny", "maxy"].map { index[$0] }
    #expect(index["id"] == 1 && box == [0.0, 3.0, -1.0, 1.0])
    let contents = try #require(try rows("SELECT * FROM gpkg_contents WHERE table_name = 'roads'").first)
    let extent = ["min_x", "max_x", "min_y", "max_y"].map { contents[$0] }
    #expect(extent == [0.0, 3.0, -1.0, 1.0])
    #expect(contents["srs_id"] == 4326 && contents["last_change"] == "1970-01-01T00:00:00.000Z")
  }

  @Test func `indexes what has a geometry, and nothing else`() throws {
    try write([
      { addPlace(&$0, nil, "nowhere") }, { addPlace(&$0, Place(latitudeE7: 5, longitudeE7: 5), "somewhere") },
    ])
    #expect(try rows("SELECT id FROM rtree_places_geom").map { $0["id"] } == [2])
    #expect(try rows("SELECT * FROM sqlite_master WHERE name LIKE 'rtree_notes%'").isEmpty)
    #expect(try rows("SELECT * FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'places'").count == 6)
    let kinds = try rows("SELECT data_type FROM gpkg_contents ORDER BY rowid").map { $0["data_type"] }
    #expect(kinds == ["features", "features", "attributes"])
  }

  @Test func `has the flags that are known when it is finished`() throws {
    try write([
      { addPlace(&$0, nil, "a", mark: -8) }, { addPlace(&$0, nil, "b", mark: -9) }, { addPlace(&$0, nil, "c") },
      { addPlace(&$0, nil, "d", mark: -8) },
    ])
    #expect(try rows("SELECT doubtful FROM places ORDER BY fid").map { $0["doubtful"] } == [1, 0, .null, 1])
  }

  @Test func `has the same bytes whatever the chunks in which its rows came`() throws {
    let count = 45_000  // more than two transactions
    func add(_ number: Int, to buffer: inout ByteBuffer) {
      addPlace(&buffer, Place(latitudeE7: Int32(number * 7919 % 900_000), longitudeE7: Int32(number)), "n\(number)")
    }
    try write([{ for number in 0..<count { add(number, to: &$0) } }])
    try write(
      stride(from: 0, to: count, by: 977).map { first in
        { for number in first..<min(first + 977, count) { add(number, to: &$0) } }
      }, to: "b.gpkg")
    #expect(folder.bytes("a.gpkg") == folder.bytes("b.gpkg"))
    #expect(try rows("SELECT count(*) AS n FROM places").first?["n"] == .integer(Int64(count)))
    #expect(try rows("PRAGMA integrity_check").first?[0] == "ok")
    #expect(try rows("SELECT rtreecheck('rtree_places_geom')").first?[0] == "ok")
    #expect(try rows("PRAGMA foreign_key_check").isEmpty)
  }

  @Test func `has no name until it is complete, and leaves nothing when it is discarded`() throws {
    let file = try GeoPackageFile(path: path, layers: [places])
    #expect(folder.names.count == 1 && !folder.exists("a.gpkg"))
    file.discard()
    #expect(folder.names.isEmpty)
    try write([])
    #expect(folder.names == ["a.gpkg"])
  }

  @Test func `is tracemill's own until another table is in it`() throws {
    try write([])
    #expect(isOwnGeoPackage(at: path))
    try Database(path: path).execute(
      "INSERT INTO gpkg_contents (table_name, data_type) VALUES ('mine', 'attributes')")
    #expect(!isOwnGeoPackage(at: path))
    try folder.write("b.gpkg", "SQLite format 3\0 and no more")
    #expect(!isOwnGeoPackage(at: folder.path("b.gpkg")))
    #expect(!isOwnGeoPackage(at: folder.path("none.gpkg")))
  }
}

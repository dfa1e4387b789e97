import Geodesy
import Testing

@Suite struct `Well-known text` {
  @Test(
    arguments: [
      ("LINESTRING (1 2, 3 4)", [2]), ("linestring(1 2,3 4,5 6)", [3]), ("LINESTRING Z (1 2 9, 3 4 9)", [2]),
      (" LINESTRINGZM(1 2 9 0,\n3\t4 9 0 ) ", [2]), ("LINESTRING (1 2", nil), ("LINESTRING (1 95, 3 4)", nil),
      ("LINESTRING (181 2, 3 4)", nil), ("LINESTRING (1 nan, 3 4)", nil), ("LINESTRING (1 2, 3)", nil),
      ("LINESTRING (1 2, 3 x)", nil), ("LINESTRING (1 2, 3 4) 5", nil), ("LINESTRING (1 2, 3 4,)", nil),
      ("LINESTRING EMPTY", nil), ("LINESTRING ()", nil), ("LINESTRING X (1 2, 3 4)", nil), ("POINT (1 2)", nil),
      ("", nil), ("(1 2)", nil), ("MULTILINESTRING ((1 2, 3 4), (5 6, 7 8, 9 10))", [2, 3]),
      ("MultiLineString Z((1 2 3))", [1]), ("MULTILINESTRING (1 2, 3 4)", nil),
      ("MULTILINESTRING ((1 2, 3 4), (5 96, 7 8))", nil), ("MULTILINESTRING ((1 2, 3 4)", nil),
    ] as [(String, [Int]?)])
  func `gives lines, or nothing where a part of it is wrong`(text: String, counts: [Int]?) {
    #expect(lines(ofWKT: text)?.map(\.count) == counts)
    #expect(line(ofWKT: text)?.count == (text.uppercased().hasPrefix("MULTI") ? nil : counts?.first))
  }

  @Test func `has the longitude first`() {
    #expect(line(ofWKT: "LINESTRING (7.42 43.73, -7 -43)")?.first == Place(latitude: 43.73, longitude: 7.42))
  }

  @Test func `gives polygons with their rings`() throws {
    let ring = [[9.0, 47], [9.1, 47], [9, 47.1, 300]]
    #expect(try polygons(ofWKT: "polygon ((9 47, 9.1 47, 9 47.1 300))") == [[ring]])
    let both = try polygons(ofWKT: "MULTIPOLYGON(((9 47,9.1 47,9 47.1 300)), ((1 2), (500 4)))")
    #expect(both == [[ring], [[[1, 2]], [[500, 4]]]])
  }

  @Test(
    arguments: [
      ("POINT (1 2)", .otherKind("POINT")), ("", .otherKind("")),
      ("POLYGON (1 2, 3 4)", .lacks("(", before: "1 2, 3 4)")),
      ("POLYGON ((1 2, 3 4)", .lacks(")", before: "")), ("POLYGON ((1 2) (3 4))", .lacks(")", before: "(3 4))")),
      ("POLYGON ((1 2, three))", .noPosition("three")), ("POLYGON ((1 x 2))", .noPosition("1 x 2")),
      ("POLYGON ((1))", .noPosition("1")), ("POLYGON ((1 2)) and", .textAfter(" and")),
    ] as [(String, WKTFlaw)])
  func `says what is wrong with a polygon`(text: String, flaw: WKTFlaw) {
    #expect(throws: flaw) { try polygons(ofWKT: text) }
  }
}

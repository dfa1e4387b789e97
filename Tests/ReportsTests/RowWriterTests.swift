import Moments
import RandomNumbers
import Records
import Testing

@testable import Reports

private func bytes(_ write: (inout ByteWriter) -> Void) -> String {
  var writer = ByteWriter(capacity: 0)
  write(&writer)
  return String(decoding: writer.array, as: UTF8.self)
}

@Test(arguments: [Double.nan, .infinity, -.infinity, 1e17, -1e300])
func `what no decimal can say is null`(value: Double) {
  #expect(fixedPoint(value, places: 3) == nil)
  var csv = CSVRows()
  csv.beginRow()
  csv.quantity(value, .seconds)
  csv.flag(true)
  let bytes = csv.bytes.array
  #expect(String(decoding: bytes, as: UTF8.self) == ",true")
}

@Test(arguments: [Int64.min, -62_167_219_200_001, 253_402_300_800_000, .max])
func `a year without four digits is null`(milliseconds: Int64) {
  var csv = CSVRows()
  csv.beginRow()
  csv.time(Timestamp(millisecondsSince1970: milliseconds))
  csv.endRow()
  let bytes = csv.bytes.array
  #expect(String(decoding: bytes, as: UTF8.self) == "\n")
}

@Test(
  arguments: [
    (9_007_199_254_740_992, "9007199254740992"), (9_007_199_254_740_993, "\"9007199254740993\""),
    (-9_007_199_254_740_992, "-9007199254740992"), (-9_007_199_254_740_993, "\"-9007199254740993\""),
    (.min, "\"-9223372036854775808\""), (3_600_000_000_000_000, "3600000000000000"),
  ] as [(Int64, String)])
func `ids beyond 2⁵³ are strings in JSON`(id: Int64, text: String) {
  #expect(bytes { $0.jsonID(id) } == text)
}

@Test func `any text survives JSON and CSV`() throws {
  var random = SplitMix64(seed: 42)
  for _ in 0..<500 {
    let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
      UnicodeScalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x10FFFF), using: &random))
    }
    let text = String(String.UnicodeScalarView(scalars))
    let read = try #require(try json(bytes { $0.jsonString(text) }) as? String)
    #expect(Array(read.unicodeScalars) == scalars)
    let records = csvRecords(bytes { $0.csvField(text) } + ",end\n")
    #expect(records.count == 1)
    #expect(try #require(records[0][0]).unicodeScalars.elementsEqual(scalars))
  }
}

import Geodesy
import Moments
import RandomNumbers
import Records
import RoadGraph
import Testing
import Traces

@testable import Reports

/// A row with a column of each kind that may be missing, and one that may not.
private struct SampleRow: TableRow {
  var length: Double?
  var time: Timestamp?
  var name = ""

  static let meaning = "One row per sample."

  static func columns(of sample: some RowSource<SampleRow>, in row: inout some RowSink & ~Copyable) {
    row.beginObject("map")
    row.quantity("map_length_m", .metres, "How long.", nullWhen: "not known", sample().length)
    row.time("time", "When.", nullWhen: "without times", sample().time)
    row.endObject()
    row.name("name", "Its name.", nullWhen: "it has none", sample().name)
    row.flag("is_sample", "It is one.", true)
  }
}

private let columns = SchemaCollector.columns(of: SampleRow.self)

private func csv(_ row: SampleRow) -> String {
  var cells = Cells()
  cells.beginTable(columns.count)
  cells.fill(row)
  var rows = CSVRows(WrittenColumns(columns), .plain)
  rows.write(&cells)
  return String(decoding: rows.bytes.array, as: UTF8.self)
}

private func object(_ row: SampleRow) -> String {
  var cells = Cells()
  cells.beginTable(columns.count)
  cells.fill(row)
  var rows = JSONRows(JSONForm(columns))
  rows.write(&cells)
  let text = String(decoding: rows.bytes.array, as: UTF8.self)
  #expect(directly([row], JSONForm(columns)) == text)
  return text
}

/// Rows that do not go through cells.
private func directly<Row: TableRow>(
  _ rows: [Row], _ form: JSONForm, identity: String = "", separator: ShortWord = .none, terminator: ShortWord = .none,
  clock: LocalClock? = nil, timeStep: Int64? = nil
) -> String {
  var sink = JSONSink()
  sink.beginTable(
    form, identity: Array(identity.utf8), separator: separator, terminator: terminator, clock: clock, timeStep: timeStep
  )
  for row in rows { sink.write(row) }
  #expect(sink.rowCount == rows.count)
  return String(decoding: sink.bytes.array, as: UTF8.self)
}

/// A row with a column of every form.
private struct EveryRow: TableRow {
  let value: Int64
  let text: String
  let isNull: Bool

  static let meaning = "One row per try."

  static func columns(of tried: some RowSource<EveryRow>, in row: inout some RowSink & ~Copyable) {
    row.integer("a_name_of_more_than_twenty_four_letters", "A number.", nullWhen: "it is", tried().integer)
    row.id("id", "An id.", nullWhen: "it is", tried().isNull ? nil : tried().value)
    row.quantity("angle", .degrees, "One decimal.", nullWhen: "it is", tried().number)
    row.quantity("length", .metres, "Two.", nullWhen: "it is", tried().number)
    row.quantity("duration", .seconds, "Three.", nullWhen: "it is", tried().number)
    row.quantity("share", .probability, "Four.", nullWhen: "it is", tried().number)
    row.quantity("part", .fraction, "Six.", nullWhen: "it is", tried().number)
    row.latitude("lat", "Seven.", nullWhen: "it is", tried().place)
    row.time("time", "A time.", nullWhen: "it is", tried().time)
    row.code("code", "A word.", nullWhen: "it is", tried().isNull ? nil : tried().reason)
    row.codes("flags", "Words.", RoadFlags(rawValue: UInt32(truncatingIfNeeded: tried().value) & 0x3FF))
    row.counts("counts", "Numbers.", tried().isNull ? [] : [("one", 1), ("two", tried().text.utf8.count)])
    row.flag("flag", "A flag.", nullWhen: "it is", tried().isNull ? nil : tried().value > 0)
    row.name("text", "A text.", nullWhen: "it is empty", tried().text)
  }

  private var time: Timestamp? { isNull ? nil : Timestamp(millisecondsSince1970: value) }
  private var integer: Int? { isNull ? nil : Int(value) }
  private var number: Double? { isNull ? nil : Double(value) / 1e6 }
  private var place: Place? {
    isNull ? nil : Place(latitudeE7: Int32(truncatingIfNeeded: value % 900_000_000), longitudeE7: 0)
  }
  private var reason: FixReason { FixReason.allCases[Int(value.magnitude % UInt64(FixReason.allCases.count))] }
}

private func bytes(_ write: (inout ByteWriter) -> Void) -> String {
  var writer = ByteWriter()
  write(&writer)
  return String(decoding: writer.array, as: UTF8.self)
}

@Suite struct `One row function` {
  @Test func `makes the row of each format`() {
    let row = SampleRow(length: 1.125, time: Timestamp(millisecondsSince1970: 0), name: "High Street, old")
    #expect(csv(row) == "1.13,1970-01-01T00:00:00.000Z,\"High Street, old\",true\n")
    #expect(
      object(row)
        == #"{"map_length_m":1.13,"time":"1970-01-01T00:00:00.000Z","name":"High Street, old","is_sample":true}"#)
  }

  @Test func `makes the schema without a row`() {
    #expect(columns.map(\.name) == ["map_length_m", "time", "name", "is_sample"])
    #expect(columns.map(\.type) == [.decimal(unit: "m", places: 2), .time, .text, .flag])
    #expect(columns.map(\.nullWhen) == ["not known", "without times", "it has none", nil])
  }

  @Test func `names the place in documents, where the object's name is not said twice`() {
    let paths = columns.map { $0.documentPath.map { "\($0.object).\($0.key)" } }
    #expect(paths == ["map.length_m", "map.time", nil, nil])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e17, -1e300])
  func `writes a null for what no decimal can say`(value: Double) {
    #expect(fixedPoint(value, places: 3) == nil)
    #expect(csv(SampleRow(length: value)) == ",,,true\n")
    #expect(object(SampleRow(length: value)).hasPrefix(#"{"map_length_m":null,"#))
  }

  @Test(arguments: [Int64.min, -62_167_219_200_001, 253_402_300_800_000, .max])
  func `writes a null for a year without four digits`(milliseconds: Int64) {
    #expect(csv(SampleRow(time: Timestamp(millisecondsSince1970: milliseconds))) == ",,,true\n")
  }
}

@Suite struct `Rows of JSON without cells` {
  @Test(arguments: [nil, LocalClock.utc] as [LocalClock?], [nil, 1000] as [Int64?])
  func `have the same bytes as rows of cells`(clock: LocalClock?, timeStep: Int64?) {
    var random = SplitMix64(seed: 7)
    let schema = SchemaCollector.columns(of: EveryRow.self, with: AddedColumns(clock: clock))
    let tried = (0..<300).map { number in
      let value = Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random)
      let text = ["", "plain", "a \"quoted\" text", "line\nbreak", "Straße, a long name", "\u{1}"][number % 6]
      return EveryRow(value: value == .min ? 0 : value, text: text, isNull: number % 5 == 0)
    }
    var cells = Cells(clock: clock)
    cells.begin(NoIdentity(), clock: clock, timeStep: timeStep)
    cells.beginTable(schema.count)
    let form = JSONForm(schema, opening: ",")
    var rows = JSONRows(form, identity: Array(#"{"trip":1"#.utf8), separator: .commaAndLine)
    for row in tried {
      cells.fill(row)
      rows.write(&cells)
    }
    let direct = directly(
      tried, form, identity: #"{"trip":1"#, separator: .commaAndLine, clock: clock, timeStep: timeStep)
    #expect(direct == String(decoding: rows.bytes.array, as: UTF8.self))
  }
}

private struct NoIdentity: Columned {
  static func columns(of source: some RowSource<NoIdentity>, in sink: inout some RowSink & ~Copyable) {}
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

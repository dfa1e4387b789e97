import Geodesy
import Jobs
import Moments
import RandomNumbers
import Records
import TestSupport
import Testing

@testable import Requests

/// A random order, to be written in each format.
private struct Order {
  let id: Int
  let vehicle: Int?
  let longitude: Double
  let latitude: Double
  let window: (Int, Int)?
  let arrival: Int
  let service: Int
  let name: String

  init(_ id: Int, _ random: inout SplitMix64) {
    self.id = id
    vehicle = Int.random(in: 0...3, using: &random)
    longitude = Double(Int.random(in: 90_000...99_999, using: &random)) / 10_000
    latitude = Double(Int.random(in: 470_000...479_999, using: &random)) / 10_000
    let begin = Int.random(in: 0...80_000, using: &random)
    window = Bool.random(using: &random) ? (begin, begin + Int.random(in: 0...7200, using: &random)) : nil
    arrival = Int.random(in: 0...90_000, using: &random)
    service = Int.random(in: 0...3600, using: &random)
    name = ["", "Müller", "A \"B\", C", "emoji 🚚"][Int.random(in: 0..<4, using: &random)]
  }

  /// - Parameter sequence: among the orders of its vehicle.
  func csv(_ sequence: Int) -> String {
    """
    \(id),\(vehicle ?? 0),2026-03-02,\(sequence),\(latitude),\(longitude),"\(name.replacing("\"", with: "\"\""))",\
    \(window.map { "\($0.0)" } ?? ""),\(window.map { "\($0.1)" } ?? ""),\(arrival),\(service)

    """
  }

  func json(_ sequence: Int) -> JSONValue {
    .object([
      "job": .integer(id), "asset": .text("\(vehicle ?? 0)"), "date": .text("2026-03-02"), "seq": .integer(sequence),
      "place": .object([
        "type": .text("Point"), "coordinates": .list([.number(longitude), .number(latitude)]),
      ]), "name": .text(name), "earliest": window.map { .integer($0.0) }, "latest": window.map { .integer($0.1) },
      "planned": .integer(arrival), "service_s": .integer(service),
    ])
  }

  var step: JSONValue {
    .object([
      "type": .text("job"), "id": .integer(id), "location": .list([.number(longitude), .number(latitude)]),
      "description": .text(name), "arrival": .integer(arrival), "waiting_time": .integer(0), "setup": .integer(0),
      "service": .integer(service),
    ])
  }

  var task: JSONValue {
    .object([
      "id": .integer(id), "location": .list([.number(longitude), .number(latitude)]), "service": .integer(service),
      "time_windows": window.map { .list([.list([.integer($0.0), .integer($0.1)])]) },
    ])
  }
}

@Suite struct `Formats of jobs` {
  @Test(arguments: 0..<20)
  func `say the same of the same jobs`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let orders = (1...30).map { Order($0, &random) }
    let tours = Dictionary(grouping: orders) { $0.vehicle ?? 0 }.sorted { $0.key < $1.key }
    let placed = tours.flatMap { $0.value.enumerated().map { (order: $1, sequence: $0 + 1) } }
    let csv =
      "job,asset,date,seq,lat,lon,name,earliest,latest,planned,service_s\n"
      + placed.map { $0.order.csv($0.sequence) }.joined()
    let ndjson = placed.map { String(decoding: $0.order.json($0.sequence).line(), as: UTF8.self) }.joined(
      separator: "\n")
    let solution = JSONValue.object([
      "code": .integer(0), "unassigned": .list([]),
      "routes": .list(
        tours.map { .object(["vehicle": .integer($0.key), "steps": .list($0.value.map(\.step))]) }),
    ])
    let problem = JSONValue.object(["jobs": .list(orders.map(\.task))])
    let files: [[(name: String, text: String)]] = [
      [("jobs.csv", csv)], [("jobs.ndjson", ndjson)],
      [
        ("solution.json", String(decoding: solution.rendered(), as: UTF8.self)),
        ("problem.json", String(decoding: problem.line(), as: UTF8.self)),
      ],
    ]
    let lists = try files.map { try jobList($0, date: "2026-03-02") }
    #expect(lists.allSatisfy { $0.refusals.isEmpty && $0.jobs.count == 30 }, "\(lists.map(\.refusals))")
    let words = lists.map { $0.jobs.map(\.words) }
    #expect(words[0] == words[1])
    #expect(words[0] == words[2])
  }
}

private let table = """
  job,asset,date,seq,lat,lon,place,name,earliest,latest,planned,service_s,type,eta_threshold,dispatcher
  7,van-1,2026-03-02,1,47.1,9.5,,"Bä""k",08:00,9:30,08:15:30,300,Service,10%,Ann
  9,van-1,2026-03-02,2,,,"POLYGON ((9 47, 10 47, 10 48, 9 48, 9 47))",,,25:30,1772478000,,pickup,120s,

  """

private let lines = #"""
  {"job":7,"vehicle":"v","place":{"type":"Point","coordinates":[9.5,47.1]},"planned":1772478000,"service_s":90}
  {"job":"8","place":[9.5,47.2],"eta_threshold":"5%","name":null,"latest":"2026-03-02T08:00+01:00"}

  """#

private let log = #"""
  {"time":"2026-03-02T08:00Z","event":"assigned","content":{ "replaces" : 8 }, "job":7}
  {"time":1772478000,"event":"custom","content":" ä\n\u00e4 ","type":"pickup","job":"pickup:9"}

  """#

private let logTable = """
  time;asset;job;event;content
  2026-03-02T08:00;van;7;assigned;"replaces: 8"
  08:30;van;7;accepted;"two
  lines"

  """

/// Reads bytes as a list and as a log, whatever they are.
private func survives(_ bytes: [UInt8], _ folder: TemporaryFolder) throws {
  let path = try folder.write("input", bytes)
  for date in [CivilDate(iso8601: "2026-03-02"), nil] {
    var reader = JobReader(date: date, clock: LocalClock("CET-1CEST,M3.5.0,M10.5.0/3"))
    try? reader.read(list: path)
    try? reader.read(events: path)
    let list = reader.list { _ in true }
    #expect(list.refusals.allSatisfy { $0.message.hasSuffix(".") && !$0.reason.isEmpty })
    _ = TracePlans(tours: list.tours, jobs: list.jobs, path: path)
  }
}

@Suite struct `Damaged files of jobs` {
  private static let files = [vroomSolution, table, lines, log, logTable]

  @Test(arguments: files.indices)
  func `are an error or refusals where they end early, and no crash`(number: Int) throws {
    let bytes = Array(Self.files[number].utf8)
    let folder = try TemporaryFolder()
    for count in 0..<bytes.count { try survives(Array(bytes[..<count]), folder) }
  }

  @Test func `of VROOM that end early are an error`() throws {
    let bytes = Array(vroomSolution.utf8)
    let folder = try TemporaryFolder()
    for count in 0..<bytes.count {
      var reader = JobReader(date: nil, clock: nil)
      let path = try folder.write("solution.json", Array(bytes[..<count]))
      #expect(throws: ChangeFileError.self, "\(count) bytes") { try reader.read(list: path) }
    }
  }

  @Test(arguments: files.indices)
  func `are an error or refusals where bytes are changed, and no crash`(number: Int) throws {
    let bytes = Array(Self.files[number].utf8)
    let folder = try TemporaryFolder()
    var random = SplitMix64(seed: UInt64(number))
    let signs = Array(#"",;:{}[]-+.0123456789eE\nul%/Z"#.utf8) + [0, 0x0A, 0x0D, 0x80, 0xFF]
    let pieces = [
      "1e308", "-1", "99999999999999999999", "null", "[]", "{}", "\"\"", "0", "1e8", "9e9", "NaN", "\\u0000",
    ]
    for _ in 0..<600 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let position = Int.random(in: damaged.indices, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: damaged[position] = signs.randomElement(using: &random) ?? 0
        case 1: damaged.remove(at: position)
        case 2: damaged.insert(signs.randomElement(using: &random) ?? 0, at: position)
        case 3: Self.replaceNumber(in: &damaged, after: position, by: pieces.randomElement(using: &random) ?? "")
        default:
          let end = min(damaged.count, position + Int.random(in: 0...40, using: &random))
          damaged.removeSubrange(position..<end)
          if damaged.isEmpty { damaged = [0x20] }
        }
      }
      try survives(damaged, folder)
    }
  }

  /// Puts something else in the place of the next number.
  private static func replaceNumber(in bytes: inout [UInt8], after position: Int, by text: String) {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) || byte == 0x2E }
    guard let begin = bytes[position...].firstIndex(where: isDigit) else { return }
    let end = bytes[begin...].firstIndex { !isDigit($0) } ?? bytes.count
    bytes.replaceSubrange(begin..<end, with: Array(text.utf8))
  }

  @Test func `have the members of objects as they stand`() {
    #expect(
      membersOfObject(Array(#" {"a" : "}\"," , "b":{"c":[1,2]} ,"d:":1.50}"#.utf8))?.map {
        String(decoding: $0, as: UTF8.self)
      }
        == [#""}\",""#, #"{"c":[1,2]}"#, "1.50"])
    #expect(membersOfObject(Array("{}".utf8))?.isEmpty == true && membersOfObject(Array("{".utf8)) == nil)
  }
}

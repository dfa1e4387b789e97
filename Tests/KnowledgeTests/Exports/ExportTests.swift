import FoundationEssentials
import Glibc
import Records
import RoadGraph
import RoadRules
import Storage
import TestSupport
import Testing

@testable import Knowledge

@Suite struct `Learned times for other programs` {
  /// Learned speeds in km/h, for the edges named, in the three ranges of hours.
  private func times(
    _ sketch: RoadSketch, _ speeds: [String: [Double]], delays: [(turn: String, seconds: [Double])] = []
  ) throws -> LearnedTimes {
    let day = try #require(WeekClasses(days: [0x7F], hours: [0, 7, 8]))
    var column = [UInt16](repeating: 0, count: sketch.graph.edgeCount * 3)
    for (name, values) in speeds {
      for (i, speed) in values.enumerated() { column[sketch.edge(name).index * 3 + i] = UInt16(speed * 100) }
    }
    let turns = delays.map { delay in
      let letters = Array(delay.turn)
      return (from: sketch.edge(String(letters[0...1])), onto: sketch.edge(String(letters[1...2])))
    }
    return LearnedTimes(
      classes: day, speeds: column, turns: turns, delays: delays.flatMap { $0.seconds.map { UInt16($0 * 10) } })
  }

  private func crossing() throws -> RoadSketch {
    try RoadSketch(
      """
      A--x--B-----C
            |
            D
      """, roads: ["A-x-B-C", "B-D"])
  }

  private func lines(_ lines: consuming ExportedLines) -> [String] {
    String(decoding: lines.finished().array, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `OSRM gets a line for each two neighbouring nodes`() throws {
    let sketch = try crossing()
    let files = OSRMFiles(try times(sketch, ["AB": [50, 12.5, 40]]), on: sketch.graph, mode: .car)
    let nodes = lines(files.speeds(in: 1)).map { $0.split(separator: ",").map(String.init) }
    #expect(nodes.map { $0[2] } == ["12.5", "12.5"])
    #expect(nodes[0][0] == "1" && nodes[0][1] == nodes[1][0] && nodes[1][1] == "2")
  }

  @Test func `OSRM gets the turns with a delay`() throws {
    let sketch = try crossing()
    let speeds = ["AB": [50.0, 50, 50]]
    let plain = OSRMFiles(try times(sketch, speeds), on: sketch.graph, mode: .car)
    #expect(lines(plain.turns(in: 1)).isEmpty)
    let known = try times(sketch, speeds, delays: [("ABD", [0, 7.5, 0])])
    let some = lines(OSRMFiles(known, on: sketch.graph, mode: .car).turns(in: 1))
    #expect(some.map { $0.split(separator: ",").dropFirst().joined(separator: ",") } == ["2,4,7.5"])
  }

  @Test func `A road that OSRM does not know has no lines`() throws {
    let sketch = try RoadSketch("A--B--C", roads: [SketchRoad("A-B", roadClass: .track), "B-C"])
    let files = OSRMFiles(try times(sketch, ["AB": [9, 9, 9], "BC": [9, 9, 9]]), on: sketch.graph, mode: .car)
    #expect(lines(files.speeds(in: 0)).count == 1)
  }

  @Test func `Times are those of rows, and a turn has the delay beyond the mean of its road`() throws {
    let sketch = try crossing()
    let (edge, left, on) = (sketch.edge("AB"), sketch.edge("BD"), sketch.edge("BC"))
    var tables = LearnedTables(classes: try #require(WeekClasses(days: [0x7F], hours: [0, 7, 8])))
    let morning = WeekHours(days: 0, hours: 7..<8)
    tables.speeds = LearnedRows([
      RoadSpeed(edge: edge, hours: morning, expected: 20, low: 10, high: 30, moving: 40, basis: .hours),
      RoadSpeed(
        edge: edge, hours: WeekHours(days: 0, hours: 8..<24), expected: 50, low: 40, high: 60, moving: 50, basis: .edge),
    ])
    let support = Support(passages: 9)
    tables.delays = LearnedRows([
      TurnDelay(from: edge, onto: left, hours: morning, support: support, mean: 7.5, median: 9, p85: 9, stood: nil),
      TurnDelay(from: edge, onto: on, hours: morning, support: support, mean: 1.5, median: 1, p85: 2, stood: nil),
    ])
    let times = try tables.times(on: sketch.graph)
    #expect((0..<3).map { times.speeds[edge.index * 3 + $0] } == [0, 2000, 5000])
    #expect(times.delay(from: edge, onto: left, in: 1) == 3)
    #expect(times.delay(from: edge, onto: on, in: 1) == 0)
  }

  @Test func `A traffic file has a row for each row of speeds`() throws {
    let classes = try #require(WeekClasses(days: [0x1F, 0x60], hours: [0, 7, 9]))
    var bytes = ByteWriter()
    let hours = WeekHours(days: 1, hours: 7..<24)
    let speed = RoadSpeed(
      edge: EdgeID(7), hours: hours, expected: 20.04, low: 10, high: 30, moving: 40, basis: .hours)
    TrafficRows(classes).put(speed, into: &bytes)
    #expect(String(decoding: bytes.array, as: UTF8.self) == "7,Sa-Su 07:00-24:00,20.0\n")
    #expect(classes.fileName(4) == "Sa-Su-07")
    #expect(WeekClasses(days: [0x15, 0x6A], hours: [0])?.fileName(0) == "Mo+We+Fr-00")
  }

  /// The inverse transform, term by term.
  private func speed(_ bin: Int, of coefficients: [Int16]) -> Double {
    let norm = (2 / 2016.0).squareRoot()
    return coefficients.enumerated().reduce(0) { sum, term in
      let angle = Double.pi / 2016 * (Double(bin) + 0.5) * Double(term.offset)
      return sum + norm * (term.offset == 0 ? 0.5.squareRoot() : 1) * Double(term.element) * cos(angle)
    }
  }

  @Test func `Predicted speeds come back from their coefficients, Sunday first`() throws {
    let classes = WeekClasses.usual
    var speeds = [Double](repeating: 50, count: classes.count)
    for number in 0..<classes.count where classes.parts(of: number).days == 2 { speeds[number] = 30 }  // Sundays
    let coefficients = PredictedSpeeds().coefficients(speeds, classes)
    #expect(abs(speed(12 * 12, of: coefficients) - 30) < 1)
    for day in 1...6 { #expect(abs(speed(288 * day + 144, of: coefficients) - 50) < 1) }
  }

  @Test func `A constant speed has one coefficient`() {
    let classes = WeekClasses.usual
    let predicted = PredictedSpeeds()
    let coefficients = predicted.coefficients([Double](repeating: 60, count: classes.count), classes)
    #expect(coefficients[0] == Int16((60 * 2016.0.squareRoot()).rounded()))
    #expect(coefficients.dropFirst().allSatisfy { $0 == 0 })
    let bytes = Data(base64Encoded: predicted.text([Double](repeating: 60, count: classes.count), classes))
    #expect(bytes?.count == 400)
    #expect(bytes.map { Int(Int8(bitPattern: $0[0])) * 256 + Int($0[1]) } == Int(coefficients[0]))
  }

  @Test func `A short jam is slow in every bin, but no bin is far slower than what is meant`() throws {
    let classes = WeekClasses.usual
    var speeds = [Double](repeating: 60, count: classes.count)
    speeds[8] = 6  // Mo-Fr 08:00-09:00
    let coefficients = PredictedSpeeds().coefficients(speeds, classes)
    let week = (0..<2016).map { speed($0, of: coefficients) }
    #expect(week.allSatisfy { $0 > 4.5 })
    #expect(week[288 + 8 * 12 + 6] < 25)
    #expect(abs(week[288 + 14 * 12] - 60) < 5)
  }
}

import FoundationEssentials
import Glibc
import Knowledge
import RoadGraph
import RoadRules
import TestSupport
import Testing

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

  @Test func `OSRM gets a line for each two neighbouring nodes`() throws {
    let sketch = try crossing()
    let ab = sketch.edge("AB")
    let files = OSRMFiles(try times(sketch, ["AB": [50, 12.5, 40]]), on: sketch.graph, edges: [ab], mode: .car)
    let lines = String(decoding: files.speeds(in: 1), as: UTF8.self)
    let nodes = lines.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    #expect(nodes.map { $0[2] } == ["12.5", "12.5"])
    #expect(nodes[0][0] == "1" && nodes[0][1] == nodes[1][0] && nodes[1][1] == "2")
  }

  @Test func `OSRM gets every turn from a road with a speed, also those without a delay`() throws {
    let sketch = try crossing()
    let known = try times(sketch, ["AB": [50, 50, 50]], delays: [("ABD", [0, 7.5, 0])])
    let files = OSRMFiles(known, on: sketch.graph, edges: [sketch.edge("AB")], mode: .car)
    let lines = String(decoding: files.turns(in: 1), as: UTF8.self).split(separator: "\n")
    #expect(Set(lines.map { $0.split(separator: ",").dropFirst().joined(separator: ",") }) == ["2,3,0.0", "2,4,7.5"])
  }

  @Test func `A traffic file has a row for each run of hours with one speed`() throws {
    let sketch = try crossing()
    let edge = sketch.edge("AB")
    let rows = String(decoding: trafficRows(try times(sketch, ["AB": [50, 20, 20]]), edges: [edge]), as: UTF8.self)
    #expect(
      rows == """
        edge,hours,speed_kmh
        \(edge.rawValue),Mo-Su 00:00-07:00,50.0
        \(edge.rawValue),Mo-Su 07:00-24:00,20.0

        """)
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
}

import Foundation
import RandomNumbers
import Records
import Testing

@testable import Traces

/// Units of speeds and forms of courses that the places and times decide.
struct MotionEvidenceTests {
  /// A drive through a town: it turns now and then, brakes and stops, and its places are wrong by metres.
  private struct Drive {
    /// In metres east and north, metres per second and degrees.
    var rows: [(second: Int, east: Double, north: Double, speed: Double, course: Double)] = []

    init(seed: UInt64, seconds: Int, every period: Int) {
      var random = SplitMix64(seed: seed)
      var (east, north, speed, course, wanted) = (0.0, 0.0, 12.0, 80.0, 12.0)
      for second in 0..<seconds {
        if second % 35 == 0 { wanted = [0.0, 7, 12, 14, 22][Int(random.uniform() * 5)] }
        if second % 50 == 0 { course += [-90.0, 0, 0, 0, 45, 90][Int(random.uniform() * 6)] }
        speed += max(-2, min(1.5, wanted - speed))
        east += speed * sin(course * Double.pi / 180)
        north += speed * cos(course * Double.pi / 180)
        guard second % period == 0 else { continue }
        let noise = { 3 * (random.uniform() + random.uniform() - 1) }
        rows.append(
          (second, east + noise(), north + noise(), speed, (course + 3600).truncatingRemainder(dividingBy: 360)))
      }
    }

    /// - Parameter cell: of the speed in metres per second and the course in degrees.
    func text(_ column: String, _ cell: (Double, Double) -> String) -> String {
      rows.reduce("time,lat,lon,\(column)\n") { text, row in
        let latitude = 47 + row.north / 111_180
        let longitude = 9 + row.east / 76_000
        return text
          + "\(1_772_438_400 + row.second),\(String(format: "%.6f,%.6f", latitude, longitude)),\(cell(row.speed, row.course))\n"
      }
    }
  }

  @Test(arguments: [1, 5, 10, 30], SpeedUnit.Base.allCases.dropLast())
  func `a unit is told from distances at any period, or the speeds are left empty`(period: Int, base: SpeedUnit.Base) {
    let unit = SpeedUnit(base)
    var told = 0
    for seed in 1...6 as ClosedRange<UInt64> {
      let drive = Drive(seed: seed, seconds: 1800, every: period)
      let file = ReadFile(drive.text("speed") { speed, _ in String(format: "%.1f", speed / unit.metresPerSecond) })
      guard let layout = file.format?.layout, layout.columns[.speed] != nil else {
        #expect(file.refusals.map(\.reason) == ["speed_unit_unknown"])
        continue
      }
      #expect(layout.speedUnit == unit && layout.speedUnitSource == .distances, "seed \(seed), every \(period) s")
      told += 1
    }
    let needed = period <= 5 ? 6 : [.knots, .milesPerHour].contains(base) ? 0 : 5
    #expect(told >= needed, "\(told) of 6 at \(period) s in \(unit.rawValue)")
  }

  @Test(arguments: [("speed_kmh", 1.0), ("speed_mps", 3.6), ("speed_knots", 3.6)])
  func `speeds that contradict the unit in their name are left empty`(name: String, factor: Double) {
    let text = Drive(seed: 3, seconds: 1200, every: 5).text(name) { speed, _ in String(format: "%.1f", speed * factor) }
    let file = ReadFile(text)
    #expect(file.fixes.allSatisfy { $0.speed == nil } && file.refusals.map(\.reason) == ["speed_contradicted"])
    #expect(file.refusals.first?.message.contains(factor == 1 ? "'m/s' would fit" : "'km/h' would fit") == true)
    var settings = TraceReadingSettings()
    settings.speedUnit = factor == 1 ? .metresPerSecond : .kilometresPerHour
    let cured = ReadFile(text, settings)
    #expect(cured.refusals == [] && cured.fixes.allSatisfy { $0.speed != nil })
  }

  @Test func `each cell may have its unit`() {
    let drive = Drive(seed: 1, seconds: 300, every: 5)
    for (unit, factor) in [("kn", 1 / 0.514444), ("km/h", 3.6), ("mph", 1 / 0.44704), ("m/s", 1)] {
      let file = ReadFile(drive.text("speed") { speed, _ in String(format: "%.2f \(unit)", speed * factor) })
      #expect(zip(file.fixes, drive.rows).allSatisfy { abs(($0.speed ?? -9) - $1.speed) < 0.01 }, "\(unit)")
      #expect(file.format?.layout?.speedUnitSource == .values)
    }
  }

  @Test(arguments: [
    ("speed", 36.0, "0.1 km/h"), ("speed", 100, "cm/s"), ("speed_x10", 36, "0.1 km/h"), ("kmh", 3.6, "km/h"),
  ])
  func `tenths and centimetres are told as well`(name: String, factor: Double, unit: String) {
    let file = ReadFile(Drive(seed: 2, seconds: 1200, every: 1).text(name) { speed, _ in "\(Int(speed * factor))" })
    #expect(file.format?.layout?.speedUnit.rawValue == unit, "\(file.complaints)")
  }

  @Test func `numbers that devices write for an unknown speed or course are none`() {
    let file = ReadFile("lat,lon,sog_knots,cog\n47,9,102.3,511\n47,9,10,90\n47,9,409.5,360\n")
    #expect(
      file.fixes.map { $0.speed == nil } == [false, false, true]
        || file.fixes.map { $0.speed == nil } == [true, false, true])
    #expect(file.fixes.map(\.bearing) == [nil, 90, 0])
  }

  @Test(arguments: [
    ("heading", 1.0, false), ("heading", Double.pi / 180, false), ("heading_rad", Double.pi / 180, false),
    ("heading", 10, false),
    ("course_x10", 10, false), ("heading (0.01 degrees)", 100, false), ("heading", 1, true),
    ("heading_radians", Double.pi / 180, true),
  ])
  func `courses are read in the form in which they agree with the places`(name: String, factor: Double, isSigned: Bool)
  {
    let drive = Drive(seed: 5, seconds: 900, every: 5)
    let file = ReadFile(
      drive.text(name) { _, course in
        String(format: "%.4f", (isSigned && course > 180 ? course - 360 : course) * factor)
      })
    let differences = zip(file.fixes, drive.rows).map {
      abs(cos((($0.bearing ?? $1.course + 180) - $1.course) * Double.pi / 180) - 1)
    }
    #expect(differences.allSatisfy { $0 < 0.001 }, "\(file.complaints)")
    var summary = TraceSummary(file: "a.csv")
    summary.format = file.format
    #expect(
      summary.jsonLine.contains("heading_form") == (factor != 1) && summary.text.contains("heading in") == (factor != 1)
    )
  }

  @Test func `points of the compass are courses`() {
    let file = ReadFile("lat,lon,heading\n47,9,N\n47,9,NNE\n47,9,sw\n47,9,W\n")
    #expect(file.fixes.map(\.bearing) == [0, 22.5, 225, 270])
  }

  @Test func `courses that point elsewhere are left empty`() {
    let file = ReadFile(
      Drive(seed: 5, seconds: 900, every: 5).text("heading") { _, course in
        "\((course + 180).truncatingRemainder(dividingBy: 360))"
      })
    #expect(file.fixes.allSatisfy { $0.bearing == nil } && file.refusals.map(\.reason) == ["heading_contradicted"])
  }
}

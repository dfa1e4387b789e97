import RandomNumbers
import Testing

@testable import RoadRules

@Suite struct `A measure on a sign` {
  @Test(arguments: [
    ("3.5", 3.5), ("3.8 m", 3.8), ("3.8m", 3.8), ("  4 ", 4), (".5", 0.5), ("380 cm", 3.8), ("12'", 3.6576),
    ("12'6\"", 3.81), ("12' 6\"", 3.81), ("12'6''", 3.81), ("12 ft 6 in", 3.81), ("12ft6in", 3.81), ("150\"", 3.81),
    ("150 in", 3.81), ("3 M", 3), ("12 FT", 3.6576), ("12'6.5\"", 3.8227), ("0'11\"", 0.2794),
    // The mark of the inches is often left out.
    ("12'6", 3.81), ("12 ft 6", 3.81),
  ])
  func `of length is in metres, centimetres, feet and inches`(text: String, metres: Double) throws {
    let read = try #require(readMeasure(text, .height))
    #expect(abs(read - metres) < 1e-9)
  }

  @Test(arguments: [
    ("7.5", 7.5), ("7.5 t", 7.5), ("7.5T", 7.5), ("7500 kg", 7.5), ("7500kg", 7.5), ("10 st", 9.071_847_4),
    ("10 lt", 10.160_469_088), ("16000 lbs", 7.257_477_92), ("1 lb", 0.000_453_592_37), ("40", 40),
  ])
  func `of weight is in tonnes, kilograms, short and long tons, and pounds`(text: String, tonnes: Double) throws {
    let read = try #require(readMeasure(text, .weight))
    #expect(abs(read - tonnes) < 1e-9)
  }

  @Test(arguments: [
    ("", Vehicle.Measure.height), (" ", .height), ("m", .height), ("3,5", .height), ("-3", .height), ("+3", .height),
    ("0", .height), ("0 m", .height), ("0'0\"", .height), ("3.5.1", .height), ("1e3", .height), ("3½", .height),
    ("٣", .height), ("3.5 metres", .height), ("3.5;4", .height), ("~3.5", .height), ("3.5 t", .height),
    ("3.5 m", .weight), ("3.5 tonnes", .weight), ("7.5'", .axleLoad), ("nan", .width), ("inf", .width),
    ("0x10", .length), ("4 yd", .length), ("default", .height), ("\u{0}", .height), (".", .height),
    // Parts that might mean anything.
    ("3m50", .height), ("4.5 4", .height), ("12'14\"", .height), ("6\"12'", .height), ("3m 3m", .height),
    ("7 t 5", .weight),
  ])
  func `that is none, or in units of something else, is unreadable`(text: String, measure: Vehicle.Measure) {
    #expect(readMeasure(text, measure) == nil)
  }

  @Test func `in feet and inches is so many inches`() {
    var failures: [String] = []
    for feet in 0...20 {
      for inches in 0...11 where feet + inches > 0 {
        for text in [
          "\(feet)'\(inches)\"", "\(feet) ft \(inches) in", "\(feet)'\(inches)''", "\(12 * feet + inches)\"",
        ] {
          let read = readMeasure(text, .height) ?? -1
          if abs(read - Double(12 * feet + inches) * 0.0254) > 1e-9 { failures.append(text) }
        }
      }
    }
    #expect(failures == [])
  }

  @Test func `is above 0 and finite, or unreadable, whatever is written`() {
    var random = SplitMix64(seed: 23)
    let words = [
      "0", "1", "9", ".", ",", "-", " ", "'", "\"", "ft", "in", "m", "cm", "t", "kg", "st", "lbs", "½", "e", "٣",
    ]
    var failures: [String] = []
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        words[Int.random(in: words.indices, using: &random)]
      }.joined()
      for measure in Vehicle.Measure.allCases {
        guard let read = readMeasure(text, measure) else { continue }
        if !(read > 0 && read.isFinite) { failures.append("\(measure): \(text)") }
        if readMeasure(text.uppercased(), measure) != read { failures.append("\(measure): \(text) in capitals") }
      }
    }
    #expect(failures == [])
  }
}

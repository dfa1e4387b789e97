internal import Geodesy
internal import Records
internal import Storage

/// How courses are written in a table. Raw values are the words in reports.
package enum HeadingForm: String, CaseIterable, Sendable {
  case degrees
  case radians
  case tenths = "0.1 degrees"
  case hundredths = "0.01 degrees"

  var degreesPerUnit: Double {
    switch self {
    case .degrees: 1
    case .radians: 180 / .pi
    case .tenths: 0.1
    case .hundredths: 0.01
    }
  }

  /// Takes what a name says of the form from its end; `nil` if it says nothing.
  static func take(from words: inout [String]) -> HeadingForm? {
    for (ending, form) in endings where words.count > ending.count && Array(words.suffix(ending.count)) == ending {
      words.removeLast(ending.count)
      return form
    }
    return nil
  }

  private static let endings: [([String], HeadingForm)] = {
    let spellings: [(HeadingForm, String)] = [
      (.radians, "rad,radian,radians"), (.tenths, "x10,x 10,e1,decideg,decidegrees,0 1 deg,0 1 degree,0 1 degrees"),
      (.tenths, "1 10 deg,tenths,tenths of degrees,deg x10,degrees x10"),
      (.hundredths, "x100,x 100,e2,cdeg,centideg,centidegrees,0 01 deg,0 01 degree,0 01 degrees,deg x100,1 100 deg"),
    ]
    return spellings.flatMap { form, list in
      list.split(separator: ",").map { ($0.split(separator: " ").map(String.init), form) }
    }.sorted { $0.0.count > $1.0.count }
  }()

  /// The course in a number, clockwise from north in 0 ..< 360; `nil` for one that is unknown or beyond a whole turn.
  ///
  /// - Parameter isSigned: whether numbers below 0 lie west of north; otherwise devices write them for "unknown".
  func course(_ number: Double, isSigned: Bool) -> Degrees? {
    let degrees = number * degreesPerUnit
    guard isSigned || number >= 0, abs(degrees) <= 360.0000001 else { return nil }
    let course = degrees < 0 ? degrees + 360 : degrees
    return course >= 360 ? 0 : course
  }
}

/// The points of the compass: `N`, `NNE`, `NE` and so on. `O` is east in German and west in French, so it is not read.
enum CompassPoint {
  static func course(_ text: String) -> Degrees? {
    points.firstIndex(of: text.uppercased()).map { 22.5 * Degrees($0) }
  }

  private static let points = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
  ]
}

package import Geodesy

/// A distance as people say it: in 300 metres, a quarter mile.
package struct SpokenDistance: Equatable, Sendable {
  /// The words for it. Raw values are the keys in the file of a language.
  enum Words: String, CaseIterable, Sendable {
    case metres, kilometre, kilometres, feet
    case kilometreAndAHalf = "kilometre_and_a_half"
    case quarterMile = "quarter_mile"
    case halfMile = "half_mile"
    case threeQuartersOfAMile = "three_quarters_of_a_mile"
    case mile, miles
    case mileAndAHalf = "mile_and_a_half"
  }

  let words: Words
  /// The number that is said, in halves.
  let halves: Int
  /// The distance that is said.
  package let metres: Metres

  /// The nearest distance that people say.
  package init(nearest distance: Metres, in units: UnitSystem) {
    switch units {
    case .metric: self.init(nearestMetric: max(0, distance))
    case .imperial: self.init(nearestImperial: max(0, distance))
    }
  }

  private init(_ words: Words, _ number: Double, metres: Metres) {
    self.words = words
    self.metres = metres
    halves = Int((2 * number).rounded())
  }

  /// By tens below 100 m, fifties below 500 m, hundreds below 1 km, halves below 3 km, and whole kilometres.
  private init(nearestMetric distance: Metres) {
    let metres = distance < 1000 ? rounded(distance, to: distance < 95 ? 10 : distance < 475 ? 50 : 100) : distance
    if metres < 1000 {
      self.init(.metres, max(10, metres), metres: max(10, metres))
    } else {
      let kilometres = rounded(metres / 1000, to: metres < 2750 ? 0.5 : 1)
      self.init(Self.words(forKilometres: kilometres), kilometres, metres: 1000 * kilometres)
    }
  }

  /// By tens below 100 feet, fifties below 500, hundreds up to 1000, quarters up to a mile, halves below 3 miles, and
  /// whole miles.
  private init(nearestImperial distance: Metres) {
    let feet = distance / metresPerFoot
    let said = rounded(feet, to: feet < 95 ? 10 : feet < 475 ? 50 : 100)
    if said <= 1000 {
      self.init(.feet, max(10, said), metres: max(10, said) * metresPerFoot)
      return
    }
    let miles = distance / metresPerMile
    let part = max(0.25, rounded(miles, to: miles < 1.125 ? 0.25 : miles < 2.75 ? 0.5 : 1))
    self.init(Self.words(forMiles: part), part, metres: part * metresPerMile)
  }

  private static func words(forMiles miles: Double) -> Words {
    switch miles {
    case 0.25: .quarterMile
    case 0.5: .halfMile
    case 0.75: .threeQuartersOfAMile
    case 1: .mile
    case 1.5: .mileAndAHalf
    default: .miles
    }
  }

  /// One and a half is plural in some languages and singular in others.
  private static func words(forKilometres kilometres: Double) -> Words {
    switch kilometres {
    case 1: .kilometre
    case 1.5: .kilometreAndAHalf
    default: .kilometres
    }
  }
}

private let metresPerFoot: Metres = 0.3048
private let metresPerMile: Metres = 1609.344

private func rounded(_ value: Double, to step: Double) -> Double { (value / step).rounded() * step }

/// The units of distances in sentences. Raw values are the names in options.
package enum UnitSystem: String, CaseIterable, Sendable {
  case metric
  /// Feet and miles.
  case imperial
}

internal import RoadGraph

/// The networks of a country by the letters before the number.
///
/// - Source: OSM wiki, the pages on the road networks of each country; the countries' road laws for the meaning of the
///   letters.
enum NationalNetworks {
  /// How the number is shown.
  enum Lettering { case numberOnly, withLetters, withHyphen }

  struct Entry {
    let network: ShieldNetwork
    let lettering: Lettering
  }

  static func entry(of written: WrittenNumber, in country: String, roadClass: RoadClass?) -> Entry? {
    guard !written.number.isEmpty else { return nil }
    switch country {
    case "DE": return german(written)
    case "CH": return swiss(written)
    case "IT": return italian(written)
    case "FR": return french(written)
    case "GB": return british(written, roadClass)
    case "NL": return dutch(written)
    case "ES": return spanish(written)
    case "US": return american(written)
    default: return nil
    }
  }

  private static func entry(
    _ country: String, _ letters: String, _ style: ShieldStyle, level: Int, _ lettering: Lettering = .withLetters
  ) -> Entry {
    Entry(
      network: ShieldNetwork("\(country):\(letters)", style, level: level, country: country), lettering: lettering)
  }

  /// Counties put the letters of their number plates before the number.
  private static func german(_ written: WrittenNumber) -> Entry? {
    switch written.letters {
    case "A": entry("DE", "A", .autobahn, level: 1, .numberOnly)
    case "B": entry("DE", "B", .bundesstrasse, level: 2, .numberOnly)
    case "L", "ST", "S": entry("DE", written.letters, .plain, level: 3)
    case "K": entry("DE", "K", .plain, level: 4)
    default: nil
    }
  }

  private static func swiss(_ written: WrittenNumber) -> Entry? {
    switch written.letters {
    case "A": entry("CH", "A", .swissMotorway, level: 1, .numberOnly)
    case "H": entry("CH", "H", .swissRoad, level: 2, .numberOnly)
    case "" where written.isPlain: entry("CH", "H", .swissRoad, level: 2, .numberOnly)
    default: nil
    }
  }

  private static func italian(_ written: WrittenNumber) -> Entry? {
    switch written.letters {
    case "A", "RA", "T": entry("IT", written.letters, .autostrada, level: 1)
    case "SS", "NSA": entry("IT", written.letters, .italianRoad, level: 2)
    case "SR": entry("IT", "SR", .italianRoad, level: 3)
    case "SP": entry("IT", "SP", .italianRoad, level: 4)
    case "SC": entry("IT", "SC", .plain, level: 5)
    default: nil
    }
  }

  private static func french(_ written: WrittenNumber) -> Entry? {
    switch written.letters {
    case "A": entry("FR", "A", .frenchRoad, level: 1)
    case "N": entry("FR", "N", .frenchRoad, level: 2)
    case "D": entry("FR", "D", .frenchDepartment, level: 4)
    case "M": entry("FR", "M", .frenchMetropolis, level: 4)
    case "C", "VC": entry("FR", written.letters, .plain, level: 5)
    default: nil
    }
  }

  /// `A1(M)` is a motorway. Primary routes have green signs, and OSM calls them trunk roads.
  private static func british(_ written: WrittenNumber, _ roadClass: RoadClass?) -> Entry? {
    switch written.letters {
    case "M": return entry("GB", "M", .britishMotorway, level: 1)
    case "A" where written.number.uppercased().hasSuffix("(M)"):
      return entry("GB", "AM", .britishMotorway, level: 1)
    case "A":
      let isPrimary = roadClass == .trunk || roadClass == .trunkLink
      return isPrimary
        ? entry("GB", "A:primary", .britishPrimary, level: 2) : entry("GB", "A", .britishRoad, level: 2)
    case "B": return entry("GB", "B", .britishRoad, level: 3)
    default: return nil
    }
  }

  private static func dutch(_ written: WrittenNumber) -> Entry? {
    switch written.letters {
    case "A": entry("NL", "A", .dutchMotorway, level: 1)
    case "N": entry("NL", "N", .dutchRoad, level: 2)
    case "S": entry("NL", "S", .plain, level: 5)
    default: nil
    }
  }

  /// Motorways have one or two digits; regions use the same letters, and their own, with three and more.
  private static func spanish(_ written: WrittenNumber) -> Entry? {
    let isShort = written.value.map { $0 < 100 } ?? false
    switch written.letters {
    case "A" where isShort, "AP", "R":
      return entry("ES", written.letters, .spanishMotorway, level: 1, .withHyphen)
    case "N": return entry("ES", "N", .spanishRoad, level: 2, .withHyphen)
    case "": return nil
    default:
      return written.letters.utf8.count <= 3
        ? entry("ES", written.letters, .spanishRegional, level: 3, .withHyphen) : nil
    }
  }

  private static func american(_ written: WrittenNumber) -> Entry? {
    switch written.letters {
    case "I": return entry("US", "I", .interstate, level: 1, .numberOnly)
    case "US": return entry("US", "US", .usRoute, level: 2, .numberOnly)
    case "SR", "SH": return entry("US", written.letters, .usState, level: 3, .numberOnly)
    case "CR": return entry("US", written.letters, .plain, level: 4)
    case let state where AmericanStates.codes.contains(state):
      return Entry(network: AmericanStates.network(of: state), lettering: .numberOnly)
    default: return nil
    }
  }
}

/// The states of the United States, and their networks of roads.
enum AmericanStates {
  /// The codes of the postal service, with the District of Columbia and Puerto Rico.
  static let codes: Set<String> = [
    "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA",
    "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR",
    "PA", "PR", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY",
  ]

  static func network(of state: String) -> ShieldNetwork {
    ShieldNetwork("US:\(state)", .usState, level: 3, country: "US", state: state)
  }
}

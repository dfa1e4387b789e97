internal import Geodesy
internal import RoadGraph

/// Reads the shields of roads from numbers, relations and places.
///
/// The country comes from the place where that is sure, or else from the network of a relation. Without a country, only
/// numbers that one country alone writes in this way belong to its network; all others get a plain shield.
struct ShieldReader {
  let place: Place
  let roadClass: RoadClass?
  private var countryOfRelations: String?
  private var countryOfPlace: String?
  private var isPlaceKnown = false
  private(set) var shields: [RoadShield] = []

  /// - Parameter roadClass: the class of the road whose numbers are read; `nil` for numbers on signs.
  init(at place: Place, roadClass: RoadClass?) {
    self.place = place
    self.roadClass = roadClass
  }

  /// Adds the shields of relations, by importance.
  mutating func read(_ routes: [NumberedRoute]) {
    var found: [RoadShield] = []
    for route in routes {
      for written in Self.numbers(in: route.number) {
        var shield = shield(of: written, in: RouteNetwork(route.network))
        shield.direction = route.direction ?? written.direction
        found.append(shield)
        countryOfRelations = countryOfRelations ?? shield.network.country
      }
    }
    for shield in found.sorted(by: { ($0.network.level, $0.code) < ($1.network.level, $1.code) }) { add(shield) }
  }

  /// Adds the shields of a list of numbers such as `A 5;E 35`, in their order.
  mutating func read(numbers list: String) {
    for written in Self.numbers(in: list) {
      var shield = shield(of: written, in: countryHere())
      shield.direction = written.direction
      add(shield)
    }
  }

  static func numbers(in list: String) -> [WrittenNumber] {
    list.utf8.split(separator: UInt8(ascii: ";")).compactMap { WrittenNumber(Substring($0)) }
  }

  /// A road that is already there may get its direction.
  private mutating func add(_ shield: RoadShield) {
    guard let known = shields.firstIndex(where: { $0.isSameRoad(as: shield) }) else { return shields.append(shield) }
    if shields[known].direction == nil { shields[known].direction = shield.direction }
  }

  private mutating func countryHere() -> String? {
    if !isPlaceKnown {
      countryOfPlace = sureCountry(at: place)
      isPlaceKnown = true
    }
    return countryOfPlace ?? countryOfRelations
  }

  // MARK: One number

  private mutating func shield(of written: WrittenNumber, in network: RouteNetwork) -> RoadShield {
    if network.isEuropean { return Self.european(written) }
    if let american = network.american {
      let number = written.number.isEmpty ? written.text : written.number
      return RoadShield(american, number: number, text: number)
    }
    var written = written
    if written.letters.isEmpty, written.isPlain, !network.letters.isEmpty {
      written = WrittenNumber(Substring("\(network.letters) \(written.text)")) ?? written
    }
    return shield(of: written, in: network.country ?? countryHere())
  }

  private func shield(of written: WrittenNumber, in country: String?) -> RoadShield {
    if written.letters == "E", written.isPlain, isEurope(country) { return Self.european(written) }
    let country = country ?? countryOfSpelling(written)
    guard let country,
      let entry = NationalNetworks.entry(of: written, in: country, roadClass: roadClass)
    else { return RoadShield(generic: written.text, country: country) }
    return Self.shield(of: written, entry)
  }

  private static func shield(of written: WrittenNumber, _ entry: NationalNetworks.Entry) -> RoadShield {
    let text =
      switch entry.lettering {
      case .numberOnly: written.number
      case .withLetters: written.letters + written.number
      case .withHyphen: "\(written.letters)-\(written.number)"
      }
    let isMarked = entry.network.code == "GB:AM"
    return RoadShield(
      entry.network, number: isMarked ? String(written.number.dropLast(3)) : written.number, text: text)
  }

  private static func european(_ written: WrittenNumber) -> RoadShield {
    let number = written.number.isEmpty ? written.text : written.number
    return RoadShield(.european, number: number, text: "E" + number)
  }

  // MARK: Places

  /// Whether `E 35` is a European route here. Other continents have roads with such numbers as well.
  private func isEurope(_ country: String?) -> Bool { country != "US" && isInEurope }

  /// From Iceland and the Canaries to the Urals.
  private var isInEurope: Bool {
    (34.5...72).contains(place.latitude) && (-25...60).contains(place.longitude)
  }

  /// The United States and Canada.
  private var isInNorthAmerica: Bool {
    (24...72).contains(place.latitude) && (-170 ... -52).contains(place.longitude)
  }

  /// The only country that writes numbers like this in this part of the world; `nil` if there are several.
  private func countryOfSpelling(_ written: WrittenNumber) -> String? {
    guard written.isPlain else { return nil }
    if isInNorthAmerica {
      let isAmerican = ["I", "US"].contains(written.letters) || AmericanStates.codes.contains(written.letters)
      return isAmerican ? "US" : nil
    }
    let isNearItaly = (35...47.3).contains(place.latitude) && (6.5...18.7).contains(place.longitude)
    return isNearItaly && ["SS", "SP"].contains(written.letters) ? "IT" : nil
  }
}

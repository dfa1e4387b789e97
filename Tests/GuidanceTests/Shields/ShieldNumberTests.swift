import Geodesy
import RoadGraph
import Testing

@testable import Guidance

/// Places that lie well within one country, and some that do not.
private enum Spot {
  static let frankfurt = Place(latitude: 50.05, longitude: 8.6)
  static let bern = Place(latitude: 46.94, longitude: 7.45)
  static let milan = Place(latitude: 45.46, longitude: 9.19)
  static let paris = Place(latitude: 48.85, longitude: 2.35)
  static let miltonKeynes = Place(latitude: 52.04, longitude: -0.76)
  static let utrecht = Place(latitude: 52.09, longitude: 5.12)
  static let madrid = Place(latitude: 40.42, longitude: -3.7)
  static let kansas = Place(latitude: 39, longitude: -98)
  /// Between four countries.
  static let lakeConstance = Place(latitude: 47.5, longitude: 9.6)
  static let atlantic = Place(latitude: 0, longitude: -30)
  static let detroit = Place(latitude: 42.33, longitude: -83.05)
  static let tokyo = Place(latitude: 35.68, longitude: 139.7)
  static let trieste = Place(latitude: 45.65, longitude: 13.8)
}

private func shields(
  _ numbers: String, _ routes: [NumberedRoute] = [], at place: Place, of roadClass: RoadClass? = nil
) -> [RoadShield] {
  var reader = ShieldReader(at: place, roadClass: roadClass)
  reader.read(routes)
  reader.read(numbers: numbers)
  return reader.shields
}

@Suite struct `Shields from the numbers of ways` {
  @Test(arguments: [
    (Spot.frankfurt, "A 5", "DE-A-5 1 DE 5"), (Spot.frankfurt, "B 31", "DE-B-31 2 DE 31"),
    (Spot.frankfurt, "L 1100", "DE-L-1100 3 DE L1100"), (Spot.frankfurt, "K 12", "DE-K-12 4 DE K12"),
    (Spot.frankfurt, "KU 12", "X-KU_12 6 DE KU 12"), (Spot.frankfurt, "E 35", "EU-E-35 1 - E35"),
    (Spot.bern, "A1", "CH-A-1 1 CH 1"), (Spot.bern, "13", "CH-H-13 2 CH 13"),
    (Spot.milan, "A50", "IT-A-50 1 IT A50"), (Spot.milan, "SS 12", "IT-SS-12 2 IT SS12"),
    (Spot.milan, "SP114", "IT-SP-114 4 IT SP114"),
    (Spot.paris, "A 7", "FR-A-7 1 FR A7"), (Spot.paris, "N 7", "FR-N-7 2 FR N7"),
    (Spot.paris, "D 900", "FR-D-900 4 FR D900"),
    (Spot.miltonKeynes, "M1", "GB-M-1 1 GB M1"), (Spot.miltonKeynes, "A1(M)", "GB-AM-1 1 GB A1(M)"),
    (Spot.miltonKeynes, "A421", "GB-A-421 2 GB A421"), (Spot.miltonKeynes, "B4034", "GB-B-4034 3 GB B4034"),
    (Spot.utrecht, "A2", "NL-A-2 1 NL A2"), (Spot.utrecht, "N201", "NL-N-201 2 NL N201"),
    (Spot.madrid, "A-2", "ES-A-2 1 ES A-2"), (Spot.madrid, "N-340", "ES-N-340 2 ES N-340"),
    (Spot.madrid, "CM-42", "ES-CM-42 3 ES CM-42"), (Spot.madrid, "A-376", "ES-A-376 3 ES A-376"),
    (Spot.kansas, "I 70", "US-I-70 1 US 70"), (Spot.kansas, "I-35W", "US-I-35W 1 US 35W"),
    (Spot.kansas, "US 101", "US-US-101 2 US 101"), (Spot.kansas, "CA 1", "US-CA-1 3 US/CA 1"),
    (Spot.kansas, "SR 520", "US-SR-520 3 US 520"), (Spot.kansas, "E 35", "X-E_35 6 US E 35"),
  ])
  func `follow the custom of the country`(place: Place, number: String, expected: String) {
    let found = shields(number, at: place).map { shield in
      let (country, state) = (shield.network.country ?? "-", shield.network.state.map { "/" + $0 } ?? "")
      return "\(shield.icon) \(shield.network.level) \(country)\(state) \(shield.text)"
    }
    #expect(found == [expected])
  }

  @Test(arguments: ["A 5", "B 31", "N 7", "D 900", "M1", "13", "L 1100", "A-2"])
  func `are plain and of no country where the country is not sure`(number: String) {
    for place in [Spot.lakeConstance, Spot.atlantic, Spot.tokyo, Spot.detroit] {
      let found = shields(number, at: place)
      #expect(found == [RoadShield(generic: number, country: nil)])
    }
  }

  @Test func `have a country where one alone spells them so`() {
    #expect(shields("I 75", at: Spot.detroit).map(\.code) == ["US-I-75"])
    #expect(shields("MI 10", at: Spot.detroit).map(\.network.state) == ["MI"])
    #expect(shields("SS 14", at: Spot.trieste).map(\.code) == ["IT-SS-14"])
    #expect(shields("SC 401", at: Place(latitude: -27.6, longitude: -48.5)).map(\.network.country) == [nil])
    #expect(shields("E 60", at: Spot.lakeConstance).map(\.code) == ["EU-E-60"])
    #expect(shields("E1", at: Spot.tokyo).map(\.code) == ["X-E1"])
  }

  @Test func `of primary routes in Great Britain are green`() {
    #expect(shields("A5", at: Spot.miltonKeynes, of: .trunk).map(\.network.style) == [.britishPrimary])
    #expect(shields("A5", at: Spot.miltonKeynes, of: .primary).map(\.network.style) == [.britishRoad])
  }

  @Test func `stand in the order of the list, each once, with directions`() {
    #expect(
      shields("I 95 North;US 1 ; I 95;;CT 15 south", at: Spot.kansas).map(\.code) == [
        "US-I-95:north", "US-US-1", "US-CT-15:south",
      ])
    #expect(shields("North", at: Spot.kansas).map(\.code) == ["X-North"])
    #expect(shields(" ; ", at: Spot.kansas).isEmpty)
  }
}

@Suite struct `Shields from the relations of routes` {
  private func route(_ network: String, _ number: String, _ direction: CardinalDirection? = nil) -> NumberedRoute {
    NumberedRoute(network: network, number: number, direction: direction)
  }

  @Test(arguments: [
    ("US:I", "95", "US-I-95"), ("US:US", "101", "US-US-101"), ("US:CA", "1", "US-CA-1"),
    ("US:NJ:Bergen", "12", "US-NJ-Bergen-12"), ("US:I:Business:Loop", "80", "US-I-Business-Loop-80"),
    ("BAB", "A 5", "DE-A-5"), ("DE:national", "31", "DE-B-31"), ("CH:motorway", "A1", "CH-A-1"),
    ("CH:motorway", "13", "CH-A-13"), ("IT:A-road", "A4", "IT-A-4"), ("FR:06:M-road", "M 6007", "FR-M-6007"),
    ("FR:N-road", "7", "FR-N-7"), ("NL:A", "2", "NL-A-2"), ("ES:A-road", "A-2", "ES-A-2"),
    ("e-road", "E 35", "EU-E-35"),
    ("e-road", "35", "EU-E-35"), ("distributal", "12", "X-12"), ("", "A 5", "X-A_5"),
  ])
  func `know the network even where the place does not say`(network: String, number: String, code: String) {
    #expect(shields("", [route(network, number)], at: Spot.atlantic).map(\.code) == [code])
  }

  @Test func `name the country for the numbers of the way, too`() {
    let found = shields("US 1;I 95", [route("US:I", "95", .north)], at: Spot.atlantic)
    #expect(found.map(\.code) == ["US-I-95:north", "US-US-1"])
  }

  @Test func `stand by importance and merge with the numbers of the way`() {
    let routes = [route("US:CT", "15", .south), route("US:I", "95", .north), route("US:US", "1")]
    let found = shields("I 95;US 1;CT 15", routes, at: Spot.kansas)
    #expect(found.map(\.code) == ["US-I-95:north", "US-US-1", "US-CT-15:south"])
  }

  @Test func `of a network that is no country claim none`() {
    #expect(shields("", [route("BT Kreisstraßen", "BT 9")], at: Spot.atlantic).map(\.network.country) == [nil])
    #expect(shields("", [route("CN-roads", "G1")], at: Spot.atlantic).map(\.network.country) == [nil])
    #expect(shields("", [route("AT:A-road", "A1")], at: Spot.atlantic).map(\.network.country) == ["AT"])
  }
}

@Test(arguments: [
  "A 5", "A5", "B27", "L 1100", "I-95", "13", "A1(M)", "KU 12", "Ring", "Ring 3", "N 4 a", "US 101A", "ö 5", "A - 7",
  "",
])
func `a number is read the same with other spaces`(text: String) {
  let spaced = WrittenNumber(Substring("\t" + text.replacing(" ", with: "  ") + " "))
  #expect(WrittenNumber(Substring(text)) == spaced)
}

@Test func `a direction is no part of a number`() {
  for text in ["US 101A North", "US 101A  North"] {
    let number = WrittenNumber(Substring(text))
    #expect(number?.text == "US 101A" && number?.letters == "US" && number?.number == "101A")
    #expect(number?.direction == .north)
  }
  #expect(WrittenNumber("North")?.direction == nil)
}

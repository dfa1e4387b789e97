/// The columns of a table that is not a trace, such as one of places or plans, recognised by the same words as the
/// columns of traces.
package struct KnownColumns: Sendable {
  private let names: [HeaderName]
  private let words: [String]

  package init(header: [String]) {
    names = header.map { HeaderName($0) }
    words = header.map { HeaderName.words(of: $0).joined() }
  }

  /// What a column says.
  package enum Meaning: Sendable {
    case latitude, longitude, latitudeHemisphere, longitudeHemisphere, position, trace, vehicle, date

    fileprivate var column: CSVColumn {
      switch self {
      case .latitude: .latitude
      case .longitude: .longitude
      case .latitudeHemisphere: .latitudeHemisphere
      case .longitudeHemisphere: .longitudeHemisphere
      case .position: .position
      case .trace: .trace
      case .vehicle: .vehicle
      case .date: .date
      }
    }
  }

  /// The number of the column that most certainly says it; of equal ones, the first.
  ///
  /// - Parameter taken: columns that say something else.
  package func number(of meaning: Meaning, besides taken: [Int?] = []) -> Int? {
    let ranked = names.indices.compactMap { number in
      taken.contains(number) ? nil : ColumnVocabulary.rank(of: names[number], as: meaning.column).map { (number, $0) }
    }
    return ranked.min { $0.1 < $1.1 }?.0
  }

  /// The words of a name in lower case: `from`, `lat` of `From Lat`.
  package static func words(of name: String) -> [String] { HeaderName.words(of: name) }

  /// The number of the first of these names that a column has, in whatever case and with whatever separators.
  package func number(of wanted: [String]) -> Int? {
    wanted.lazy.compactMap { word in words.firstIndex(of: word) }.first
  }

  /// By which power of ten the whole numbers of a column are multiplied: −7 for `lat_e7`.
  package func exponent(_ number: Int?) -> Int? { number.flatMap { names[$0].exponent } }

  /// The name of a column without its case and its separators: `radiuskm` of `Radius (km)`.
  package func word(_ number: Int) -> String { words[number] }
}

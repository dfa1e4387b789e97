internal import Geodesy

/// As a list of numbers: the two counts, and the corners of the box if there is one.
extension OutsideTraces: Codable {
  package init(from decoder: any Decoder) throws {
    let numbers = try [Int](from: decoder)
    guard numbers.count == 2 || numbers.count == 6 else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "2 or 6 numbers"))
    }
    let corners = numbers.dropFirst(2).compactMap { Int32(exactly: $0) }
    self.init(
      count: numbers[0], exchanged: numbers[1],
      southWest: corners.count == 4 ? Place(latitudeE7: corners[0], longitudeE7: corners[1]) : nil,
      northEast: corners.count == 4 ? Place(latitudeE7: corners[2], longitudeE7: corners[3]) : nil)
  }

  package func encode(to encoder: any Encoder) throws {
    let corners = [southWest, northEast].compactMap(\.self).flatMap { [Int($0.latitudeE7), Int($0.longitudeE7)] }
    try ([count, exchanged] + corners).encode(to: encoder)
  }
}

/// A table in the bytes of a FlatBuffer, which may be anybody's.
///
/// - Source: https://flatbuffers.dev/internals: a table begins with the distance back to its list of fields; values not
///   written inline are referred to by the distance ahead. Whatever lies outside the bytes is `nil`.
struct FlatTable {
  private let bytes: [UInt8]
  private let place: Int

  private init(_ bytes: [UInt8], at place: Int) {
    self.bytes = bytes
    self.place = place
  }

  /// The root; `nil` if there is none in the bytes.
  init?(root bytes: [UInt8]) {
    self.init(bytes, at: 0)
    guard let root = number(at: 0, size: 4) else { return nil }
    self.init(bytes, at: Int(root))
  }

  /// A number of 1, 2, 4 or 8 bytes without a sign; 0 where the field is left out.
  func number(_ field: Int, size: Int) -> UInt64 {
    self.field(field).flatMap { number(at: $0, size: size) } ?? 0
  }

  func table(_ field: Int) -> FlatTable? { target(field).map { FlatTable(bytes, at: $0) } }

  func text(_ field: Int) -> String? {
    guard let start = target(field), let count = number(at: start, size: 4), start + 4 + Int(count) <= bytes.count
    else {
      return nil
    }
    return String(validating: bytes[start + 4..<start + 4 + Int(count)], as: UTF8.self)
  }

  /// The tables of a list.
  func tables(_ field: Int) -> [FlatTable] {
    guard let list = list(field, elementSize: 4) else { return [] }
    return list.places.compactMap { place in
      number(at: place, size: 4).map { FlatTable(bytes, at: place + Int($0)) }
    }
  }

  /// Pairs of whole numbers of 64 bits.
  func pairs(_ field: Int) -> [(first: UInt64, second: UInt64)] {
    guard let list = list(field, elementSize: 16) else { return [] }
    return list.places.compactMap { place in
      guard let first = number(at: place, size: 8), let second = number(at: place + 8, size: 8) else { return nil }
      return (first, second)
    }
  }

  private func list(_ field: Int, elementSize: Int) -> (places: StrideTo<Int>, count: Int)? {
    guard let start = target(field), let count = number(at: start, size: 4),
      Int(count) <= (bytes.count - start - 4) / elementSize
    else { return nil }
    return (stride(from: start + 4, to: start + 4 + Int(count) * elementSize, by: elementSize), Int(count))
  }

  private func target(_ field: Int) -> Int? {
    guard let place = self.field(field), let distance = number(at: place, size: 4) else { return nil }
    return place + Int(distance)
  }

  /// Where a field lies.
  private func field(_ number: Int) -> Int? {
    guard let back = self.number(at: place, size: 4) else { return nil }
    let fields = place - Int(Int32(truncatingIfNeeded: back))
    guard let size = self.number(at: fields, size: 2), 4 + 2 * number + 2 <= size,
      let distance = self.number(at: fields + 4 + 2 * number, size: 2), distance > 0
    else { return nil }
    return place + Int(distance)
  }

  private func number(at place: Int, size: Int) -> UInt64? {
    guard place >= 0, place <= bytes.count - size else { return nil }
    return bytes.span.number(at: place, count: size)
  }
}

/// A value of a FlatBuffer, in which the messages of Arrow are written.
///
/// - Source: https://flatbuffers.dev/internals: tables begin with the distance back to their list of fields; values not
///   written inline are referred to by the distance ahead.
indirect enum FlatValue {
  /// Fields by number; `nil` for fields left out.
  case table([FlatField?])
  case text(String)
  case list([FlatValue])
  /// Structures of whole numbers of 64 bits.
  case records([[Int64]])
}

/// One field of a table.
enum FlatField {
  case byte(UInt8)
  case short(Int16)
  case int(Int32)
  case long(Int64)
  case value(FlatValue)

  fileprivate var size: Int {
    switch self {
    case .byte: 1
    case .short: 2
    case .int, .value: 4
    case .long: 8
    }
  }
}

/// The bytes of a FlatBuffer, a multiple of eight.
func flatBuffer(_ root: FlatValue) -> [UInt8] {
  var writer = FlatWriter()
  writer.append(0, size: 4)
  writer.refer(from: 0, to: writer.write(root))
  writer.align(to: 8)
  return writer.bytes
}

/// Writes values after the ones that refer to them.
private struct FlatWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: Int64, size: Int) {
    for byte in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }

  mutating func align(to size: Int, plus rest: Int = 0) {
    while (bytes.count + rest) % size != 0 { bytes.append(0) }
  }

  /// Fills the distance to a value into the four bytes at a place.
  mutating func refer(from place: Int, to value: Int) { fill(Int64(value - place), at: place, size: 4) }

  /// - Returns: the place to which others refer.
  mutating func write(_ value: FlatValue) -> Int {
    switch value {
    case .table(let fields): return write(fields)
    case .text(let text):
      align(to: 4)
      let begin = bytes.count
      append(Int64(text.utf8.count), size: 4)
      bytes += Array(text.utf8) + [0]
      return begin
    case .list(let values):
      align(to: 4)
      let begin = bytes.count
      append(Int64(values.count), size: 4)
      for _ in values { append(0, size: 4) }
      for (index, value) in values.enumerated() { refer(from: begin + 4 + 4 * index, to: write(value)) }
      return begin
    case .records(let records):
      align(to: 8, plus: 4)
      let begin = bytes.count
      append(Int64(records.count), size: 4)
      for number in records.joined() { append(number, size: 8) }
      return begin
    }
  }

  /// A table after the list of the places of its fields.
  private mutating func write(_ fields: [FlatField?]) -> Int {
    var places = [Int](repeating: 0, count: fields.count)
    var length = 4
    for size in [8, 4, 2, 1] {
      for (index, field) in fields.enumerated() where field?.size == size {
        length = (length + size - 1) / size * size
        places[index] = length
        length += size
      }
    }
    let listLength = 4 + 2 * fields.count
    align(to: 8, plus: listLength)
    append(Int64(listLength), size: 2)
    append(Int64(length), size: 2)
    for place in places { append(Int64(place), size: 2) }
    let begin = bytes.count
    append(Int64(listLength), size: 4)
    bytes += [UInt8](repeating: 0, count: length - 4)
    for (place, field) in zip(places, fields) { if let field { fill(field, at: begin + place) } }
    return begin
  }

  private mutating func fill(_ field: FlatField, at place: Int) {
    switch field {
    case .byte(let value): bytes[place] = value
    case .short(let value): fill(Int64(value), at: place, size: 2)
    case .int(let value): fill(Int64(value), at: place, size: 4)
    case .long(let value): fill(value, at: place, size: 8)
    case .value(let value): refer(from: place, to: write(value))
    }
  }

  private mutating func fill(_ value: Int64, at place: Int, size: Int) {
    for byte in 0..<size { bytes[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
  }
}

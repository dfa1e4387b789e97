import Foundation

/// A stream of Arrow, read by its specification: no dictionaries, no compression, no nested types.
struct ArrowReading {
  enum Value: Equatable {
    case null
    case integer(Int64)
    case double(Double)
    case text(String)
    case flag(Bool)
  }

  private(set) var names: [String] = []
  private(set) var types: [UInt8] = []
  private(set) var isNullable: [Bool] = []
  private(set) var notes: [[String: String]] = []
  /// The number of rows of each batch.
  private(set) var batches: [Int] = []
  private(set) var rows: [[Value]] = []
  /// Whether the stream ends as it should.
  private(set) var isComplete = false

  init(_ bytes: [UInt8]) {
    let all = FlatBytes(bytes)
    var next = 0
    while next + 8 <= bytes.count, all.uint32(next) == 0xFFFF_FFFF {
      let length = Int(all.uint32(next + 4))
      if length == 0 {
        isComplete = next + 8 == bytes.count
        return
      }
      precondition(length % 8 == 0)
      let metadata = FlatBytes(Array(bytes[next + 8..<next + 8 + length]))
      let message = metadata.root
      precondition(metadata.int16(message, 0) == 4, "version 5")
      let header = metadata.table(message, 2)
      let bodyLength = Int(metadata.int64(message, 3))
      let body = next + 8 + length
      switch metadata.byte(message, 1) {
      case 1: readSchema(metadata, header)
      case 3: readBatch(metadata, header, FlatBytes(Array(bytes[body..<body + bodyLength])))
      default: preconditionFailure("another kind of message")
      }
      next = body + bodyLength
    }
  }

  private mutating func readSchema(_ metadata: FlatBytes, _ schema: Int) {
    for field in metadata.tables(schema, 1) {
      names.append(metadata.text(field, 0))
      isNullable.append(metadata.byte(field, 1) == 1)
      types.append(metadata.byte(field, 2))
      let pairs = metadata.tables(field, 6).map { (metadata.text($0, 0), metadata.text($0, 1)) }
      notes.append(Dictionary(uniqueKeysWithValues: pairs))
    }
  }

  private mutating func readBatch(_ metadata: FlatBytes, _ batch: Int, _ body: FlatBytes) {
    let count = Int(metadata.int64(batch, 0))
    let nodes = metadata.records(batch, 1)
    var buffers = metadata.records(batch, 2)[...]
    var columns: [[Value]] = []
    for (type, node) in zip(types, nodes) {
      precondition(node.0 == count)
      let (validity, values) = (buffers.removeFirst(), buffers.removeFirst())
      precondition(validity.0 % 8 == 0 && values.0 % 8 == 0)
      let texts = type == 5 ? buffers.removeFirst() : (0, 0)
      let column = (0..<count).map { row -> Value in
        if node.1 > 0, !body.bit(validity.0, row) { return .null }
        return switch type {
        case 2, 10: .integer(Int64(bitPattern: body.uint64(values.0 + 8 * row)))
        case 3: .double(Double(bitPattern: body.uint64(values.0 + 8 * row)))
        case 6: .flag(body.bit(values.0, row))
        default:
          .text(
            body.text(
              texts.0 + Int(body.uint32(values.0 + 4 * row))..<texts.0 + Int(body.uint32(values.0 + 4 * row + 4))))
        }
      }
      precondition(column.count { $0 == .null } == node.1)
      columns.append(column)
    }
    batches.append(count)
    rows += (0..<count).map { row in columns.map { $0[row] } }
  }
}

/// Numbers, and tables of a FlatBuffer.
private struct FlatBytes {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func uint(_ place: Int, _ size: Int) -> UInt64 {
    (0..<size).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
  }
  func uint32(_ place: Int) -> UInt32 { UInt32(uint(place, 4)) }
  func uint64(_ place: Int) -> UInt64 { uint(place, 8) }
  func bit(_ begin: Int, _ index: Int) -> Bool { bytes[begin + index / 8] >> (index % 8) & 1 == 1 }
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  var root: Int { Int(uint32(0)) }

  /// The place of a field; `nil` if it is left out.
  private func place(_ table: Int, _ field: Int) -> Int? {
    let list = table - Int(Int32(bitPattern: uint32(table)))
    let entry = 4 + 2 * field
    guard entry < Int(uint(list, 2)) else { return nil }
    let offset = Int(uint(list + entry, 2))
    return offset == 0 ? nil : table + offset
  }

  private func referred(_ place: Int) -> Int { place + Int(uint32(place)) }

  func byte(_ table: Int, _ field: Int) -> UInt8 { place(table, field).map { bytes[$0] } ?? 0 }
  func int16(_ table: Int, _ field: Int) -> Int { place(table, field).map { Int(uint($0, 2)) } ?? 0 }
  func int64(_ table: Int, _ field: Int) -> Int64 {
    place(table, field).map { at in
      precondition(at % 8 == 0, "not aligned")
      return Int64(bitPattern: uint64(at))
    } ?? 0
  }
  func table(_ table: Int, _ field: Int) -> Int { place(table, field).map(referred) ?? 0 }

  func text(_ table: Int, _ field: Int) -> String {
    place(table, field).map { at in
      let begin = referred(at)
      let end = begin + 4 + Int(uint32(begin))
      precondition(bytes[end] == 0)
      return text(begin + 4..<end)
    } ?? ""
  }

  func tables(_ table: Int, _ field: Int) -> [Int] {
    place(table, field).map { at in
      let begin = referred(at)
      return (0..<Int(uint32(begin))).map { referred(begin + 4 + 4 * $0) }
    } ?? []
  }

  /// Pairs of numbers of 64 bits.
  func records(_ table: Int, _ field: Int) -> [(Int, Int)] {
    place(table, field).map { at in
      let begin = referred(at)
      precondition((begin + 4) % 8 == 0, "not aligned")
      return (0..<Int(uint32(begin))).map { index in
        (Int(uint64(begin + 4 + 16 * index)), Int(uint64(begin + 12 + 16 * index)))
      }
    } ?? []
  }
}

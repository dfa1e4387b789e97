import RandomNumbers
import TestSupport
import Testing

@testable import Storage

@Suite("Packed numbers and blocks")
struct PackedNumbersTests {
  @Test("Numbers are read as they were packed, and small ones take one byte")
  func numbers() {
    let unsigned: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, .max - 1, .max]
    let signed: [Int64] = [0, -1, 1, -64, 63, 64, -65, .min, .max]
    var buffer = ByteBuffer()
    for number in unsigned { buffer.append(packed: number) }
    for number in signed { buffer.append(signed: number) }
    buffer.append(packed: "Füße")
    let bytes = buffer.array
    var reader = PackedReader(bytes.span)
    var (first, second): ([UInt64], [Int64]) = ([], [])
    for _ in unsigned { first.append(reader.packed()) }
    for _ in signed { second.append(reader.signed()) }
    let (text, isWhole) = (reader.text(), reader.isAtEnd && !reader.isDamaged)
    #expect(first == unsigned && second == signed && text == "Füße" && isWhole)
    #expect(Array(bytes[..<3]) == [0, 1, 127])
  }

  @Test(
    "What no buffer packs is damage, and zeros follow",
    arguments: [
      [], [0x80], [0xFF, 0xFF], [UInt8](repeating: 0xFF, count: 10), [UInt8](repeating: 0x80, count: 12),
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02],
    ] as [[UInt8]])
  func damage(bytes: [UInt8]) {
    var reader = PackedReader(bytes.span)
    let (number, isDamaged, next) = (reader.packed(), reader.isDamaged, reader.signed())
    #expect(number == 0 && isDamaged && next == 0)
  }

  @Test("A count or a text beyond the bytes is damage")
  func counts() {
    let bytes: [UInt8] = [3, 1, 2]
    var counting = PackedReader(bytes.span)
    let (count, isDamaged) = (counting.count(), counting.isDamaged)
    #expect(count == 0 && isDamaged)
    var reading = PackedReader(bytes.span)
    let (text, isCut) = (reading.text(), reading.isDamaged)
    #expect(text.isEmpty && isCut)
    let wrong: [UInt8] = [2, 0xC3, 0x28]
    var decoding = PackedReader(wrong.span)
    let (none, isWrong) = (decoding.text(), decoding.isDamaged)
    #expect(none.isEmpty && isWrong)
  }

  @Test("A number that does not fit its type is damage")
  func fitting() {
    let bytes: [UInt8] = []
    var reader = PackedReader(bytes.span)
    let (small, isGood): (Int32, Bool) = (reader.fitting(-5), !reader.isDamaged)
    let (large, isBad): (UInt8, Bool) = (reader.fitting(256), reader.isDamaged)
    #expect(small == -5 && isGood && large == 0 && isBad)
  }

  @Test("A block is decompressed to what it was, and nothing else passes", arguments: [0, 1, 1_000, 300_000])
  func blocks(count: Int) {
    var random = SplitMix64(seed: 1)
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...7, using: &random) }
    let frame = unsafe ZstandardBlock.compressed(bytes.span.bytes)
    #expect(ZstandardBlock.decompressed(frame, count: count) == bytes)
    #expect(ZstandardBlock.decompressed(frame, count: count + 1) == nil)
    #expect(ZstandardBlock.decompressed(Array(frame.dropLast()), count: count) == nil)
    #expect(ZstandardBlock.decompressed(bytes, count: 1 << 40) == nil)
  }

  @Test("Bytes anywhere in a file can be read, and none beyond its end")
  func rawFile() throws {
    let folder = try TemporaryFolder()
    let file = try RawFile(path: folder.write("x", "0123456789"))
    #expect(try file.bytes(at: 3, count: 4) == Array("3456".utf8))
    #expect(try file.bytes(at: 10, count: 0).isEmpty)
    #expect(throws: StorageError.self) { try file.bytes(at: 8, count: 3) }
  }
}

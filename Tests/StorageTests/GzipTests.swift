import Testing

@testable import Storage

@Suite struct `Packed bytes` {
  @Test(arguments: [0, 1, 5, 70_000, 600_000], [Int32(1), 6, 9])
  func `come back, and are the same each time`(count: Int, level: Int32) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let packed = self.packed(bytes, level)
    #expect(packed == self.packed(bytes, level))
    #expect(ByteStream(packed, path: "packed.gz").readAll().bytes == bytes)
    #expect(count < 1000 || packed.count < count / 4)
  }

  private func packed(_ bytes: [UInt8], _ level: Int32) -> [UInt8] {
    unsafe gzipped(bytes.span.bytes, level: level)
  }
}

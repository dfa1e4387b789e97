import Records
import Testing

@Suite struct `A number of bytes` {
  @Test(arguments: [
    ("4096", 4096), ("4096B", 4096), ("512K", 524_288), ("1M", 1_048_576), ("1MB", 1_048_576), ("2GiB", 2_147_483_648),
    ("1t", 1_099_511_627_776), ("0", 0),
  ])
  func `is a whole number with a unit`(text: String, bytes: Int) {
    #expect(parseSize(text) == bytes)
  }

  @Test(arguments: ["", "M", "1.5G", "-1M", "1 M", "1X", "ib", "99999999999T", "99999999999999999999"])
  func `is nothing else`(text: String) {
    #expect(parseSize(text) == nil)
  }
}

import Testing

@testable import Downloads

struct ResponseHeadTests {
  @Test func `a length that no file has is cut to the largest one, so that sums do not overflow`() {
    var head = ResponseHead()
    for line in [
      "HTTP/1.1 206 Partial", "Content-Length: 9223372036854775807",
      "Content-Range: bytes 9223372036854775806-9223372036854775807/9223372036854775807",
    ] {
      head.take(line + "\r\n")
    }
    #expect(
      head.length == plausibleFileSize && head.part?.begin == plausibleFileSize && head.part?.total == plausibleFileSize
    )
  }

  @Test func `sizes of more regions than there are add up to the largest number, and do not overflow`() {
    #expect(repeatElement(plausibleFileSize, count: 10_000).saturatingSum == .max)
    #expect([1, 2, 4711].saturatingSum == 4714 && [Int]().saturatingSum == 0)
  }

  @Test func `a negative length is none`() {
    var head = ResponseHead()
    head.take("Content-Length: -1\r\n")
    #expect(head.length == nil)
  }
}

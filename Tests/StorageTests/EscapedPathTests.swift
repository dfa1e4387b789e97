import Testing

@testable import Storage

@Suite struct `Paths that are no UTF-8` {
  @Test(arguments: [
    (Array("plain/drive.gpx".utf8), "plain/drive.gpx"), (Array("Zürich ☃ 🚗".utf8), "Zürich ☃ 🚗"),
    ([0x63, 0x61, 0x66, 0xE9], "caf\\xE9"), ([0xE2, 0x98], "\\xE2\\x98"), ([0xC3], "\\xC3"),
    ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
    (Array("a\\xE9".utf8), "a\\x5CxE9"), (Array("a\\b".utf8), "a\\b"), (Array("\\x".utf8), "\\x"),
    (Array("\\x5C".utf8), "\\x5Cx5C"), ([], ""),
  ])
  func `are written with escapes and read back`(bytes: [UInt8], text: String) {
    #expect(escapedPath(bytes) == text)
    #expect(pathBytes(text) == bytes)
  }

  @Test func `come back whatever their bytes`() {
    for first in UInt8.min...UInt8.max {
      for second in [0x5C, 0x78, 0x80, 0xBF, 0xC3, 0xE2, 0xF0, 0x41] as [UInt8] {
        for bytes in [
          [first, second], [second, first], [0x5C, first, second, 0x39, 0x39], [0x5C, 0x78, first, second],
        ] {
          #expect(pathBytes(escapedPath(bytes)) == bytes)
        }
      }
    }
  }
}

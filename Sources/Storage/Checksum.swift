internal import CXXHash

/// The 64-bit XXH3 hash of some bytes: finds damage, not malice.
package func checksum(_ bytes: RawSpan) -> UInt64 {
  unsafe bytes.withUnsafeBytes { unsafe XXH3_64bits($0.baseAddress, $0.count) }
}

/// The memory of an array as bytes, in this machine's byte order.
package func rawBytes<Element: BitwiseCopyable>(of elements: [Element]) -> [UInt8] {
  unsafe elements.withUnsafeBytes { unsafe [UInt8]($0) }
}

package func checksum(_ bytes: [UInt8]) -> UInt64 {
  unsafe bytes.withUnsafeBytes { unsafe XXH3_64bits($0.baseAddress, $0.count) }
}

/// The hash of a text in UTF-8.
package func checksum(_ text: String) -> UInt64 {
  var text = text
  return text.withUTF8 { unsafe XXH3_64bits($0.baseAddress, $0.count) }
}

/// The hash of an array's memory, in this machine's byte order.
package func checksum<Element: BitwiseCopyable>(memoryOf elements: [Element]) -> UInt64 {
  unsafe checksum(elements.span.bytes)
}

internal import CXXHash

/// The 64-bit XXH3 hash of some bytes: finds damage, not malice.
package func checksum(_ bytes: RawSpan) -> UInt64 {
  unsafe bytes.withUnsafeBytes { unsafe XXH3_64bits($0.baseAddress, $0.count) }
}

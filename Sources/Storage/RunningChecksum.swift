internal import CXXHash

/// The 64-bit XXH3 hash of bytes that arrive in parts: equals ``checksum(_:)`` of all of them.
@safe
package final class RunningChecksum {
  private let state: OpaquePointer
  package private(set) var byteCount = 0

  package init() {
    guard let state = unsafe XXH3_createState() else { fatalError("out of memory for a checksum") }
    unsafe self.state = unsafe state
    unsafe _ = XXH3_64bits_reset(state)
  }

  deinit { unsafe _ = XXH3_freeState(state) }

  package func add(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe _ = XXH3_64bits_update(state, $0.baseAddress, $0.count) }
    byteCount += bytes.byteCount
  }

  package func add(_ bytes: [UInt8]) { unsafe add(bytes.span.bytes) }

  /// The hash of the bytes so far; more may follow.
  package var value: UInt64 { unsafe XXH3_64bits_digest(state) }
}

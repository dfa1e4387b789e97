internal import CZlib

/// Decompresses gzip, one member after another, from input pieces of any size.
///
/// - Source: RFC 1952; concatenated members (§2.2) decompress to the concatenation of their contents.
@safe
final class GzipInflater {
  /// The result of one call of ``inflate(_:from:into:)``.
  enum Progress: Equatable {
    /// The input is used up or the output is full.
    case more
    /// A member ended; the next input byte begins another one or follows the last.
    case memberEnd
    case damaged
  }

  private let stream: UnsafeMutablePointer<z_stream>  // zlib remembers the address
  /// Whether the input so far ends inside a member.
  private(set) var isInsideMember = true

  init() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let gzipOnlyLargestWindow: Int32 = 15 + 16
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    let status = unsafe inflateInit2_(stream, gzipOnlyLargestWindow, ZLIB_VERSION, size)
    precondition(status == Z_OK, "zlib cannot allocate its window")
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Prepares for the next member.
  func beginMember() {
    unsafe inflateReset(stream)
    isInsideMember = true
  }

  /// Decompresses from `input[position...]` and moves `position` past the consumed bytes.
  ///
  /// - Returns: the bytes written to `output`, which are valid even if `progress` is `damaged`.
  func inflate(
    _ input: [UInt8], from position: inout Int, into output: UnsafeMutableRawBufferPointer
  ) -> (count: Int, progress: Progress) {
    let available = min(input.count - position, Int(UInt32.max))
    let room = min(output.count, Int(UInt32.max))
    let status = unsafe input.withUnsafeBufferPointer { bytes in
      let base = unsafe bytes.baseAddress.map { unsafe UnsafeMutablePointer(mutating: $0 + position) }
      unsafe stream.pointee.next_in = base
      unsafe stream.pointee.avail_in = UInt32(available)
      unsafe stream.pointee.next_out = output.assumingMemoryBound(to: UInt8.self).baseAddress
      unsafe stream.pointee.avail_out = UInt32(room)
      return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
    }
    position += unsafe available - Int(stream.pointee.avail_in)
    let count = unsafe room - Int(stream.pointee.avail_out)
    return (count, progress(after: status))
  }

  private func progress(after status: Int32) -> Progress {
    switch status {
    case Z_OK, Z_BUF_ERROR: return .more
    case Z_STREAM_END:
      isInsideMember = false
      return .memberEnd
    default: return .damaged
    }
  }
}

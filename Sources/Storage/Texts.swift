internal import Glibc

/// A number with a fixed number of decimals, rounded as C does: `decimalText(2.345, 1)` is `2.3`.
package func decimalText(_ value: Double, _ places: Int) -> String {
  unsafe withVaList([Int32(places), value]) { arguments in
    let count = unsafe vsnprintf(nil, 0, "%.*f", arguments)
    return unsafe String(unsafeUninitializedCapacity: Int(count) + 1) { buffer in
      unsafe withVaList([Int32(places), value]) { arguments in
        _ = unsafe vsnprintf(
          UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped)
            .assumingMemoryBound(to: CChar.self), buffer.count, "%.*f", arguments)
      }
      return Int(count)
    }
  }
}

extension [UInt8] {
  package init(copying bytes: Span<UInt8>) {
    self.init()
    append(copying: bytes)
  }

  package mutating func append(copying bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension StringProtocol {
  /// Without the white space around it.
  package var trimmed: String { trimmed(of: \.isWhitespace) }

  /// Without the characters around it that are to go.
  package func trimmed(of goes: (Character) -> Bool) -> String {
    guard let begin = firstIndex(where: { !goes($0) }), let end = lastIndex(where: { !goes($0) }) else { return "" }
    return String(self[begin...end])
  }
}

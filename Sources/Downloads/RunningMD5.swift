internal import CMD
package import Storage

/// The MD5 of bytes that arrive in parts: finds damage, not malice.
///
/// - Source: RFC 1321, by libmd. Not chosen: libcrypto, which makes each start of a program 0.7 ms longer and 1.6 MB
///   larger (libmd: nothing that can be measured), and Swift Crypto, which is a package of its own.
struct RunningMD5 {
  private var context = MD5_CTX()

  init() { unsafe MD5Init(&context) }

  mutating func add(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe MD5Update(&context, start.assumingMemoryBound(to: UInt8.self), buffer.count)
    }
  }

  /// The checksum of the bytes so far, in 32 lower-case hexadecimal digits; more may follow.
  var text: String {
    var context = context
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_LENGTH))
    unsafe digest.withUnsafeMutableBufferPointer { unsafe MD5Final($0.baseAddress, &context) }
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// The MD5 of a file, in 32 small hexadecimal digits.
package func md5(ofFile path: String) throws(StorageError) -> String {
  let file = try RawFile(path: path)
  var sum = RunningMD5()
  while let bytes = try file.next() { sum.add(unsafe bytes.span.bytes) }
  return sum.text
}

/// The checksum in a document as `md5sum` writes it, `DIGITS  NAME`, in lower-case digits; `nil` if the document is not
/// in that form.
package func md5(inDocument document: [UInt8]) -> String? {
  let text = String(decoding: document.prefix(4096), as: UTF8.self)
  guard let match = text.prefixMatch(of: /\s*\\?([0-9A-Fa-f]{32})(?:\s|$)/) else { return nil }
  return match.1.lowercased()
}

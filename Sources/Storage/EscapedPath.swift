internal import Glibc

/// A path as text. A byte that is not UTF-8 becomes an escape such as `\xE9`; a backslash that would be read as an
/// escape becomes `\x5C`.
package func escapedPath(_ bytes: [UInt8]) -> String {
  var text = ""
  var rest = bytes[...]
  while let first = rest.first {
    let length = scalarLength(of: rest)
    if length == 0 || first == UInt8(ascii: "\\") && escape(at: rest) != nil {
      text += "\\x" + (first < 16 ? "0" : "") + String(first, radix: 16, uppercase: true)
      rest = rest.dropFirst()
    } else {
      text += String(decoding: rest.prefix(length), as: UTF8.self)
      rest = rest.dropFirst(length)
    }
  }
  return text
}

/// The bytes of a path that ``escapedPath(_:)`` has written.
package func pathBytes(_ path: String) -> [UInt8] {
  var bytes: [UInt8] = []
  var rest = Array(path.utf8)[...]
  while let first = rest.first {
    let escape = escape(at: rest)
    bytes.append(escape ?? first)
    rest = rest.dropFirst(escape == nil ? 1 : 4)
  }
  return bytes
}

/// Whether a path is UTF-8, as libraries that open files themselves need it.
package func isUTF8Path(_ path: String) -> Bool { pathBytes(path).elementsEqual(path.utf8) }

/// Calls `body` with a path as the system takes it.
func withSystemPath<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  guard path.utf8.contains(UInt8(ascii: "\\")) else { return unsafe path.withCString(body) }
  let bytes = (pathBytes(path) + [0]).map { CChar(bitPattern: $0) }
  return unsafe bytes.withUnsafeBufferPointer { unsafe body($0.baseAddress.unsafelyUnwrapped) }
}

/// Renames a file, and replaces one that has the other name. Returns 0 or a negative number, with `errno`.
func renameFile(_ path: String, to target: String) -> Int32 {
  unsafe withSystemPath(path) { path in
    unsafe withSystemPath(target) { target in retrying { unsafe rename(path, target) } }
  }
}

/// Removes a file. Returns 0 or a negative number, with `errno`.
func removeFile(_ path: String) -> Int32 { unsafe withSystemPath(path) { unsafe unlink($0) } }

/// The arguments of the program as text. A path that is not UTF-8 is escaped; so is one that would itself be read as an
/// escape.
package func commandLineArguments() -> [String] {
  var arguments: [String] = []
  for index in 0..<Int(CommandLine.argc) {
    guard let start = unsafe CommandLine.unsafeArgv[index] else { continue }
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
    let text = String(validating: bytes, as: UTF8.self)
    let isThere = unsafe access(start, F_OK) == 0
    arguments.append(text.flatMap { isThere ? nil : $0 } ?? escapedPath(bytes))
  }
  return arguments
}

/// The byte that an escape at the start of `bytes` encodes.
private func escape(at bytes: ArraySlice<UInt8>) -> UInt8? {
  guard bytes.count >= 4, bytes.prefix(2).elementsEqual("\\x".utf8) else { return nil }
  let digits = bytes.dropFirst(2).prefix(2)
  guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
  return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
}

/// The number of bytes of the character at the beginning; 0 if it is not UTF-8.
private func scalarLength(of bytes: ArraySlice<UInt8>) -> Int {
  let length =
    switch bytes.first ?? 0 {
    case ..<0x80: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  return String(validating: bytes.prefix(length), as: UTF8.self) == nil ? 0 : length
}

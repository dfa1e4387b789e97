internal import Foundation

/// Standard error and standard output. Standard output carries data only.
enum Console {
  static func say(_ line: String) { write(Array("tracemill: \(line)\n".utf8), to: STDERR_FILENO) }

  /// Data for standard output; a reader that has gone away ends the program quietly.
  static func put(_ text: String) {
    if !write(Array(text.utf8), to: STDOUT_FILENO) { exit(Exit.success.rawValue) }
  }

  /// A line that the next one overwrites, on terminals only.
  static func progress(_ line: String) {
    guard isTerminal else { return }
    write(Array("\r\u{1B}[K\(line)".utf8), to: STDERR_FILENO)
  }

  static let isTerminal = isatty(STDERR_FILENO) == 1

  @discardableResult
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    do {
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data(bytes))
      return true
    } catch { return false }
  }
}

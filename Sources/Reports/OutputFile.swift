internal import Foundation
internal import Storage

/// An open file or pipe to which reports are written.
enum OutputFile {
  /// The file appears under its name when it is complete.
  case atomic(AtomicFile)
  /// Standard output, a device or a named pipe: the reader sees bytes as they are written.
  case stream(DirectOutput)

  /// - Throws: ``ReportError/cannotWrite(_:)``.
  init(path: String) throws(ReportError) {
    guard FileKind(at: path) == .stream else {
      self = .atomic(try storing { () throws(StorageError) in try AtomicFile(path: path) })
      return
    }
    guard let handle = FileHandle(forWritingAtPath: path) else {
      throw .cannotWrite(StorageError.system(path: path, call: "open", code: errno).description)
    }
    self = .stream(DirectOutput(handle, path: path))
  }

  static var standardOutput: OutputFile { .stream(DirectOutput(.standardOutput, path: "standard output")) }

  func write(_ bytes: [UInt8]) throws(ReportError) {
    switch self {
    case .atomic(let file): try storing { () throws(StorageError) in try file.write(bytes) }
    case .stream(let stream): try stream.write(bytes)
    }
  }

  func write(_ bytes: borrowing ByteBuffer) throws(ReportError) {
    switch self {
    case .atomic(let file):
      do { try file.write(bytes) } catch { throw reportError(error) }
    case .stream(let stream): try stream.write(bytes)
    }
  }

  func flush() throws(ReportError) {
    switch self {
    case .atomic(let file): try storing { () throws(StorageError) in try file.flush() }
    case .stream(let stream): try stream.flush()
    }
  }

  /// Replaces what was written so far, a part at a time, by nothing longer; returns the number of bytes.
  func edit(_ edited: ([UInt8]) -> [UInt8]) throws(ReportError) -> Int {
    switch self {
    case .atomic(let file): return try storing { () throws(StorageError) in try file.edit(edited) }
    case .stream: throw .cannotMarkStream
    }
  }

  func prepare() throws(ReportError) {
    switch self {
    case .atomic(let file): try storing { () throws(StorageError) in try file.prepare() }
    case .stream(let stream): try stream.flush()
    }
  }

  func commit() throws(ReportError) {
    switch self {
    case .atomic(let file): try storing { () throws(StorageError) in try file.commit() }
    case .stream(let stream): try stream.flush()
    }
  }

  func discard() {
    if case .atomic(let file) = self { file.discard() }
  }
}

/// Bytes on their way to a descriptor, collected into large writes.
final class DirectOutput {
  private let handle: FileHandle
  private let path: String
  private var buffer = ByteBuffer()
  private static let bufferSize = 1 << 18

  init(_ handle: FileHandle, path: String) {
    self.handle = handle
    self.path = path
    signal(SIGPIPE, SIG_IGN)  // a closed pipe then is an error of write, which ends the program in order
  }

  func write(_ bytes: [UInt8]) throws(ReportError) {
    buffer.append(bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  func write(_ bytes: borrowing ByteBuffer) throws(ReportError) {
    buffer.append(bytes.bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  func flush() throws(ReportError) {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll() }
    do { try writeAll(buffer, to: handle.fileDescriptor, path: path) } catch { throw reportError(error) }
  }
}

/// Converts errors of the storage to errors of reports.
func storing<Result>(_ body: () throws(StorageError) -> Result) throws(ReportError) -> Result {
  do {
    return try body()
  } catch {
    throw reportError(error)
  }
}

func reportError(_ error: StorageError) -> ReportError {
  if case .system(_, _, EPIPE) = error { return .brokenPipe }
  return .cannotWrite(error.description)
}

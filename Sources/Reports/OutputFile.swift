internal import Detection
internal import FoundationEssentials
internal import GeoPackages
internal import Glibc
internal import Storage

/// An open file or pipe to which reports are written.
enum OutputFile {
  /// The file appears under its name when it is complete.
  case atomic(AtomicFile)
  /// As `atomic`, compressed.
  case compressed(CompressedFile)
  /// A GeoPackage, which appears under its name when it is complete.
  case database(GeoPackageFile)
  /// Standard output, a device or a named pipe: the reader sees bytes as they are written.
  case stream(DirectOutput)

  /// - Throws: ``ReportError/cannotWrite(_:)``, ``ReportError/cannotStreamDatabase``.
  init(path: String, layers: [LayerSchema]) throws(ReportError) {
    if FileKind(at: path) == .stream { throw .cannotStreamDatabase }
    self = .database(try storing { () throws(StorageError) in try GeoPackageFile(path: path, layers: layers) })
  }

  /// - Throws: ``ReportError/cannotWrite(_:)``, ``ReportError/cannotCompressStream``.
  init(path: String, _ compression: Compression? = nil) throws(ReportError) {
    guard FileKind(at: path) == .stream else {
      if let compression {
        self = .compressed(try storing { () throws(StorageError) in try CompressedFile(path: path, compression) })
        return
      }
      self = .atomic(try storing { () throws(StorageError) in try AtomicFile(path: path) })
      return
    }
    if compression != nil { throw .cannotCompressStream }
    self = .stream(DirectOutput(try storing { () throws(StorageError) in try OpenDescriptor(writingTo: path) }))
  }

  static var standardOutput: OutputFile { .stream(DirectOutput(.standardOutput)) }

  func write(_ bytes: [UInt8]) throws(ReportError) {
    switch self {
    case .atomic(let file): try storing { () throws(StorageError) in try file.write(bytes) }
    case .compressed(let file): try storing { () throws(StorageError) in try file.write(bytes) }
    case .database: preconditionFailure("a database has no text around its rows")
    case .stream(let stream): try stream.write(bytes)
    }
  }

  func write(_ bytes: borrowing ByteBuffer) throws(ReportError) {
    switch self {
    case .atomic(let file):
      do { try file.write(bytes) } catch { throw reportError(error) }
    case .compressed(let file):
      do { try file.write(bytes) } catch { throw reportError(error) }
    case .database(let file):
      do { try file.write(bytes) } catch { throw reportError(error) }
    case .stream(let stream): try stream.write(bytes)
    }
  }

  func flush() throws(ReportError) {
    switch self {
    case .atomic(let file): try storing { () throws(StorageError) in try file.flush() }
    case .compressed, .database: break  // neither can be read before it is complete
    case .stream(let stream): try stream.flush()
    }
  }

  /// Writes the flags that are known now in place of their marks.
  func settleFlags(_ isDoubtful: @escaping (RuleID) -> Bool) throws(ReportError) {
    var editor = LateFlagEditor(isDoubtful)
    switch self {
    case .atomic(let file): _ = try storing { () throws(StorageError) in try file.edit { editor.edited($0) } }
    case .compressed(let file): try storing { () throws(StorageError) in try file.edit { editor.edited($0) } }
    case .database(let file):
      try storing { () throws(StorageError) in try file.settle { LateFlag.rule(ofMark: $0).map(isDoubtful) ?? false } }
    case .stream: throw .cannotMarkStream
    }
  }

  func prepare() throws(ReportError) {
    switch self {
    case .atomic(let file): try storing { () throws(StorageError) in try file.prepare() }
    case .compressed(let file): try storing { () throws(StorageError) in try file.prepare() }
    case .database(let file): try storing { () throws(StorageError) in try file.prepare() }
    case .stream(let stream): try stream.flush()
    }
  }

  func commit() throws(ReportError) {
    switch self {
    case .atomic(let file): try storing { () throws(StorageError) in try file.commit() }
    case .compressed(let file): try storing { () throws(StorageError) in try file.commit() }
    case .database(let file): try storing { () throws(StorageError) in try file.commit() }
    case .stream(let stream): try stream.flush()
    }
  }

  func discard() {
    switch self {
    case .atomic(let file): file.discard()
    case .compressed(let file): file.discard()
    case .database(let file): file.discard()
    case .stream: break
    }
  }

  /// The size of the file once it is prepared; `nil` if bytes only pass through.
  var size: Int? {
    switch self {
    case .atomic(let file): file.size
    case .compressed(let file): file.size
    case .database(let file): file.size
    case .stream: nil
    }
  }
}

/// Bytes on their way to a descriptor, collected into large writes.
final class DirectOutput {
  private let descriptor: OpenDescriptor
  private var buffer = ByteBuffer()
  private static let bufferSize = 1 << 18
  /// Bytes of this size or more are written from where they are: copying them takes longer than one more write.
  private static let leastAlone = 1 << 14

  init(_ descriptor: OpenDescriptor) {
    self.descriptor = descriptor
    signal(SIGPIPE, SIG_IGN)  // a closed pipe then is an error of write, which ends the program in order
  }

  func write(_ bytes: [UInt8]) throws(ReportError) {
    buffer.append(bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  func write(_ bytes: borrowing ByteBuffer) throws(ReportError) {
    guard bytes.count >= Self.leastAlone else {
      buffer.append(bytes.bytes)
      if buffer.count >= Self.bufferSize { try flush() }
      return
    }
    try flush()
    do { try descriptor.write(bytes) } catch { throw reportError(error) }
  }

  func flush() throws(ReportError) {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll() }
    do { try descriptor.write(buffer) } catch { throw reportError(error) }
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

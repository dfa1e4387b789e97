/// Why a file operation failed.
package enum StorageError: Error, Equatable, Sendable {
  /// `call` is the system call, `code` its errno.
  case system(path: String, call: String, code: Int32)
  case damagedCompression(path: String)
  /// There is more, decompressed, than is read of such a file.
  case tooLarge(path: String, bound: ReadingBound)
}

extension StorageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let path, let call, let code): "\(path): cannot \(call): \(errorText(code))"
    case .damagedCompression(let path): "\(path): the compressed data is damaged or cut short"
    case .tooLarge(let path, let bound):
      "\(path): larger than \(bound.words), the most that is read of such a file, decompressed; split it, or name the right one"
    }
  }
}

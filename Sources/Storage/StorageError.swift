internal import Glibc

/// Why a file operation failed.
package enum StorageError: Error, Equatable, Sendable {
  /// `call` is the system call, `code` its errno.
  case system(path: String, call: String, code: Int32)
  case damagedCompression(path: String)
  /// There is more, decompressed, than is read of such a file.
  case tooLarge(path: String, bound: ReadingBound)
  /// A line has no end within the length of any real line.
  case endlessLine(path: String, bound: ReadingBound)
}

extension StorageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let path, _, _): "\(path): \(reason)"
    case .damagedCompression(let path): "\(path): the compressed data is damaged or cut short"
    case .tooLarge(let path, let bound):
      "\(path): larger than \(bound.words), the most that is read of such a file, decompressed; split it, or name the right one"
    case .endlessLine(let path, let bound):
      "\(path): no line ends within \(bound.words), so this is no file of lines, or it was not written to its end; name the right one"
    }
  }

  /// What happened and what to do about it, without the path.
  package var reason: String {
    switch self {
    case .system(_, let call, let code): Self.sentence(call, code)
    case .damagedCompression(let path), .tooLarge(let path, _), .endlessLine(let path, _):
      String(description.dropFirst("\(path): ".count))
    }
  }

  /// The call of ``makeFolder(at:)``.
  static let makingFolder = "make the directory"

  /// What happened, and for what people do wrong, what to do about it.
  private static func sentence(_ call: String, _ code: Int32) -> String {
    let isReading = ["open", "read", "map", "stat", "list"].contains(call)
    let plain = "cannot \(call): \(errorText(code))"
    return switch (code, isReading) {
    case (ENOENT, true): "there is no such file; check the name and the folder"
    case (ENOENT, false) where call == makingFolder: "\(plain); no folders are made in this place, so name another one"
    case (EEXIST, _) where call == makingFolder: "there is a file of this name; name another folder"
    case (ENOENT, false): "its folder does not exist; make it, or name another one"
    case (ENOTDIR, _): "a part of its path is a file and no folder; check the path"
    case (EISDIR, true): "this is a folder, and a file is read here; name a file in it"
    case (EISDIR, false): "this is a folder, and a file is written here; name a file in it"
    case (EACCES, true), (EPERM, true): "\(plain); this user needs the right to read it"
    case (EACCES, false), (EPERM, false): "\(plain); this user needs the right to write there"
    case (EILSEQ, _): "its path is no UTF-8, and SQLite takes no other; name another place"
    case (ENOTSUP, _) where call == "replace": "this is a device or a pipe, and a file is written here; name a file"
    case (EROFS, _): "\(plain); name a place where one may write"
    case (ENOSPC, _), (EDQUOT, _): "\(plain); free some, or name a place on another disk"
    default: plain
    }
  }
}

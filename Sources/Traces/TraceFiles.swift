internal import Glibc
package import Records
internal import Storage

/// Why arguments cannot be turned into trace files.
package enum TraceFileError: Error, Equatable, Sendable {
  case missing(path: String)
  case unlistable(directory: String, detail: String)
}

extension TraceFileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let path):
      "\(path): no such file or directory; name a trace file, a directory of them, or - for standard input"
    case .unlistable(let directory, let detail): "\(directory): cannot be listed: \(detail)"
    }
  }
}

/// The trace files that the user's arguments name, in the order given.
///
/// A file means itself whatever its name, and `-` means standard input. A directory means the files below it whose
/// names end in one of `traceEndings`, optionally followed by one of `compressionEndings`, and the archives in it,
/// sorted by path byte by byte. Requests for routes are JSON as well, and are skipped. Names that begin with a dot are
/// skipped, and links to directories are not followed. Pipes, sockets, devices and links that lead to themselves are
/// skipped with a refusal, as they would hold up the run. A subdirectory that cannot be listed is refused like a file
/// that cannot be read, and the run continues.
package struct TraceFiles {
  /// Paths, as ``escapedPath(_:)`` writes them.
  package private(set) var files: [String] = []
  /// Entries of directories that have the name of a trace file but are not one.
  package private(set) var skipped: [Refusal] = []
  /// The arguments that are directories.
  package private(set) var folders: [String] = []
  private let isLeftOut: (String) -> Bool
  /// Further endings of trace files, in lower case.
  private let moreEndings: [String]

  /// - Parameters:
  ///   - moreEndings: further endings of trace files, without the point.
  ///   - isLeftOut: whether a file below a directory holds no traces whatever its name.
  /// - Throws: ``TraceFileError`` for the first argument that is neither, or that cannot be listed.
  package init(
    in arguments: [String], alsoEndingIn moreEndings: [String] = [],
    leavingOut isLeftOut: @escaping (String) -> Bool = { _ in false }
  ) throws(TraceFileError) {
    self.isLeftOut = isLeftOut
    self.moreEndings = moreEndings.map { "." + $0.lowercased() }
    for argument in arguments {
      switch argument == "-" ? .stream : FileKind(at: argument) {
      case .missing: throw .missing(path: argument)
      case .directory:
        folders.append(argument)
        try add(below: argument)
      case .file, .stream: files.append(argument)
      }
    }
  }

  /// Leaves out all other files.
  package mutating func keep(where isKept: (String) -> Bool) { files.removeAll { !isKept($0) } }

  private mutating func add(below directory: String) throws(TraceFileError) {
    let entries: [FolderEntry]
    do throws(StorageError) {
      entries = try folderEntries(of: directory)
    } catch {
      throw .unlistable(directory: directory, detail: error.clause)
    }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    for entry in entries where !entry.name.hasPrefix(".") { add(entry, at: prefix + entry.name) }
  }

  private mutating func add(_ entry: FolderEntry, at path: String) {
    if entry.kind == .directory {
      do throws(TraceFileError) { try add(below: path) } catch { files.append(path) }
      return
    }
    guard hasTraceEnding(entry.name, or: moreEndings) else { return }
    if let what = entry.kind.hindrance {
      skipped.append(
        Refusal(
          file: path, line: nil, traceID: nil, reason: ReadingReason.noFile.rawValue,
          message: "this is \(what) and no file. It was skipped; name it itself to read it."))
    } else if FileKind(at: path) != .directory, !isLeftOut(path), !holdsRequests(path) {
      files.append(path)
    }
  }
}

/// The files of ``TraceFiles`` alone.
package func traceFiles(
  in arguments: [String], leavingOut isLeftOut: @escaping (String) -> Bool = { _ in false }
) throws(TraceFileError) -> [String] {
  try TraceFiles(in: arguments, leavingOut: isLeftOut).files
}

extension StorageError {
  fileprivate var clause: String {
    switch self {
    case .system(_, _, let code): errorText(code)
    case .damagedCompression: "it is damaged"
    case .tooLarge: "it is too large"
    case .endlessLine: "its lines have no end"
    }
  }
}

extension FolderEntry.Kind {
  /// What would hold up a run, as words.
  fileprivate var hindrance: String? {
    switch self {
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    case .linkLoop: "a link that leads to itself"
    case .file, .directory, .other: nil
    }
  }
}

/// The endings of trace files. `.json` and `.txt` are not among them: most such files are something else.
package let traceEndings = TraceFormat.all.flatMap(\.endings)
private let compressionEndings = [".gz", ".zst", ".xz", ".bz2"]
private let archiveEndings = [".zip", ".kmz", ".tar", ".tgz", ".txz", ".tbz2"]

private func hasTraceEnding(_ name: String, or more: [String]) -> Bool {
  let name = name.lowercased()
  if archiveEndings.contains(where: name.hasSuffix) { return true }
  let plain = compressionEndings.first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
  return (traceEndings + more).contains(where: plain.hasSuffix) || plain != name && plain.hasSuffix(".tar")
}

/// Whether a file of JSON holds requests for routes: its first object has waypoints.
private func holdsRequests(_ path: String) -> Bool {
  guard path.lowercased().contains("json"), FileKind(at: path) == .file, let stream = try? ByteStream(path: path) else {
    return false
  }
  let begin = String(decoding: stream.peek(4096).prefix { $0 != 0x0A }, as: UTF8.self)
  return begin.hasPrefix("{") && begin.contains("\"waypoints\"")
}

/// The name of a file without directories and without the endings of trace files; `stdin` for standard input. The
/// member of an archive is named by itself.
func traceFileStem(_ path: String) -> String {
  guard path != "-" else { return "stdin" }
  return withoutEndings(archiveAndMember(path.split(separator: "/").last.map(String.init) ?? path).last ?? path)
}

/// The path of a file relative to the first of some folders that contains it, without the endings of trace files; its
/// stem if none does. The path of a member of an archive is appended to it, or stands alone if no folder contains the
/// archive.
func traceFileID(_ path: String, within folders: [String]) -> String {
  guard path != "-" else { return "stdin" }
  let parts = archiveAndMember(path)
  let prefixes = folders.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  guard let prefix = prefixes.first(where: { parts[0].hasPrefix($0) && parts[0].count > $0.count }) else {
    return parts.count > 1 ? withoutEndings(parts[1]) : traceFileStem(path)
  }
  let relative = String(parts[0].dropFirst(prefix.count).drop { $0 == "/" })
  return ([relative] + parts.dropFirst()).map(withoutEndings).joined(separator: "/")
}

private func withoutEndings(_ path: String) -> String {
  var path = path
  let folder = path.lastIndex(of: "/").map { path.distance(from: path.startIndex, to: $0) + 1 } ?? 0
  for ending in compressionEndings + archiveEndings + traceEndings + [".json", ".txt", ".log", ".plt", ".wln"]
  where path.count - folder > ending.count && path.lowercased().hasSuffix(ending) {
    path.removeLast(ending.count)
  }
  return path
}

/// An archive and the path in it, as in `day.zip:north/van.csv`; any other path alone.
private func archiveAndMember(_ path: String) -> [String] {
  guard path.utf8.contains(UInt8(ascii: ":")) else { return [path] }
  let lower = path.lowercased()
  for ending in archiveEndings + compressionEndings.map({ ".tar" + $0 }) {
    guard let range = lower.firstRange(of: ending + ":"), range.upperBound < lower.endIndex else { continue }
    let member = String(path.dropFirst(lower.distance(from: lower.startIndex, to: range.upperBound)))
    return [String(path.dropLast(member.count + 1)), member]
  }
  return path.hasPrefix("-:") ? ["-", String(path.dropFirst(2))] : [path]
}

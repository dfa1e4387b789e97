private import Foundation

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

/// The trace files that the user's arguments stand for, in the order given.
///
/// A file stands for itself whatever its name, and `-` for standard input. A directory stands for the files below it
/// whose names end in `.gpx`, `.csv` or `.tsv`, with or without `.gz`, sorted by path byte by byte. Names that begin
/// with a dot are skipped, and links to directories are not followed. A subdirectory that cannot be listed stands for
/// itself: it is refused as a file that cannot be read, and the run continues.
///
/// - Parameter isLeftOut: whether a file below a directory holds no traces whatever its name.
/// - Throws: ``TraceFileError`` for the first argument that is neither, or that cannot be listed.
package func traceFiles(
  in arguments: [String], leavingOut isLeftOut: (String) -> Bool = { _ in false }
) throws(TraceFileError) -> [String] {
  var files: [String] = []
  for argument in arguments {
    var isDirectory: ObjCBool = false
    if argument == "-" {
      files.append(argument)
    } else if unsafe !FileManager.default.fileExists(atPath: argument, isDirectory: &isDirectory) {
      throw .missing(path: argument)
    } else {
      files += isDirectory.boolValue ? try traceFiles(below: argument, leavingOut: isLeftOut) : [argument]
    }
  }
  return files
}

private func traceFiles(
  below directory: String, leavingOut isLeftOut: (String) -> Bool
) throws(TraceFileError) -> [String] {
  let names: [String]
  do {
    names = try FileManager.default.contentsOfDirectory(atPath: directory)
  } catch {
    throw .unlistable(directory: directory, detail: "\(error.localizedDescription)")
  }
  let prefix = directory.hasSuffix("/") ? directory : directory + "/"
  var files: [String] = []
  for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where !name.hasPrefix(".") {
    if isDirectory(prefix + name) {
      files += (try? traceFiles(below: prefix + name, leavingOut: isLeftOut)) ?? [prefix + name]
    } else if hasTraceEnding(name), !isLeftOut(prefix + name) {
      files.append(prefix + name)
    }
  }
  return files
}

/// Whether `path` itself is a directory; a link to a directory is not.
private func isDirectory(_ path: String) -> Bool {
  let attributes = try? FileManager.default.attributesOfItem(atPath: path)
  return attributes?[.type] as? FileAttributeType == .typeDirectory
}

private let traceEndings = [".gpx", ".csv", ".tsv"]

private func hasTraceEnding(_ name: String) -> Bool {
  let name = name.lowercased()
  return traceEndings.contains { name.hasSuffix($0) || name.hasSuffix($0 + ".gz") }
}

/// The name of a file without directories and without the endings of trace files; `stdin` for standard input.
func traceFileStem(_ path: String) -> String {
  guard path != "-" else { return "stdin" }
  var name = path.split(separator: "/").last.map(String.init) ?? path
  for ending in [".gz"] + traceEndings + [".txt"] where name.count > ending.count && name.lowercased().hasSuffix(ending)
  {
    name.removeLast(ending.count)
  }
  return name
}

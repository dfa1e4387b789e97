internal import ArgumentParser
internal import Glibc
internal import Reports
internal import Storage

/// The destination that `-o` names: a directory (an existing one, or a name that ends in / or has no extension), a
/// file, or standard output.
func destination(_ output: String) -> ReportDestination {
  if ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(output) { return .standardOutput }
  switch FileKind(at: output) {
  case .directory: return .directory(output)
  case .file, .stream: return .file(output)
  case .missing: break
  }
  let isNamedAsDirectory = output.hasSuffix("/") || nameAndEnding(of: output).ending.isEmpty
  return isNamedAsDirectory ? .directory(output) : .file(output)
}

/// For commands that write several tables: refuses the name of a file, which would become a directory.
func checkIsDirectory(_ output: String) throws {
  guard case .file(let path) = destination(output), OutputName(path).isOfKnownFile else { return }
  throw ValidationError(
    "\(path): the output is a directory of several tables, and this is the name of one file; choose a name that ends in /."
  )
}

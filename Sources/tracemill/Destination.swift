internal import Foundation
internal import Reports

/// The destination that `-o` names: a directory (an existing one, or a name that ends in / or has no extension), a file,
/// or standard output.
func destination(_ output: String) -> ReportDestination {
  if ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(output) { return .standardOutput }
  var isDirectory: ObjCBool = false
  if unsafe FileManager.default.fileExists(atPath: output, isDirectory: &isDirectory) {
    return isDirectory.boolValue ? .directory(output) : .file(output)
  }
  let isNamedAsDirectory = output.hasSuffix("/") || (output as NSString).pathExtension.isEmpty
  return isNamedAsDirectory ? .directory(output) : .file(output)
}

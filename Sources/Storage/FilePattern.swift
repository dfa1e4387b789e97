internal import Glibc

/// Whether a name has characters that are wildcards in shell patterns.
package func isFilePattern(_ name: String) -> Bool { name.contains { "*?[".contains($0) } }

/// The paths that match a pattern of the shell such as `day/*.csv`, sorted byte by byte; empty if none does.
///
/// `*` and `?` match no `/`, and no `.` at the beginning of a name.
package func paths(matching pattern: String) -> [String] {
  var found = unsafe glob_t()
  defer { unsafe globfree(&found) }
  guard unsafe glob(pattern, 0, nil, &found) == 0 else { return [] }
  let paths = unsafe (0..<Int(found.gl_pathc)).compactMap { number in
    unsafe found.gl_pathv[number].map { name in
      unsafe escapedPath(Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
    }
  }
  return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

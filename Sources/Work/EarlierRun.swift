package import Reports
internal import Storage

/// The run whose reports a new run replaces.
package struct EarlierRun: Equatable, Sendable {
  /// When it ended, as its manifest says.
  package let finishedAt: String
  /// What its reports come from.
  package let inputs: [Manifest.Input]

  /// How the files of an earlier run and the files of a new one compare.
  package enum Kinship: Equatable, Sendable {
    /// They are the same, and have the same sizes.
    case same
    case some
    case none
  }

  /// - Parameter paths: the files that the new run reads.
  package func kinship(with paths: [String]) -> Kinship {
    let sizes = paths.map { fileSize(of: $0) }
    if paths == inputs.map(\.path), sizes == inputs.map(\.byteCount) { return .same }
    let named = Set(paths)
    let identities = Set(paths.compactMap { FileIdentity(of: $0) })
    let copies = Set(zip(paths, sizes).compactMap(Copy.init))
    let isShared = inputs.contains { input in
      named.contains(input.path) || FileIdentity(of: input.path).map(identities.contains) ?? false
        || Copy(input.path, input.byteCount).map(copies.contains) ?? false
    }
    return isShared ? .some : .none
  }

  /// A file that was moved, or that is named from another folder.
  private struct Copy: Hashable {
    let name: Substring
    let byteCount: Int

    init?(_ path: String, _ byteCount: Int?) {
      guard let byteCount, let name = path.split(separator: "/").last else { return nil }
      (self.name, self.byteCount) = (name, byteCount)
    }
  }
}

extension EarlierRun: CustomStringConvertible {
  /// `the run of 2026-11-23T02:15:00Z over 12 files (inbox/a.gpx, …)`.
  package var description: String {
    let files = "\(inputs.count) file\(inputs.count == 1 ? "" : "s")"
    let first = inputs.first.map { " (\($0.path)\(inputs.count > 1 ? ", …" : ""))" } ?? ""
    return "the run of \(finishedAt) over \(files)\(first)"
  }
}

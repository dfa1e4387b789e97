internal import Replay
package import Reports
package import Storage

/// What a run may do to existing files.
package struct OutputRules: Sendable {
  package enum Overwriting: Sendable {
    /// Replace only files that tracemill wrote.
    case own
    /// Replace any file.
    case any
  }

  package var overwriting = Overwriting.own
  /// How long to wait while another run writes the same files.
  package var wait = LockWait.none

  package enum AbandonedPartials: Sendable { case remove, keep }

  /// What becomes of partial files that runs left when they died. Only a run with a ledger has a use for them.
  package var abandonedPartials = AbandonedPartials.remove

  package init() {}
}

/// The right of one run to write its files. The run reads none of them, no other run writes them, and tracemill wrote
/// what they replace.
///
/// Nothing is written before all of this has been checked, except that a missing folder is made. The right ends with
/// this value.
package final class OutputClaim {
  package let destination: ReportDestination
  private let lock: OutputLock?
  private let inputs: [FileIdentity: String]
  private let paths: [String]
  private let overwriting: OutputRules.Overwriting
  private let isOwn: (String) -> Bool
  /// Partial files of runs that died, which this run has removed.
  package let removedPartials: [String]
  /// Files that an earlier run left in the folder and that this run does not write.
  package let earlier: EarlierOutputs
  /// The run over other files whose reports this one replaces.
  package let replaced: EarlierRun?

  /// - Parameters:
  ///   - names: names of the files if the destination is a directory; its manifest is added.
  ///   - inputs: paths of everything that the run reads. Paths that are not files are ignored; `-` is standard input.
  ///   - content: what the run writes, to be compared with the manifest of the folder.
  ///   - isOwn: tells whether tracemill wrote a file.
  ///   - onWait: called if another run is writing one of the files and there is time to wait for its end.
  package init(
    _ destination: ReportDestination, names: [String] = [], inputs: [String], content: OutputContent? = nil,
    rules: OutputRules, isOwn: @escaping (String) -> Bool = isReport(at:), onWait: (OutputError) -> Void = { _ in }
  ) throws(OutputError) {
    self.destination = destination
    overwriting = rules.overwriting
    self.isOwn = isOwn
    paths = Self.paths(of: names, at: destination)
    let identities = inputs.compactMap { path in FileIdentity(of: path).map { ($0, path) } }
    self.inputs = Dictionary(identities) { first, _ in first }
    try Self.check(paths, at: destination, against: self.inputs)
    try Self.makeFolders(of: paths)
    lock = try Self.lock(paths, waiting: rules.wait, onWait)
    var manifest: FolderManifest?
    if case .directory(let folder) = destination { manifest = FolderManifest(of: folder) }
    if rules.overwriting == .own {
      for path in paths where !Self.mayReplace(path, manifest, isOwn) { throw .notOwn(path: path) }
    }
    replaced = try Self.replaced(manifest, content, by: names, rules.overwriting)
    removedPartials = rules.abandonedPartials == .remove ? lock?.removeAbandonedPartials() ?? [] : []
    earlier = EarlierOutputs(manifest, besides: names, content: content, inputs: Set(self.inputs.keys))
  }

  /// Checks files that the run found only while running, such as plans that requests name.
  ///
  /// - Throws: ``OutputError/isInput(output:input:)``.
  package func check(inputs: [String]) throws(OutputError) {
    for input in inputs {
      guard let identity = FileIdentity(of: input) else { continue }
      try Self.check(paths, at: destination, against: [identity: input])
    }
  }

  /// Checks a file that the run finds only while running that it has to write.
  ///
  /// - Parameter isKnown: an earlier run wrote the file.
  package func admit(_ path: String, isKnown: Bool) throws(OutputError) {
    try Self.check([path], at: destination, against: inputs)
    guard overwriting == .own, !isKnown, FileKind(at: path) == .file, size(ofFile: path) != 0, !isOwn(path) else {
      return
    }
    throw .notOwn(path: path)
  }

  /// The folder of pages beside the page that lists them; `nil` without such a page.
  ///
  /// - Parameter shared: what the pages share.
  func pages(sharing shared: SharedFiles?) throws -> PageFolder? {
    guard let shared, case .directory(let folder) = destination else { return nil }
    return try PageFolder(in: folder, sharing: shared, overwrites: replacesAny)
  }

  /// Whether the run may replace files that tracemill did not write.
  var replacesAny: Bool { overwriting == .any }

  /// Removes the partial files of runs that died, except those that a run continues from.
  package func removeAbandonedPartials(besides kept: Set<String>) {
    _ = lock?.removeAbandonedPartials(besides: kept)
  }

  /// The run whose reports are replaced; `nil` if it read the same files as the new run.
  private static func replaced(
    _ manifest: FolderManifest?, _ content: OutputContent?, by names: [String], _ overwriting: OutputRules.Overwriting
  ) throws(OutputError) -> EarlierRun? {
    guard let manifest, let run = manifest.run, !run.inputs.isEmpty, let content, let kind = manifest.content?.kind,
      !manifest.outputs.isEmpty
    else { return nil }
    // Trips and routes both have events, and those of one are not to be taken for those of the other.
    if kind != content.kind, overwriting == .own, manifest.outputs.contains(where: { names.contains($0.name) }) {
      throw .ofOtherRun(folder: manifest.folder, run)
    }
    guard kind == content.kind, let inputs = content.inputs else { return nil }
    // Its own reports come from its files.
    guard !inputs.contains(where: manifest.isOfFolder) else { return run }
    let kinship = run.kinship(with: inputs)
    if kinship == .none, overwriting == .own { throw .ofOtherRun(folder: manifest.folder, run) }
    return kinship == .same ? nil : run
  }

  // MARK: The files

  /// The files that are or will become regular files. Bytes that go through a device or a pipe destroy nothing.
  private static func paths(of names: [String], at destination: ReportDestination) -> [String] {
    let all: [String]
    switch destination {
    case .directory(let folder):
      all = (names + [Manifest.fileName]).map { joinedPath(folder, $0) }
    case .file(let path): all = [path]
    case .standardOutput: all = []
    }
    return all.filter { FileKind(at: $0) != .stream }
  }

  private static func check(
    _ paths: [String], at destination: ReportDestination, against inputs: [FileIdentity: String]
  ) throws(OutputError) {
    if destination == .standardOutput, let input = FileIdentity.standardOutput.flatMap({ inputs[$0] }) {
      throw .isInput(output: "standard output", input: input)
    }
    for path in paths {
      guard let input = FileIdentity(of: path).flatMap({ inputs[$0] }) else { continue }
      throw .isInput(output: path, input: input)
    }
  }

  private static func makeFolders(of paths: [String]) throws(OutputError) {
    for path in Set(paths.map { folderPath(of: $0) }).sorted() where !path.isEmpty && FileKind(at: path) != .directory {
      do throws(StorageError) { try makeFolder(at: path) } catch {
        throw .cannotMakeFolder(path: path, reason: error.reason)
      }
    }
  }

  private static func lock(
    _ paths: [String], waiting wait: LockWait, _ onWait: (OutputError) -> Void
  ) throws(OutputError) -> OutputLock? {
    guard !paths.isEmpty else { return nil }
    do throws(OutputLockError) {
      return try OutputLock(on: paths, waiting: wait) { onWait(OutputError($0)) }
    } catch {
      throw OutputError(error)
    }
  }

  private static func mayReplace(_ path: String, _ manifest: FolderManifest?, _ isOwn: (String) -> Bool) -> Bool {
    guard FileKind(at: path) == .file else { return true }  // a directory of that name is an error of its own
    if size(ofFile: path) == 0 { return true }
    if fileName(of: path) == Manifest.fileName { return FolderManifest(at: path) != nil }
    return manifest?.lists(path) ?? false || isOwn(path)
  }
}

/// Why a run must not write its files.
package enum OutputError: Error, Equatable, Sendable {
  case isInput(output: String, input: String)
  case notOwn(path: String)
  /// The folder has reports of a run over other files.
  case ofOtherRun(folder: String, EarlierRun)
  case busy(path: String, process: Int32?)
  case cannotMakeFolder(path: String, reason: String)
  case cannotWrite(StorageError)
}

extension OutputError {
  fileprivate init(_ error: OutputLockError) {
    switch error {
    case .busy(let path, let process): self = .busy(path: path, process: process)
    case .cannotLock(let error): self = .cannotWrite(error)
    }
  }
}

extension OutputError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .isInput(let output, let input) where output == input:
      "\(output): the run reads this file and cannot replace it; name another output with -o. Nothing was written."
    case .isInput(let output, "-"):
      "\(output): the run reads this file from standard input; name another output with -o. Nothing was written."
    case .isInput(let output, let input):
      "\(output): this is the file \(input), which the run reads; name another output with -o. Nothing was written."
    case .notOwn(let path):
      "\(path): there is a file of this name that tracemill did not write; name another output with -o, or replace the "
        + "file with --overwrite. Nothing was written."
    case .ofOtherRun(let folder, let run):
      "\(folder): it has the reports of \(run), of which this run reads none; name another folder with -o, or "
        + "replace them with --overwrite. Nothing was written."
    case .busy(let path, let process):
      "\(path): another run\(process.map { " (process \($0))" } ?? "") writes this file; wait for its end with "
        + "TRACEMILL_LOCK_WAIT=SECONDS, or name another output with -o. Nothing was written."
    case .cannotMakeFolder(let path, let reason):
      "\(path): \(reason). Choose another one with -o. Nothing was written."
    case .cannotWrite(.system(let path, "lock", let code)):
      "\(path): this file cannot be written: \(errorText(code)). Check the permissions of its folder, or name another one "
        + "with -o. Nothing was written."
    case .cannotWrite(let error): error.description
    }
  }
}

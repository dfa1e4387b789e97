internal import Reports
internal import Storage
internal import Traces
internal import Work

extension MatchCommand {
  /// Says what a run would read and write, after the same checks of options, files and maps, and ends.
  func rehearse(_ settings: TraceSettings) throws {
    let files = try inputs.traceFiles(naming: traces, reading, verbosity).files
    _ = try drawing.collection(writing, reading: files + traces)
    if try maps.open().count > 1 { try validateMaps() }
    let named =
      plans.files + places.files + rules.files + guidance.files + hiding.files + [
        inputs.filesFrom, matching.folderOfPrior,
      ]
    let others = try maps.paths() + named.compactMap(\.self)
    let read = files.map { "read   \($0)\(size($0))" } + others.map { "use    \($0)\(size($0))" }
    let written = try outputs(settings).map { path in
      FileKind(at: path) == .file ? "replace \(path)" : "write  \(path)"
    }
    let learned = learning.learn.map { ["add to \($0) (knowledge)"] } ?? []
    let note = resuming.isResumed ? ["files that the ledger has from earlier runs are not read again"] : []
    let icons = drawing.shields.map { ["write  \($0) (shields)"] } ?? []
    try Console.put((read + written + icons + learned + note).map { $0 + "\n" }.joined())
  }

  private func outputs(_ settings: TraceSettings) throws -> [String] {
    switch writing.destination {
    case .standardOutput: ["standard output"]
    case .file(let path): [path]
    case .directory(let folder):
      (try writing.layout(settings.report).frames.map(\.name) + [Manifest.fileName]).map {
        joinedPath(folder, $0)
      }
    }
  }

  private func size(_ file: String) -> String { Work.size(ofFile: file).map { " (\($0) bytes)" } ?? "" }
}

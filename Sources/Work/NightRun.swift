package import Replay
package import Reports
internal import Storage

/// Makes the page of a night whose tables were written earlier, and enters the night into its history.
package struct NightRun {
  private let settings: ReplaySettings
  private let claim: OutputClaim
  /// `nil` without one.
  private let historyPath: String?

  package init(_ settings: ReplaySettings, history: String?, into claim: OutputClaim) {
    (self.settings, historyPath, self.claim) = (settings, history, claim)
  }

  /// The file that `-o` names; in a directory, `night.html`.
  package static func destination(_ output: ReportDestination) -> ReportDestination {
    guard case .directory(let folder) = output else { return output }
    return .file(joinedPath(folder, "night.html"))
  }

  /// - Returns: whether the history had a line of that day, which is replaced.
  /// - Throws: ``ReplayError`` for a file that is no history, ``ReportError`` and ``StorageError`` for files that cannot
  ///   be written.
  package func run(_ night: Night) throws -> Bool {
    try checkHistory()
    var history = try historyPath.map(read)
    let head = NightHead(night, history: history, settings)
    let files = ForeignFiles(to: claim.destination)
    try files.write("night.html", NightPage(settings).render(night, head, link: link), rows: 1)
    guard let historyPath, !night.date.isEmpty else { return false }
    let had = history?.enter(night.sums) ?? false
    let file = try AtomicFile(path: historyPath)
    try file.write(Array((history?.text ?? "").utf8))
    try file.commit()
    return had
  }

  /// Neither file need be there yet: they are the same if their names are, in the same folder.
  private func checkHistory() throws(OutputError) {
    guard let historyPath, case .file(let page) = claim.destination else { return }
    let places = [page, historyPath].map { path -> (folder: FileIdentity?, name: String) in
      let folder = folderPath(of: path)
      return (folder: FileIdentity(of: folder.isEmpty ? "." : folder), name: fileName(of: path))
    }
    guard places[0] == places[1] else { return }
    throw .isInput(output: page, input: historyPath)
  }

  private func read(_ path: String) throws -> NightHistory {
    guard FileKind(at: path) != .missing else { return try NightHistory("", path: path) }
    return try NightHistory(String(decoding: try wholeFile(path, atMost: .document), as: UTF8.self), path: path)
  }

  /// The address of the page of a trip beside the page of the night; `nil` if there is none.
  private func link(_ trip: String) -> String? {
    guard case .file(let path) = claim.destination else { return nil }
    let address = "pages/\(Partitioning.safe(trip)).html"
    guard FileKind(at: joinedPath(folderPath(of: path), address)) == .file else { return nil }
    return address.replacing("%", with: "%25")
  }
}

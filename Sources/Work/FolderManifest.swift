internal import FoundationEssentials
package import Reports
internal import Storage
package import Traces

/// The kind of outputs that a run writes.
package struct OutputContent: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case trips, requests, drives
  }

  package var kind: Kind
  /// The format with its compression, `csv.gz`; `nil` if the kind has only one format.
  package var format: String?
  /// The files that the reports come from; `nil` if they do not distinguish runs.
  package var inputs: [String]?

  package init(_ kind: Kind, format: String?) {
    self.kind = kind
    self.format = format
  }

  package init<Subject: Report>(_ kind: Kind, of settings: ReportSettings<Subject>) {
    self.init(kind, options: settings.options)
  }

  /// - Parameter options: the settings of reports, as in the manifest.
  fileprivate init(_ kind: Kind, options: [String: String]?) {
    let words = ["format", "compress"].compactMap { options?[$0] }
    self.init(kind, format: words.isEmpty ? nil : words.joined(separator: "."))
  }
}

/// The manifest of the last run that wrote into a folder. It marks the files of the folder as tracemill's.
struct FolderManifest {
  let content: OutputContent?
  let outputs: [Manifest.Output]
  let earlierOutputs: [Manifest.Output]
  let layouts: [LayoutTally.Entry]
  /// What the run has hidden; `nil` for nothing.
  let hiding: String?
  /// `nil` in a manifest that does not say it.
  let run: EarlierRun?
  let folder: String

  init?(of folder: String) {
    self.init(at: joinedPath(folder, Manifest.fileName))
  }

  /// `nil` if there is no manifest, or if another program wrote it.
  init?(at path: String) {
    guard FileKind(at: path) == .file, let bytes = try? wholeFile(path, atMost: .document),
      let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
      document.schema.hasPrefix("tracemill/manifest/")
    else { return nil }
    folder = folderPath(of: path)
    outputs = document.outputs.compactMap(\.output)
    earlierOutputs = (document.earlier_outputs ?? []).compactMap(\.output)
    content = document.content
    layouts = Manifest.layouts(in: bytes)
    hiding = document.options?["hide"]
    run = document.finished_at.map { time in
      EarlierRun(
        finishedAt: time, inputs: (document.inputs ?? []).map { Manifest.Input(path: $0.path, byteCount: $0.bytes) })
    }
  }

  /// The entry of a file of the folder, if the file still has the size that the run gave it.
  func entry(of path: String) -> Manifest.Output? {
    let name = fileName(of: path)
    let size = size(ofFile: path)
    return (outputs + earlierOutputs).first { $0.name == name && $0.byteCount == size }
  }

  func lists(_ path: String) -> Bool { entry(of: path) != nil }

  /// Whether a path leads to a listed file in this folder.
  func isOfFolder(_ path: String) -> Bool {
    guard let identity = FileIdentity(of: path) else { return false }
    let own = joinedPath(folder, fileName(of: path))
    return lists(own) && FileIdentity(of: own) == identity
  }

  /// The members that are read back.
  private struct Document: Decodable {
    struct Output: Decodable {
      var name: String
      var rows: Int
      var bytes: Int
      var kind: String?

      /// `nil` for a name that leads out of the folder.
      var output: Manifest.Output? {
        guard !name.contains("/"), ![".", ".."].contains(name) else { return nil }
        return Manifest.Output(name: name, rows: rows, byteCount: bytes, holdsTraces: kind == "traces")
      }
    }
    struct Counted: Decodable {}
    struct Input: Decodable {
      var path: String
      var bytes: Int?
    }

    var schema: String
    var options: [String: String]?
    var finished_at: String?
    var inputs: [Input]?
    var outputs: [Output]
    var earlier_outputs: [Output]?
    var trips: Counted?
    var requests: Counted?
    var drives: Counted?

    var content: OutputContent? {
      let kind: OutputContent.Kind? =
        trips != nil ? .trips : requests != nil ? .requests : drives != nil ? .drives : nil
      return kind.map { OutputContent($0, options: options) }
    }
  }
}

/// The outputs that an earlier run left in a folder and that a new run does not write.
package struct EarlierOutputs: Sendable {
  /// Paths of reports of the same kind in another format, which the new reports replace. Pages and tables do not
  /// replace each other.
  package let superseded: [String]
  /// Files that stay and that the manifest of the folder continues to list.
  package let kept: [Manifest.Output]
  /// The kept files that a reader might take for results of the new run.
  package let mistakable: [String]
  /// The layouts of inputs that earlier runs have reported.
  package let layouts: [LayoutTally.Entry]
  /// A file of a folder whose reports hide something else, or nothing; `nil` if there is none.
  private let named: (file: String, hiding: String?)?

  /// A file that an earlier run left in the folder and that does not hide the same as this run; `nil` if there is none.
  ///
  /// - Parameter isAdding: the run adds to files, so it is about all of them.
  package func other(than hiding: String?, isAdding: Bool) -> String? {
    guard let named, named.hiding != hiding else { return nil }
    return isAdding ? named.file : kept.first?.name
  }

  init(_ manifest: FolderManifest?, besides names: [String], content: OutputContent?, inputs: Set<FileIdentity>) {
    guard let manifest else {
      (superseded, kept, mistakable, layouts, named) = ([], [], [], [], nil)
      return
    }
    func path(_ output: Manifest.Output) -> String { joinedPath(manifest.folder, output.name) }
    func isLeft(_ output: Manifest.Output) -> Bool { !names.contains(output.name) && manifest.lists(path(output)) }
    let left = manifest.outputs.filter(isLeft)
    let isSameKind = manifest.content?.kind == content?.kind
    let formats = [manifest.content?.format, content?.format]
    let isOtherFormat = isSameKind && formats[0] != formats[1] && !formats.contains(ReportFormat.html.rawValue)
    let replaced = left.filter { output in
      isOtherFormat && FileIdentity(of: path(output)).map { !inputs.contains($0) } ?? false
    }
    superseded = replaced.map(path)
    let staying = left.filter { !replaced.contains($0) }
    kept = staying + manifest.earlierOutputs.filter(isLeft)
    layouts = manifest.layouts
    named = (manifest.outputs + manifest.earlierOutputs).first.map { ($0.name, manifest.hiding) }
    mistakable = isSameKind ? staying.map(\.name) : []
  }
}

/// Size in bytes; `nil` if there is no file.
package func size(ofFile path: String) -> Int? { fileSize(of: path) }

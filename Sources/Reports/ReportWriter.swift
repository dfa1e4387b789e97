package import Detection
internal import Glibc
internal import Storage

/// Writes rendered reports to the files of a run in the given order; used by one thread at a time.
///
/// Files appear under their names only in ``finish(_:)``, the manifest last: a report with a manifest is complete.
package final class ReportWriter {
  private struct OpenOutput {
    let frame: OutputFrame
    let file: OutputFile
    let batches: ArrowBatches?
    var rowCount = 0
    var byteCount = 0
    var isEmpty = true
  }

  private var outputs: [OpenOutput] = []
  private let directory: String?

  /// Creates the files and writes the text before the first report.
  ///
  /// - Precondition: one output if the destination is not a directory.
  /// - Throws: ``ReportError`` if a file or the directory cannot be created.
  package init(_ frames: [OutputFrame], to destination: ReportDestination) throws(ReportError) {
    if case .directory(let path) = destination {
      directory = path
      try makeDirectory(path)
    } else {
      directory = nil
    }
    for frame in frames {
      outputs.append(OpenOutput(frame: frame, file: try Self.open(frame, at: destination), batches: frame.batches))
      try write(frame.prologue, to: outputs.count - 1)
    }
  }

  private static func open(_ frame: OutputFrame, at destination: ReportDestination) throws(ReportError) -> OutputFile {
    switch destination {
    case .directory(let path): try open(frame, path: pathOfFile(frame.name, in: path))
    case .file(let path): try open(frame, path: path)
    case .standardOutput: .standardOutput
    }
  }

  private static func open(_ frame: OutputFrame, path: String) throws(ReportError) -> OutputFile {
    if let layers = frame.layers { return try OutputFile(path: path, layers: layers) }
    return try OutputFile(path: path, frame.compression)
  }

  /// Appends rendered chunks, one for each output.
  package func append(_ chunks: [RenderedChunk]) throws(ReportError) {
    precondition(chunks.count == outputs.count, "rendered for another layout")
    for (index, chunk) in chunks.enumerated() where !chunk.content.buffer.isEmpty {
      try append(chunk, to: index)
      var rest = chunk.rest
      while let render = rest {
        let next = render()
        if !next.content.buffer.isEmpty { try append(next, to: index) }
        rest = next.rest
      }
    }
  }

  private func append(_ chunk: RenderedChunk, to index: Int) throws(ReportError) {
    if !outputs[index].isEmpty, outputs[index].frame.holdsOne { throw .oneDriveOnly }
    if !outputs[index].isEmpty { try write(Array(outputs[index].frame.separator.utf8), to: index) }
    if let batches = outputs[index].batches {
      try write(batches.take(chunk.content.buffer), to: index)
    } else {
      try outputs[index].file.write(chunk.content.buffer)
      outputs[index].byteCount += chunk.content.buffer.count
    }
    outputs[index].isEmpty = false
    outputs[index].rowCount += chunk.rowCount
  }

  /// Hands all bytes to the system, so that they survive a killed process and reach the reader of a pipe.
  package func flush() throws(ReportError) {
    for index in outputs.indices {
      if let batches = outputs[index].batches { try write(batches.flush(), to: index) }
      try outputs[index].file.flush()
    }
  }

  /// Completes all files and, in a directory, the manifest, to which the sizes of the files are added.
  ///
  /// All bytes are on the disk before the first file gets its name, so the names change in immediate succession; while
  /// they do, there is no manifest.
  ///
  /// - Parameters:
  ///   - isDoubtful: the flags of rules; `nil` if rows have none.
  ///   - superseded: files of an earlier run, removed once the new ones have their names.
  package func finish(
    _ manifest: Manifest?, isDoubtful: ((RuleID) -> Bool)? = nil, removing superseded: [String] = []
  ) throws(ReportError) {
    for index in outputs.indices {
      if outputs[index].isEmpty { try write(outputs[index].frame.substitute, to: index) }
      try write((outputs[index].batches?.flush() ?? []) + outputs[index].frame.epilogue, to: index)
    }
    if let isDoubtful { try settleFlags(isDoubtful) }
    for index in outputs.indices { try prepare(index) }
    if let directory, manifest != nil { removePlainFile(at: pathOfFile(Manifest.fileName, in: directory)) }
    for output in outputs { try output.file.commit() }
    for path in superseded { removePlainFile(at: path) }
    guard let directory, var manifest else { return }
    manifest.outputs = written
    try manifest.write(into: directory)
  }

  /// Flushes a file to the disk, and notes its true size.
  private func prepare(_ index: Int) throws(ReportError) {
    try outputs[index].file.prepare()
    if let size = outputs[index].file.size { outputs[index].byteCount = size }
  }

  /// Writes the flags that are known now.
  private func settleFlags(_ isDoubtful: @escaping (RuleID) -> Bool) throws(ReportError) {
    for index in outputs.indices where outputs[index].frame.hasLateFlags {
      try outputs[index].file.settleFlags(isDoubtful)
    }
  }

  /// Removes the unfinished files.
  package func abandon() {
    for output in outputs { output.file.discard() }
  }

  /// The number of bytes in each output so far, before they are compressed.
  package var byteCounts: [Int] { outputs.map(\.byteCount) }

  /// The files written so far.
  package var written: [Manifest.Output] {
    outputs.map { Manifest.Output(name: $0.frame.name, rows: $0.rowCount, byteCount: $0.byteCount) }
  }

  private func write(_ bytes: [UInt8], to index: Int) throws(ReportError) {
    guard !bytes.isEmpty else { return }
    try outputs[index].file.write(bytes)
    outputs[index].byteCount += bytes.count
  }
}

private func pathOfFile(_ name: String, in directory: String) -> String {
  directory.hasSuffix("/") ? directory + name : directory + "/" + name
}

private func makeDirectory(_ path: String) throws(ReportError) {
  do throws(StorageError) { try makeFolder(at: path) } catch {
    throw .cannotMakeDirectory(path: path, reason: error.reason)
  }
}

internal import ArgumentParser
internal import Storage
internal import Work

/// What becomes of files from which nothing came.
struct RejectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Copy whole files into this directory that could not be read, or from which nothing came. No file there is \
      replaced.
      """, valueName: "dir"), completion: .directory)
  var rejectDir: String?

  /// - Parameter arguments: the files and folders that the run reads.
  /// - Throws: `ValidationError` for a folder of rejected files that would be read as traces.
  func check(reading arguments: [String]) throws {
    guard let rejectDir, let folder = RejectFolder(path: rejectDir).isBelow(any: arguments) else { return }
    throw ValidationError(
      """
      --reject-dir \(rejectDir) lies in \(folder), which is read: the copies would be read next time. Name a folder \
      elsewhere.
      """)
  }

  /// Copies the files from which nothing came.
  ///
  /// - Throws: if one of them can be read, and its copy cannot be written.
  func copy(_ files: [String], _ console: Console) throws {
    guard let rejectDir else { return }
    let folder = RejectFolder(path: rejectDir)
    var lost = 0
    for file in files {
      if file == "-" {
        console.warn("standard input: nothing came of it, and it cannot be copied to \(rejectDir)")
        continue
      }
      do {
        console.inform("\(file): nothing came of it; copied to \(try folder.take(file))")
      } catch {
        console.error("\(file): nothing came of it, and it cannot be copied to \(rejectDir): \(error)")
        // A file that cannot be read is refused already.
        if (try? RawFile(path: file)) != nil { lost += 1 }
      }
    }
    guard lost > 0 else { return }
    throw Failure(
      exit: .unwritableOutput,
      description: "\(lost) file\(lost == 1 ? "" : "s") could not be copied to \(rejectDir); the reports are complete")
  }
}

internal import Glibc
internal import Reports
internal import Storage

/// A folder with one file for each drive of a run, named after it.
///
/// A file of an earlier run stays until the run that leaves it out is complete.
final class DriveFolder {
  private let path: String
  private let ending: String
  /// Names of files, without ending, that this run has written.
  private var written: Set<String> = []
  /// The names of files that an earlier run wrote.
  private let earlier: Set<String>

  /// - Parameters:
  ///   - ending: of all its files, with the dot.
  ///   - isOwn: whether tracemill wrote a file.
  /// - Throws: ``ReportError/cannotMakeDirectory(path:reason:)``, and ``OutputError/notOwn(path:)`` for a file with the
  ///   ending that tracemill did not write.
  init(_ path: String, ending: String, overwrites: Bool, isOwn: (String) -> Bool) throws {
    do throws(StorageError) { try makeFolder(at: path) } catch {
      throw ReportError.cannotMakeDirectory(path: path, reason: error.reason)
    }
    OutputLock.removeAbandonedPartials(in: path) { name, partial in
      name.hasSuffix(ending) && (size(ofFile: partial) == 0 || isOwn(partial))
    }
    let files = ((try? folderEntries(of: path)) ?? []).map(\.name).filter { $0.hasSuffix(ending) }
    let own = files.filter { isOwn(Self.place(of: $0, in: path)) }
    if !overwrites, let foreign = files.sorted().first(where: { !own.contains($0) }) {
      throw OutputError.notOwn(path: Self.place(of: foreign, in: path))
    }
    (self.path, self.ending) = (path, ending)
    earlier = Set(own)
  }

  /// Writes the file of a drive; of drives with one id, the second is called `ID-2`, and so on.
  ///
  /// - Returns: the name of the file.
  func write(_ bytes: [UInt8], of id: String) throws(ReportError) -> String {
    let name = name(for: id)
    written.insert(name)
    do throws(StorageError) {
      let file = try AtomicFile(path: Self.place(of: name + ending, in: path))
      do throws(StorageError) {
        try file.write(bytes)
        try file.commit()
      } catch {
        file.discard()
        throw error
      }
    } catch {
      throw .cannotWrite(error.description)
    }
    return name + ending
  }

  private func name(for id: String) -> String {
    let plain = Partitioning.safe(id)
    var name = plain
    var number = 1
    while written.contains(name) {
      number += 1
      name = "\(plain)-\(number)"
    }
    return name
  }

  /// Removes the files of earlier runs that this run did not write.
  func removeOthers() {
    for file in earlier where !written.contains(String(file.dropLast(ending.count))) {
      removePlainFile(at: Self.place(of: file, in: path))
    }
  }

  private static func place(of file: String, in folder: String) -> String {
    joinedPath(folder, file)
  }
}

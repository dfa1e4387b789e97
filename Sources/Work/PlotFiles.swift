internal import Records
internal import Replay
internal import Reports
internal import Storage

/// The still pictures of a run: one file for its only drive, or a folder with one for each.
package final class PlotFiles {
  private let folder: DriveFolder?
  private let path: String
  private var picture: [UInt8]?
  private let claim: OutputClaim

  /// - Parameter claim: the right to write them, to a file or a folder.
  /// - Throws: as ``DriveFolder``.
  package init(_ claim: OutputClaim) throws {
    self.claim = claim
    switch claim.destination {
    case .directory(let path):
      self.path = path
      folder = try DriveFolder(path, ending: ".svg", overwrites: claim.replacesAny, isOwn: isStill(at:))
    case .file(let path): (self.path, folder) = (path, nil)
    case .standardOutput: (path, folder) = ("-", nil)
    }
  }

  /// Why there must not be a second drive; `nil` if there may be.
  var refusalOfSecond: ReportError? { folder == nil ? .onePlotOnly(path: path) : nil }

  func take(_ plot: RenderedPlot) throws(ReportError) {
    if let folder {
      _ = try folder.write(plot.bytes, of: plot.id)
    } else if picture == nil {
      picture = plot.bytes
    } else {
      throw .onePlotOnly(path: path)
    }
  }

  /// Gives the only picture its name, or removes the pictures of earlier runs.
  func finish() throws(ReportError) {
    folder?.removeOthers()
    guard let picture else { return }
    do throws(StorageError) {
      let file = try AtomicFile(path: path)
      do throws(StorageError) {
        try file.write(picture)
        try file.commit()
      } catch {
        file.discard()
        throw error
      }
    } catch {
      throw .cannotWrite(error.description)
    }
  }
}

/// The still picture of a drive.
package struct RenderedPlot: Sendable {
  let id: String
  let bytes: [UInt8]

  init(of drive: Drive, _ still: Still) {
    id = drive.title
    bytes = still.render(drive).array
  }
}

/// Whether tracemill drew the picture in a file.
package func isStill(at path: String) -> Bool {
  guard FileKind(at: path) == .file, let stream = try? ByteStream(path: path) else { return false }
  let beginning = Array(Still.beginning.utf8)
  return stream.peek(beginning.count).starts(with: beginning)
}

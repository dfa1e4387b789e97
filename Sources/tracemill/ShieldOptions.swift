internal import ArgumentParser
internal import Reports
internal import Work

/// Whether a run draws the shields of the roads in its maneuvers.
struct ShieldOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Draw the shields of the numbered roads in maneuvers into this directory: one SVG for each, and a table \
      shields.csv. Only a new, an empty or an earlier directory of shields is used.
      """, valueName: "dir"), completion: .directory)
  var shields: String?

  var isGiven: Bool { shields != nil }

  /// What gathers the shields; `nil` if they are not asked for.
  ///
  /// - Parameter inputs: the files and folders that the run reads.
  /// - Throws: a `Failure` if the directory must not be written.
  func collection(_ writing: OutputOptions<some ReportTable>, reading inputs: [String?]) throws -> ShieldCollection? {
    guard let folder = folder(writing) else { return nil }
    do throws(ShieldFolderError) {
      try folder.check(besides: writing.destination, reading: inputs.compactMap(\.self))
    } catch {
      throw Failure(exit: .unwritableOutput, description: error.description)
    }
    return ShieldCollection()
  }

  /// Draws what a run has gathered.
  func draw(_ collection: ShieldCollection?, _ writing: OutputOptions<some ReportTable>, _ console: Console) throws {
    guard let collection, let folder = folder(writing) else { return }
    do throws(ShieldFolderError) {
      let count = try folder.write(collection)
      console.inform("\(count) shields in \(shields ?? "")")
    } catch {
      throw Failure(exit: .unwritableOutput, description: error.description)
    }
  }

  private func folder(_ writing: OutputOptions<some ReportTable>) -> ShieldFolder? {
    shields.map { ShieldFolder(path: $0, overwrites: writing.claiming.overwrite) }
  }
}

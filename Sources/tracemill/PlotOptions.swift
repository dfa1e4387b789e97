internal import ArgumentParser
internal import Reports
internal import Work

/// Whether a run draws still pictures of its drives.
struct PlotOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Also draw a still picture: a file for one trip or request, or a directory, which gets one for each. SVG, for \
      reports and mails.
      """, valueName: "file.svg|dir"), completion: .file(extensions: ["svg"]))
  var plot: String?

  var isGiven: Bool { plot != nil }

  func validate() throws {
    guard let plot, case .directory = destination(plot) else {
      if let plot, !plot.lowercased().hasSuffix(".svg") {
        throw ValidationError(
          "--plot draws SVG; name a file that ends in .svg, or a directory that ends in /, not \(plot).")
      }
      return
    }
  }

  /// Refuses pictures in the place of the reports, before anything is written there.
  func check(beside writing: OutputOptions<some ReportTable>) throws {
    guard let plot, destination(plot) == writing.destination else { return }
    throw ValidationError("\(plot): the reports go here; give --plot a place of its own.")
  }

  /// Claims the pictures of a run; `nil` if it draws none.
  ///
  /// - Parameter inputs: paths of everything that the run reads.
  func files(
    _ writing: OutputOptions<some ReportTable>, reading inputs: [String?], _ console: Console
  ) throws -> PlotFiles? {
    guard let plot else { return nil }
    let claim = try writing.claiming.claim(destination(plot), inputs: inputs, console, isOwn: isStill(at:))
    do {
      return try PlotFiles(claim)
    } catch let error as OutputError {
      throw Failure(exit: .unwritableOutput, description: error.description)
    }
  }
}

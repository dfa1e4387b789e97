internal import ArgumentParser
internal import Replay
internal import Reports

/// Which drives get a page. Commands that make pages of trips have this option.
struct PageOptions: ParsableArguments {
  @Option(
    help: """
      For html in a directory: which trips get a page, all of them or flagged ones, which need a look. The index lists \
      all. (default: all)
      """)
  var pages: ReplaySettings.Pages?

  /// - Parameters:
  ///   - format: `nil` for a command that writes pages only.
  ///   - destination: where pages go.
  func check(_ format: ReportFormat?, to destination: ReportDestination) throws {
    guard let pages else { return }
    guard format ?? .html == .html else { throw ValidationError("--pages is for pages; add --format html.") }
    if case .directory = destination { return }
    guard pages == .all else {
      throw ValidationError("--pages flagged chooses among the pages of a directory; name one with -o DIR/.")
    }
  }
}

extension ReplaySettings.Pages: ExpressibleByArgument {}

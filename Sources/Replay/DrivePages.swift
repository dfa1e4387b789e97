internal import PageFiles
internal import Records
package import Reports

/// Renders the pages of a run: one for each drive that is wanted, and one that lists them all.
package struct DrivePages: Sendable {
  private let page: ReplayPage
  private let index: PageTemplate
  private let program: String
  private let wanted: ReplaySettings.Pages

  /// - Parameter isFolder: whether the pages share files in a folder; there may be one page only otherwise.
  package init(_ settings: ReplaySettings, isFolder: Bool) {
    page = ReplayPage(settings, isAlone: !isFolder)
    program = settings.program
    wanted = settings.pages
    index = PageTemplate(
      "index.html", settings.words, styles: ["index.css"],
      script: PageFile.script(words: settings.words.script, of: Self.indexModules.contains))
  }

  /// What the pages share; `nil` for a page that is one file.
  package var shared: SharedFiles? { page.shared }

  /// - Parameters:
  ///   - drive: without roads.
  ///   - takeRoads: gives it those of the map, and is called if it gets a page.
  package func render(
    _ drive: Drive, _ takeRoads: (inout Drive, _ shared: SharedTiles?) throws -> Void
  ) rethrows -> RenderedPage {
    guard wanted == .all || drive.needsLook else {
      return RenderedPage(stem: drive.title, page: nil, row: IndexRow(of: drive))
    }
    var drive = drive
    try takeRoads(&drive, shared?.tiles)
    return RenderedPage(
      stem: drive.title, page: RenderedChunk(page.render(drive), rowCount: 1), row: IndexRow(of: drive))
  }

  private static let indexModules: Set = ["words.js", "format.js", "dom.js", "virtualtable.js", "index.js"]

  /// The files of a layout, with the text around the rows of the page that lists others.
  package func frames(_ layout: ReportLayout<some Report>) -> [OutputFrame] {
    layout.frames.enumerated().map { number, frame in
      if number == layout.indexPage { return framing(frame) }
      return frame.holdsOne ? frame.substituting(page.render(.nothing).array) : frame
    }
  }

  private func framing(_ frame: OutputFrame) -> OutputFrame {
    let title = "tracemill"
    let (head, tail) = index.parts(title: title)
    let members = JSONValue.object([
      "schema": .text("tracemill/replay-index/1"), "title": .text(title), "program": .text(program),
    ]).line()
    let opening = String(decoding: members.dropLast(), as: UTF8.self).replacing("<", with: "\\u003c")
    return frame.framing(prologue: head + opening + ",\"rows\":[\n", epilogue: "\n]}\n" + tail)
  }
}

/// The page of a drive, if it gets one, and its row in the page that lists others.
package struct RenderedPage: Sendable {
  /// The id of the drive, after which its file is named.
  package let stem: String
  package let page: RenderedChunk?
  private let row: IndexRow

  init(stem: String, page: RenderedChunk?, row: IndexRow) {
    self.stem = stem
    self.page = page
    self.row = row
  }

  /// - Parameter address: the address of the page, relative to the list; `nil` without a page.
  package func row(leadingTo address: String?) -> RenderedChunk { RenderedChunk(row.line(address), rowCount: 1) }
}

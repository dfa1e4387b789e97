internal import PageFiles
internal import Records
package import Reports

/// Renders the pages of a run: one for each drive, and one that lists them.
package struct DrivePages: Sendable {
  private let page: ReplayPage
  private let index: PageTemplate
  private let program: String

  package init(_ settings: ReplaySettings) {
    page = ReplayPage(settings)
    program = settings.program
    index = PageTemplate(
      "index.html", settings.words, styles: ["index.css"],
      script: PageFile.script(words: settings.words.script, of: Self.indexModules.contains))
  }

  package func render(_ drive: Drive) -> RenderedPage {
    RenderedPage(stem: drive.title, page: RenderedChunk(page.render(drive), rowCount: 1), row: IndexRow(of: drive))
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

/// The page of a drive, and its row in the page that lists others.
package struct RenderedPage: Sendable {
  /// The id of the drive, after which its file is named.
  package let stem: String
  package let page: RenderedChunk
  private let row: IndexRow

  init(stem: String, page: RenderedChunk, row: IndexRow) {
    self.stem = stem
    self.page = page
    self.row = row
  }

  /// - Parameter address: the address of the page, relative to the list.
  package func row(leadingTo address: String) -> RenderedChunk { RenderedChunk(row.line(address), rowCount: 1) }
}

internal import PageFiles
package import Records

/// The page that shows a drive: one file of HTML that needs nothing else.
package struct ReplayPage {
  private let settings: ReplaySettings
  private let template: PageTemplate

  package init(_ settings: ReplaySettings) {
    self.settings = settings
    template = PageTemplate(
      "page.html", style: "replay.css", script: PageFile.script { $0 != "index.js" },
      images: settings.tiles.map { [$0.origin] } ?? [])
  }

  /// The bytes of the page, the same on each run.
  package func render(_ drive: Drive) -> ByteWriter {
    let (head, tail) = template.parts(title: drive.title)
    var writer = DriveWriter()
    writer.bytes.text(head)
    writer.write(drive, settings)
    writer.bytes.text(tail)
    return writer.bytes
  }
}

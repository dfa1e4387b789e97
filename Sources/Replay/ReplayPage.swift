internal import PageFiles
package import Records

/// The page that shows a drive: one file of HTML that needs nothing else.
package struct ReplayPage {
  private let settings: ReplaySettings
  private let template: PageTemplate
  /// With what shows jobs besides.
  private let templateOfJobs: PageTemplate

  package init(_ settings: ReplaySettings) {
    self.settings = settings
    let images = settings.tiles.map { [$0.origin] } ?? []
    let words = settings.words
    template = PageTemplate(
      "page.html", words, styles: ["replay.css"], script: PageTemplate.opening(words),
      packed: PageFile.script(words: words.script) { Self.isOfDrives($0) && $0 != "stops.js" }, images: images)
    templateOfJobs = PageTemplate(
      "page.html", words, styles: ["replay.css", "stops.css"], script: PageTemplate.opening(words),
      packed: PageFile.script(words: words.script, of: Self.isOfDrives), images: images)
  }

  /// The bytes of the page, the same on each run.
  package func render(_ drive: Drive) -> ByteWriter {
    let (head, tail) = (drive["jobs"] == nil ? template : templateOfJobs).parts(title: drive.title)
    var writer = DriveWriter()
    writer.bytes.text(head)
    var data = DriveWriter()
    data.write(drive, settings)
    writer.bytes.text(PageTemplate.packed(data.bytes))
    writer.bytes.text(tail)
    return writer.bytes
  }

  /// Neither the modules of other pages nor the one that unpacks these.
  private static func isOfDrives(_ module: String) -> Bool {
    !["index.js", "opening.js"].contains(module) && !["night", "month"].contains(where: module.hasPrefix)
  }
}

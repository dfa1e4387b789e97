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
    let isOfDrives = { (name: String) in name != "index.js" && !name.hasPrefix("night") }
    let images = settings.tiles.map { [$0.origin] } ?? []
    template = PageTemplate(
      "page.html", styles: ["replay.css"], script: PageFile.script { isOfDrives($0) && $0 != "stops.js" },
      images: images)
    templateOfJobs = PageTemplate(
      "page.html", styles: ["replay.css", "stops.css"], script: PageFile.script(of: isOfDrives), images: images)
  }

  /// The bytes of the page, the same on each run.
  package func render(_ drive: Drive) -> ByteWriter {
    let (head, tail) = (drive["jobs"] == nil ? template : templateOfJobs).parts(title: drive.title)
    var writer = DriveWriter()
    writer.bytes.text(head)
    writer.write(drive, settings)
    writer.bytes.text(tail)
    return writer.bytes
  }
}

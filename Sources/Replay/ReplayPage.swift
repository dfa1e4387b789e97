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
    template = PageTemplate(
      "page.html", styles: ["replay.css"], script: Self.opening,
      packed: PageFile.script { !Self.others.union(["stops.js"]).contains($0) }, images: images)
    templateOfJobs = PageTemplate(
      "page.html", styles: ["replay.css", "stops.css"], script: Self.opening,
      packed: PageFile.script { !Self.others.contains($0) }, images: images)
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

  /// The modules of other pages, and the one that unpacks these.
  private static let others: Set = ["index.js", "opening.js"]
  private static var opening: String { PageFile.script { $0 == "opening.js" } }
}

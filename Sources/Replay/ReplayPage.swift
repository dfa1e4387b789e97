internal import PageFiles
package import Records

/// The page that shows a drive: one file of HTML that needs nothing else, or one that shares what it can with others.
package struct ReplayPage: Sendable {
  private let settings: ReplaySettings
  private let template: PageTemplate
  /// With what shows jobs besides.
  private let templateOfJobs: PageTemplate
  /// `nil` for a page that is one file.
  let shared: SharedFiles?

  /// - Parameter isAlone: whether there are no other pages in its folder.
  package init(_ settings: ReplaySettings, isAlone: Bool = true) {
    self.settings = settings
    let images = settings.tiles.map { [$0.origin] } ?? []
    let words = settings.words
    if isAlone {
      shared = nil
      template = Self.template(words, ["replay.css"], images) { Self.isOfDrives($0) && $0 != "stops.js" }
      templateOfJobs = Self.template(words, ["replay.css", "stops.css"], images, of: Self.isOfDrives)
    } else {
      let files = SharedFiles(words, styles: ["replay.css", "stops.css"], of: Self.isOfDrives)
      shared = files
      template = PageTemplate("page.html", words, sharing: files, images: images)
      templateOfJobs = template
    }
  }

  private static func template(
    _ words: PageWords, _ styles: [String], _ images: [String], of modules: (String) -> Bool
  ) -> PageTemplate {
    PageTemplate(
      "page.html", words, styles: styles, script: PageTemplate.opening(words),
      packed: PageFile.script(words: words.script, of: modules), images: images)
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
    module != "index.js" && !PageTemplate.isOfOpening(module) && !module.hasPrefix("night")
  }
}

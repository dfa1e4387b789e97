internal import PageFiles
package import Records

/// The page that shows a night: one file of HTML that needs nothing else.
///
/// Its data are compressed. Beside them stands what a reader without a script sees: the figures, the trips that need a
/// look, and a picture of the roads, which is also what a printer gets.
package struct NightPage {
  private let settings: ReplaySettings
  private let template: PageTemplate

  package init(_ settings: ReplaySettings) {
    self.settings = settings
    template = PageTemplate(
      "night.html", settings.words, styles: ["night.css"], script: PageTemplate.opening(settings.words),
      packed: PageFile.script(words: settings.words.script, of: Self.modules.contains))
  }

  private static let modules: Set = [
    "words.js", "projection.js", "camera.js", "culling.js", "gestures.js", "dom.js", "format.js", "virtualtable.js",
    "scalebar.js",
    "picture.js", "groundlook.js", "ground.js",
    "nightdata.js", "nightselection.js", "nightmap.js", "nightpanels.js", "nightday.js", "nightplan.js",
    "nighttable.js", "night.js",
  ]

  /// - Parameter link: the address of the page of a trip by its id; `nil` if it has none.
  package func render(_ night: Night, _ head: NightHead, link: (String) -> String?) -> ByteWriter {
    let links = night.trips.map { link($0.id) }
    var data = NightWriter()
    data.write(night, head, links: links, settings)
    let (before, after) = template.parts(title: head.title)
    let parts = before.split(separator: "%FIRST%", maxSplits: 1, omittingEmptySubsequences: false)
    var page = ByteWriter(capacity: 1 << 20)
    page.text(String(parts[0]))
    let first = NightFirstScreen(night, head, links, settings)
    page.bytes(first.html.array)
    page.text(parts.count == 2 ? String(parts[1]) : "")
    page.text(PageTemplate.packed(data.bytes, level: 9))
    page.text(after)
    return page
  }
}

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
    template = Self.template(settings.words, modules: Self.modules)
  }

  private static let modules = mapModules.union([
    "virtualtable.js", "nightday.js", "nightplan.js", "nighttable.js", "night.js",
  ])

  /// The frame of a page with the map of a night.
  ///
  /// - Parameter styles: besides that of a night.
  static func template(_ words: PageWords, styles: [String] = [], modules: Set<String>) -> PageTemplate {
    PageTemplate(
      "night.html", words, styles: ["night.css"] + styles, script: PageTemplate.opening(words),
      packed: PageFile.script(words: words.script, of: modules.contains))
  }

  /// The modules of the map and the lists.
  static let mapModules: Set = [
    "words.js", "projection.js", "camera.js", "culling.js", "gestures.js", "dom.js", "format.js", "scalebar.js",
    "picture.js", "groundlook.js", "ground.js", "nightdata.js", "nightselection.js", "nightmap.js", "nightpanels.js",
  ]

  /// - Parameter link: the address of the page of a trip by its id; `nil` if it has none.
  package func render(_ night: Night, _ head: NightHead, link: (String) -> String?) -> ByteWriter {
    let links = night.trips.map { link($0.id) }
    let roads = night.parts.roads ? night.roads : nil
    let ground = roads.flatMap { SurroundingGround(on: $0.graph, around: $0.places) }
    var data = NightWriter()
    data.write(night, head, links: links, ground: ground, settings)
    return template.page(
      title: head.title, first: NightFirstScreen(night, head, links, ground, settings).html, data: data.bytes)
  }
}

package import Records

/// The page that shows what many drives know, with curves of the nights: one file of HTML, as a night's.
package struct MonthPage {
  private let settings: ReplaySettings
  private let template: PageTemplate

  package init(_ settings: ReplaySettings) {
    self.settings = settings
    template = NightPage.template(settings.words, styles: ["month.css"], modules: Self.modules)
  }

  static let modules = NightPage.mapModules.union([
    "monthdata.js", "monthhours.js", "monthnights.js", "monthpanels.js", "month.js",
  ])

  /// - Parameter history: of the fleet; `nil` for a page without curves.
  package func render(_ month: FleetMonth, history: NightHistory?) -> ByteWriter {
    let head = MonthHead(month, history: history, settings)
    var data = NightWriter()
    let ground = SurroundingGround(on: month.graph, around: month.roads.places)
    data.write(month, head, ground: ground, style: settings.style)
    return template.page(
      title: head.title, first: MonthFirstScreen(month, head, ground, settings).html, data: data.bytes)
  }
}

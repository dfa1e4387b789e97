/// Where the map and the legend of a still are, so that the legend hides nothing of the drive.
struct StillPlan {
  let view: StillView
  let legend: StillLegend

  init(_ scene: StillScene, _ colouring: PathColouring, in frame: StillBox, _ palette: StillPalette) {
    let places = scene.places
    let whole = StillView(showing: places, in: frame)
    let showsFixes = StillMarks.showsMatchedFixes(in: whole)
    let points = scene.points(in: whole)
    var legend = StillLegend(scene, colouring, showsFixes: showsFixes, isShort: false, palette)
    for isShort in [false, true] {
      legend = StillLegend(scene, colouring, showsFixes: showsFixes, isShort: isShort, palette)
      guard legend.findCorner(in: frame, besides: points) else { continue }
      (view, self.legend) = (whole, legend)
      return
    }
    // The last corner tried is the one below on the left, beside which the drive is shown now.
    let views = legend.rooms(in: frame).map { StillView(showing: places, in: frame, room: $0) }
    let view = views[0].zoom >= views[1].zoom ? views[0] : views[1]
    self.view = view
    self.legend = legend
  }
}

extension StillScene {
  /// All along the lines of the drive, and its marks.
  fileprivate func points(in view: StillView) -> [StillPoint] {
    let lines = path.map(\.line) + links.map(\.line) + plan
    let ends = [begin, end].compactMap(\.self) + (events + waypoints).map(\.place)
    return lines.flatMap { view.lines($0) }.flatMap { $0.sampled(every: 8) } + ends.map(view.point)
  }
}
